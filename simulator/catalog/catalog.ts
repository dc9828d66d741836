/** What a market offers, and what an id of the catalog means. */
import { markets } from './markets.ts';
import { cardOption } from './option.ts';
import type { MarketPack, OptionPack } from './pack.ts';
import { unknownOptions } from './unknown-options.ts';

/** Option codes are shared, frozen arrays: a payment keeps a reference, not a copy. */
export interface MarketOffer {
	currency: string;
	optionCodes: readonly string[];
}

const options = new Map<string, OptionPack>(
	[...markets.flatMap((market) => market.options), ...unknownOptions].map((option) => [
		option.code,
		option,
	]),
);
const packs = new Map(markets.map((market) => [market.country, market]));
const offers = new Map<string, MarketOffer>(
	markets.map(({ country, currency, options: offered }) => [
		country,
		{ currency, optionCodes: Object.freeze(offered.map(({ code }) => code)) },
	]),
);

/** What is offered where no market is known, or for a currency of another one (D-26). */
export const cardOnly: readonly string[] = Object.freeze([cardOption.code]);

export function marketOffer(country: string): MarketOffer | undefined {
	return offers.get(country);
}

export function optionByCode(code: string): OptionPack {
	const option = options.get(code);
	if (!option)
		throw new Error(`The catalog has no option "${code}": a payment refers to a removed pack.`);
	return option;
}

/** Undefined where no market is known, and only a card can be chosen. */
export function marketOf(country: string): MarketPack | undefined {
	return packs.get(country);
}

/** The option whose list holds this bank, wherever it is: for telling a foreign suboption from an unknown one. */
export function optionOfBank(bankId: string): OptionPack | undefined {
	return [...options.values()].find(({ banks }) => banks.some(({ id }) => id === bankId));
}
