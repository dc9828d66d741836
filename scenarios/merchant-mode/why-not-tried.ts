/** Whether a shop can play a story, by its merchant file. Pure. */
import {
	sendsAmount,
	sendsMethodAtCheckout,
	sendsPlaceholder,
} from '../../simulator/contract/merchant-file.ts';
import type { AnyStory } from '../scenario.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { Offers } from './offers.ts';
import { offeredFlows } from './offers.ts';

/** Returns why the shop cannot play the story; undefined if it can. */
export function whyNotTried(
	{ shop }: AnyStory,
	{ file, path }: LoadedMerchant,
	offers: Offers,
): string | undefined {
	const { market, flow, paid, amount, changesFlow, sends } = shop ?? {};
	const names = file.markets.join(', ');
	if (market && !file.markets.includes(market)) {
		return `needs the market ${market}, and the markets of ${path} are ${names}`;
	}
	const onlyFlow = new Set(file.flows).size > 1 ? undefined : file.flows[0];
	const sold = `"flows" of ${path} has only ${onlyFlow}`;
	if (flow && onlyFlow && flow !== onlyFlow) return `needs a ${flow} option, and ${sold}`;
	if (changesFlow && onlyFlow) return `needs a card and a bank option, and ${sold}`;
	const offer = market && offers.get(market);
	if (offer && offeredFlows(offer).length === 0) {
		return `needs a ${file.flows.join(' or ')} option in ${market}, which offers none`;
	}
	const flows = [...offers.values()].flatMap(offeredFlows);
	if (flow && !flows.includes(flow)) return `needs a ${flow} option, and ${names} offers none`;
	if (changesFlow && ![...offers.values()].some((offer) => offeredFlows(offer).length > 1)) {
		return `needs a card and a bank option in one market, and none of ${names} offers both`;
	}
	if (changesFlow && !sendsMethodAtCheckout(file)) {
		return `changes the payment method, and ${path} does not send it at the checkout ({option} or {flow}, and {bank})`;
	}
	if (sends && !sendsPlaceholder(file, sends)) {
		return `needs a shop that gets the ${sends} of the shopper, and ${path} does not send it {${sends}}`;
	}
	if (paid && !file.settle) return `expects a paid order, and ${path} has no "settle"`;
	if (amount && !sendsAmount(file)) {
		return `compares the amount of the order, and ${path} sends the shop neither {amount} nor {amountMinor}`;
	}
	return undefined;
}
