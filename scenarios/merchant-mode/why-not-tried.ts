/** Whether a merchant file can try a story. Pure. */
import { sendsAmount, sendsMethodAtCheckout } from '../../simulator/contract/merchant-file.ts';
import type { AnyStory } from '../scenario.ts';
import type { LoadedMerchant } from './merchant-file.ts';
import type { Offers } from './offers.ts';
import { offeredFlows } from './offers.ts';

/** Says what of the story the shop cannot play; undefined if it can play all. */
export function whyNotTried(
	{ shop }: AnyStory,
	{ file, path }: LoadedMerchant,
	offers: Offers,
): string | undefined {
	const { market, flow, paid, amount, changesFlow } = shop ?? {};
	const names = file.markets.join(', ');
	if (market && !file.markets.includes(market)) {
		return `needs the market ${market}, and the markets of ${path} are ${names}`;
	}
	const flows = [...offers.values()].flatMap(offeredFlows);
	if (flow && !flows.includes(flow)) return `needs a ${flow} option, and ${names} offers none`;
	if (changesFlow && ![...offers.values()].some((offer) => offeredFlows(offer).length > 1)) {
		return `needs a card and a bank option in one market, and none of ${names} offers both`;
	}
	if (changesFlow && !sendsMethodAtCheckout(file)) {
		return `changes the way to pay, and ${path} sends neither {option} nor {flow} at the checkout`;
	}
	if (paid && !file.settle) return `expects a paid order, and ${path} has no "settle"`;
	if (amount && !sendsAmount(file)) {
		return `compares the amount of the order, and ${path} sends the shop neither {amount} nor {amountMinor}`;
	}
	return undefined;
}
