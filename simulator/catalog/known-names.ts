/** Settings that name a market, an option or a bank name one that exists. */
import type { FieldError } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import { markets } from './markets.ts';

const options = markets.flatMap((market) => market.options);
const countries = new Set(markets.map(({ country }) => country));
const optionNames = new Set(options.map(({ name }) => name));
const bankIds = new Set(options.flatMap(({ banks }) => banks.map(({ id }) => id)));

export function unknownNames({ processing, catalog: { packs } }: Settings): FieldError[] {
	return [
		...wrong('catalog.packs', packs === 'all' ? [] : packs, countries, 'the country of a market'),
		...wrong(
			'processing.options',
			Object.keys(processing.options),
			optionNames,
			'the name of a payment option',
		),
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
			detail: `${path}.${name} is not ${rule}.`,
			fix: `Name one that is offered, such as "${example}".`,
		}));
}
