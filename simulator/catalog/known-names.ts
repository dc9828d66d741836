/** Settings that name a market, an option or a bank name one that exists. */
import { didYouMean } from '../contract/nearest.ts';
import type { FieldError } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import { markets } from './markets.ts';

const options = markets.flatMap((market) => market.options);
export const optionNames: ReadonlySet<string> = new Set(options.map(({ name }) => name));
export const bankIds: ReadonlySet<string> = new Set(
	options.flatMap(({ banks }) => banks.map(({ id }) => id)),
);
const countries = new Set(markets.map(({ country }) => country));

export function unknownNames({
	processing,
	methods,
	catalog: { packs },
}: Pick<Settings, 'processing' | 'methods' | 'catalog'>): FieldError[] {
	const ofOption = 'the name of a payment option';
	return [
		...wrong('catalog.packs', packs === 'all' ? [] : packs, countries, 'the country of a market'),
		...wrong('processing.options', Object.keys(processing.options), optionNames, ofOption),
		...wrong('methods', Object.keys(methods), optionNames, ofOption),
		...wrong('processing.banks', Object.keys(processing.banks), bankIds, 'the id of a suboption'),
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
