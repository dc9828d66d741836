/** Checks what a story passes to its verbs. Stories in JavaScript have no type checks. */
import { didYouMean } from '../../simulator/contract/nearest.ts';

/** All keys of `T`, as an object so that the compiler reports a missing one. */
export type KeysOf<T> = { readonly [Key in keyof Required<T>]: true };

/** Throws if the value is no object, or has a key that the verb would ignore. */
export function checkKeys(verb: string, value: unknown, known: object): void {
	const names = Object.keys(known);
	const takes = `${verb} takes an object with ${names.join(', ')}`;
	if (typeof value !== 'object' || value === null) {
		throw new Error(`${takes}, not ${JSON.stringify(value)}.`);
	}
	const unknown = Object.keys(value).filter((name) => !names.includes(name));
	if (unknown.length === 0) return;
	const hints = unknown.map((name) => `${name} is not known here${didYouMean(name, names)}`);
	throw new Error(`${hints.join('; ')}. ${takes}.`);
}

/** Throws if the value is not one of the known ones. */
export function checkValue(what: string, value: unknown, known: readonly string[]): void {
	if (known.some((one) => one === value)) return;
	throw new Error(`${what} ${JSON.stringify(value)} is not known. Known are ${known.join(', ')}.`);
}
