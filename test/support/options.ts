/** Starts a payment with any option of any market. */

import type { MarketPack, OptionPack } from '../../simulator/catalog/market.ts';
import { markets } from '../../simulator/catalog/markets.ts';
import { servicePaths } from '../../simulator/contract/routes.ts';
import { listBanks, post, startPayment } from './sandbox.ts';

export interface Offer {
	market: MarketPack;
	option: OptionPack;
}

export const everyOption: readonly Offer[] = markets.flatMap((market) =>
	market.options.map((option) => ({ market, option })),
);

/** The first bank or store when left out. */
export type OptionNames = readonly [country: string, option: string, bank?: string | undefined];

export async function reachOption(
	url: string,
	[country, name, bankName]: OptionNames,
	changes: Record<string, unknown> = {},
	headers: Record<string, string> = {},
) {
	const found = everyOption.find(({ market, option }) => {
		return market.country === country && option.name === name;
	});
	if (!found) throw new Error(`There is no ${name} in ${country}.`);
	const { market, option } = found;
	const request = { country, currency: market.currency, ...changes };
	const { sessionId, transactionId, paymentOptions } = await startPayment(url, request, headers);
	const paymentOptionId =
		paymentOptions.find((offered) => offered.name === name)?.paymentOptionId ?? '';
	const banks = option.banks.length > 0 ? await listBanks(url, sessionId, paymentOptionId) : [];
	const bank = bankName === undefined ? banks[0] : banks.find((one) => one.name === bankName);
	const { body } = await post(url + servicePaths.hybridPayment, {
		sessionId,
		paymentOptionId,
		...(bank && { optionId: bank.id }),
	});
	return { sessionId, transactionId, bank, page: String(body.result.redirectUrl) };
}
