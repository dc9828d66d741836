/** Checks what a story passes to its verbs. Stories in JavaScript have no type checks. */
import { didYouMean } from '../../simulator/contract/nearest.ts';

/** All keys of `T`, as an object so that the compiler reports a missing one. */
export type KeysOf<T> = { readonly [Key in keyof Required<T>]: true };

/** Describes the keys that nothing reads, with `takes`, what is read; undefined if there are none. */
export function unknownKeysProblem(
	value: object,
	names: readonly string[],
	takes: string,
): string | undefined {
	const unknown = Object.keys(value).filter((name) => !names.includes(name));
	if (unknown.length === 0) return undefined;
	const hints = unknown.map((name) => `${name} is not known here${didYouMean(name, names)}`);
	return `${hints.join('; ')}. ${takes}.`;
}

/** Throws if the value is no object, or has a key that the verb would ignore. */
export function checkKeys(verb: string, value: unknown, known: object): void {
	const names = Object.keys(known);
	const takes = `${verb} takes an object with ${names.join(', ')}`;
	if (typeof value !== 'object' || value === null) {
		throw new Error(`${takes}, not ${JSON.stringify(value)}.`);
	}
	const problem = unknownKeysProblem(value, names, takes);
	if (problem) throw new Error(problem);
}

/** Describes a value that is not one of the known ones; undefined if it is. */
export function unknownValueProblem(
	what: string,
	value: unknown,
	known: readonly string[],
): string | undefined {
	if (known.some((one) => one === value)) return undefined;
	const text = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value);
	return `${what} ${text} is not known. Known are ${known.join(', ')}.`;
}

/** Throws if the value is not one of the known ones. */
export function checkValue(what: string, value: unknown, known: readonly string[]): void {
	const problem = unknownValueProblem(what, value, known);
	if (problem) throw new Error(problem);
}
