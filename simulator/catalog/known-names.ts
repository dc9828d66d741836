/** Settings that name a market, an option or a bank name one that exists. */
import type { JsonObject } from '../contract/json.ts';
import { at, isObject } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest.ts';
import type { FieldError } from '../contract/problem.ts';
import { markets } from './markets.ts';

const options = markets.flatMap((market) => market.options);
export const optionNames: ReadonlySet<string> = new Set(options.map(({ name }) => name));
export const bankIds: ReadonlySet<string> = new Set(
	options.flatMap(({ banks }) => banks.map(({ id }) => id)),
);
const countries = new Set(markets.map(({ country }) => country));

/** Of what a patch of the settings says itself: a name is wrong though its value is the null that takes it away. */
export function unknownNames(patch: JsonObject): FieldError[] {
	const keysAt = (...path: string[]) => {
		const named = at(patch, path);
		return isObject(named) ? Object.keys(named) : [];
	};
	const packs = at(patch, ['catalog', 'packs']);
	const ofOption = 'the name of a payment option';
	return [
		...wrong(
			'catalog.packs',
			Array.isArray(packs) ? packs : [],
			countries,
			'the country of a market',
		),
		...wrong('processing.options', keysAt('processing', 'options'), optionNames, ofOption),
		...wrong('methods', keysAt('methods'), optionNames, ofOption),
		...wrong('processing.banks', keysAt('processing', 'banks'), bankIds, 'the id of a suboption'),
	];
}

function wrong(
	path: string,
	names: readonly string[],
	known: ReadonlySet<string>,
	rule: string,
): FieldError[] {
	const [example] = known;
	return names
		.filter((name) => !known.has(name))
		.map((name) => ({
			param: `${path}.${name}`,
			detail: `${path}.${name} is not ${rule}${didYouMean(name, known)}.`,
			fix: `Name one that is offered, such as "${example}".`,
		}));
}
