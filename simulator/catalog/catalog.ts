/** What is offered for a country and a currency, and what an id of the catalog means. */
import { markets } from './markets.ts';
import { cardOption } from './option.ts';
import type { OptionPack } from './pack.ts';

export type OfferWarning = 'unknown_country' | 'currency_mismatch';

/** Option codes are shared, frozen arrays: a payment keeps a reference, not a copy. */
export interface Offer {
	optionCodes: readonly string[];
	warning: OfferWarning | null;
}

const options = new Map<string, OptionPack>(
	markets.flatMap((market) => market.options.map((option) => [option.code, option] as const)),
);
const cardOnly: readonly string[] = Object.freeze([cardOption.code]);
const offers = new Map(
	markets.map(({ country, currency, options: offered }) => [
		country,
		{ currency, optionCodes: Object.freeze(offered.map(({ code }) => code)) },
	]),
);

/** An unknown country or a currency of another market gets the card only, with a warning (D-26). */
export function offerFor(country: string, currency: string): Offer {
	const market = offers.get(country);
	if (!market) return { optionCodes: cardOnly, warning: 'unknown_country' };
	if (market.currency !== currency) return { optionCodes: cardOnly, warning: 'currency_mismatch' };
	return { optionCodes: market.optionCodes, warning: null };
}

export function optionByCode(code: string): OptionPack {
	const option = options.get(code);
	if (!option)
		throw new Error(`The catalog has no option "${code}": a payment refers to a removed pack.`);
	return option;
}

/** The option whose list holds this bank, wherever it is: for telling a foreign suboption from an unknown one. */
export function optionOfBank(bankId: string): OptionPack | undefined {
	return [...options.values()].find(({ banks }) => banks.some(({ id }) => id === bankId));
}
