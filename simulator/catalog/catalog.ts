/** Looks things up in the markets: what a market offers, and which option or bank an id or a name means. */
import { maxExtraOptions } from '../contract/gaps/calls.ts';
import type { JsonObject } from '../contract/json.ts';
import { isObject, valueAt } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest.ts';
import type { FieldError } from '../contract/problem.ts';
import type { MarketPack, OptionPack } from './market.ts';
import { cardOption, defineOption, onlineBankingFacts } from './market.ts';
import { markets } from './markets.ts';

/** What a market offers. Option codes are shared, frozen arrays: a payment keeps a reference to them, not a copy. */
export interface MarketOffer {
	currency: string;
	optionCodes: readonly string[];
}

/** Options for `drift.extraOptions`, which clients do not expect (D-23). Each can be chosen and paid. */
export const driftOptions: readonly OptionPack[] = Array.from(
	{ length: maxExtraOptions },
	(_, index) =>
		defineOption({
			code: `drift-${index + 1}`,
			name: `Drift option ${index + 1}`,
			kind: 'bank',
			...onlineBankingFacts,
		}),
);

const marketOptions = markets.flatMap((market) => market.options);
const options = new Map(
	[...marketOptions, ...driftOptions].map((option) => [option.code, option] as const),
);
const packs = new Map(markets.map((market) => [market.country, market]));
const offers = new Map<string, MarketOffer>(
	markets.map(({ country, currency, options: offered }) => [
		country,
		{ currency, optionCodes: Object.freeze(offered.map(({ code }) => code)) },
	]),
);

/** The option codes for an unknown country, or for a currency that is not the country's (D-26). */
export const cardOnlyCodes: readonly string[] = Object.freeze([cardOption.code]);

/** The option codes of each offer, without the options of `drift.extraOptions`. */
export const optionCodesOfOffers: readonly (readonly string[])[] = [
	...[...offers.values()].map(({ optionCodes }) => optionCodes),
	cardOnlyCodes,
];

export function marketOffer(country: string): MarketOffer | undefined {
	return offers.get(country);
}

export function marketOf(country: string): MarketPack | undefined {
	return packs.get(country);
}

export function optionByCode(code: string): OptionPack {
	const option = options.get(code);
	if (!option)
		throw new Error(`The catalog has no option "${code}": a payment refers to a removed pack.`);
	return option;
}

/** Finds the option with this bank in any market, to distinguish a suboption of another option from an unknown one. */
export function optionOfBank(bankId: string): OptionPack | undefined {
	return [...options.values()].find(({ banks }) => banks.some(({ id }) => id === bankId));
}

export const optionNames: ReadonlySet<string> = new Set(marketOptions.map(({ name }) => name));
export const bankIds: ReadonlySet<string> = new Set(
	marketOptions.flatMap(({ banks }) => banks.map(({ id }) => id)),
);
const countries = new Set(markets.map(({ country }) => country));

/**
 * Names of markets, options and banks in a valid settings patch that do not exist. Names that the patch sets to null
 * are checked too.
 */
export function unknownNamesInPatch(patch: JsonObject): FieldError[] {
	const keysAt = (...path: string[]) => {
		const value = valueAt(patch, path);
		return isObject(value) ? Object.keys(value) : [];
	};
	const packNames = valueAt(patch, ['catalog', 'packs']);
	const ofOption = 'the name of a payment option';
	return [
		...unknownAt(
			'catalog.packs',
			Array.isArray(packNames) ? packNames : [],
			countries,
			'the country of a market',
		),
		...unknownAt('processing.options', keysAt('processing', 'options'), optionNames, ofOption),
		...unknownAt('methods', keysAt('methods'), optionNames, ofOption),
		...keysAt('methods').flatMap((name) =>
			['hideBanks', 'refuseBanks'].flatMap((list) => {
				const ids = valueAt(patch, ['methods', name, list]);
				const path = `methods.${name}.${list}`;
				return Array.isArray(ids) ? unknownAt(path, ids, bankIds, 'the id of a suboption') : [];
			}),
		),
		...unknownAt(
			'processing.banks',
			keysAt('processing', 'banks'),
			bankIds,
			'the id of a suboption',
		),
		...unknownInFaults(patch.faults),
	];
}

/** The names that a fault rule can match, and the form of the ids that belong to one session or workspace (D-28). */
const matched = {
	option: {
		known: new Set([...options.values()].map(({ name }) => name)),
		derivedId: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
		rule: 'the name or the id of a payment option',
	},
	bank: {
		known: bankIds,
		derivedId: /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-)?[\da-f]{12}$/i,
		rule: 'the id of a suboption',
	},
} as const;

/** Options and banks in the conditions of fault rules that no call can have, so that the rule would never break one. */
function unknownInFaults(rules: unknown): FieldError[] {
	let suggestions = maxCompared;
	const matches = Array.isArray(rules) ? rules.map((rule) => valueAt(rule, ['match'])) : [];
	return matches.flatMap((match, index) =>
		(['option', 'bank'] as const).flatMap((field) => {
			const { known, derivedId, rule } = matched[field];
			const sent = valueAt(match, [field]);
			const names: unknown[] = Array.isArray(sent) ? sent : [sent];
			return names.flatMap((name, position) => {
				if (typeof name !== 'string' || known.has(name) || derivedId.test(name)) return [];
				const param = `faults.${index}.match.${field}${Array.isArray(sent) ? `.${position}` : ''}`;
				const meant = suggestions-- > 0 ? didYouMean(name, known) : '';
				const detail = `${param} ${JSON.stringify(name)} is not ${rule}${meant}.`;
				return { param, detail, fix: fixWith(known) };
			});
		}),
	);
}

/** The most unknown names for which a similar name is searched: each search takes milliseconds. */
const maxCompared = 20;

function unknownAt(
	path: string,
	names: readonly string[],
	known: ReadonlySet<string>,
	rule: string,
): FieldError[] {
	return names
		.filter((name) => !known.has(name))
		.map((name, index) => ({
			param: `${path}.${name}`,
			detail: `${path}.${name} is not ${rule}${index < maxCompared ? didYouMean(name, known) : ''}.`,
			fix: fixWith(known),
		}));
}

function fixWith([example]: Iterable<string>): string {
	return `Name one that is offered, such as "${example}".`;
}
