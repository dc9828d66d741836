/** Every payment option of every market, and a payment that has chosen one. */
import { markets } from '../../simulator/catalog/markets.ts';
import type { MarketPack, OptionPack } from '../../simulator/catalog/pack.ts';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { createCustomers } from '../../simulator/customers/customers.ts';
import type { Changes } from './ask.ts';
import { listBanks, post, startPayment } from './sandbox.ts';

export interface Offer {
	market: MarketPack;
	option: OptionPack;
}

export const offers: readonly Offer[] = markets.flatMap((market) =>
	market.options.map((option) => ({ market, option })),
);

interface Wish {
	changes?: Changes;
	headers?: Record<string, string>;
	/** Name of the bank or store; the first of the list when left out. */
	bank?: string;
}

/** At the door of the cashier, with a customer of the market. */
export async function reachOffer(
	url: string,
	{ market, option }: Offer,
	{ changes = {}, headers = {}, bank }: Wish = {},
) {
	const { country, currency } = market;
	const [customer = paymentOptionsExample.customer] = createCustomers({
		market: country,
		count: 1,
		seed: 6,
	});
	const payment = await startPayment(url, { country, currency, customer, ...changes }, headers);
	const { sessionId, paymentOptions } = payment;
	const chosen = paymentOptions.find(({ name }) => name === option.name);
	const paymentOptionId = chosen?.paymentOptionId ?? '';
	const banks = option.banks.length > 0 ? await listBanks(url, sessionId, paymentOptionId) : [];
	const optionId = (banks.find(({ name }) => name === bank) ?? banks[0])?.id;
	const choice = { sessionId, paymentOptionId, optionId };
	const { body } = await post(url + servicePaths.hybridPayment, choice);
	return { ...payment, page: String(body.result.redirectUrl) };
}
