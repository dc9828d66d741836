/** The markets there are, and what is offered for a country and a currency. */
import { colombia } from './co.ts';
import { mexico } from './mx.ts';
import type { MarketPack, OptionPack } from './pack.ts';
import { cardOption } from './pack.ts';

export const markets: readonly MarketPack[] = [colombia, mexico];

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
const codesByCountry = new Map(
	markets.map(({ country, options: offered }) => [
		country,
		Object.freeze(offered.map(({ code }) => code)),
	]),
);

/** An unknown country or a currency of another market gets the card only, with a warning (D-26). */
export function offerFor(country: string, currency: string): Offer {
	const market = markets.find((pack) => pack.country === country);
	if (!market) return { optionCodes: cardOnly, warning: 'unknown_country' };
	if (market.currency !== currency) return { optionCodes: cardOnly, warning: 'currency_mismatch' };
	return { optionCodes: codesByCountry.get(country) ?? cardOnly, warning: null };
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
