/** Settings that name an option or a bank name one that exists. */
import { didYouMean } from '../contract/nearest.ts';
import type { FieldError } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import { markets } from './markets.ts';

const options = markets.flatMap((market) => market.options);
export const optionNames: ReadonlySet<string> = new Set(options.map(({ name }) => name));
export const bankIds: ReadonlySet<string> = new Set(
	options.flatMap(({ banks }) => banks.map(({ id }) => id)),
);

export function unknownNames({ processing, methods }: Settings): FieldError[] {
	return [
		...wrong('processing.options', processing.options, optionNames, 'the name of a payment option'),
		...wrong('methods', methods, optionNames, 'the name of a payment option'),
		...wrong('processing.banks', processing.banks, bankIds, 'the id of a suboption'),
	];
}

function wrong(
	path: string,
	named: Readonly<Record<string, unknown>>,
	known: ReadonlySet<string>,
	rule: string,
): FieldError[] {
	const [example] = known;
	return Object.keys(named)
		.filter((name) => !known.has(name))
		.map((name) => ({
			param: `${path}.${name}`,
			detail: `${path}.${name} is not ${rule}${didYouMean(name, known)}.`,
			fix: `Name one that is offered, such as "${example}".`,
		}));
}
