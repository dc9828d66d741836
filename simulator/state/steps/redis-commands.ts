/** What is sent to Redis, and how its replies are read. */
import type { Changes } from './draft.ts';
import { commitDigest, readDigest, tokenLength } from './redis-script.ts';
import type { Entry, Range, Span } from './step.ts';

export type Command = readonly string[];

const valueKey = (prefix: string, name: string) => `${prefix}value:${name}`;
const indexKey = (prefix: string, index: string) => `${prefix}index:${index}`;

/** Names, each with the token of what is known of it, which is empty where nothing is. */
export function readCommand(
	prefix: string,
	asked: readonly (readonly [string, string])[],
): Command {
	const keys = asked.map(([name]) => valueKey(prefix, name));
	return ['EVALSHA', readDigest, String(keys.length), ...keys, ...asked.map(([, token]) => token)];
}

const low = (min = -Infinity) => (min === -Infinity ? '-inf' : String(min));
const high = (max = Infinity) => (max === Infinity ? '+inf' : String(max));

export function entriesCommand(prefix: string, range: Range): Command {
	const key = indexKey(prefix, range.index);
	const part = ['WITHSCORES', 'LIMIT', '0', String(range.limit)];
	return range.isReverse
		? ['ZREVRANGEBYSCORE', key, high(range.max), low(range.min), ...part]
		: ['ZRANGEBYSCORE', key, low(range.min), high(range.max), ...part];
}

/** Members and their numbers come in turns. */
export function readEntries(reply: unknown): Entry[] {
	const texts = reply as string[];
	return Array.from({ length: texts.length / 2 }, (_, index) => ({
		member: texts[2 * index] ?? '',
		at: Number(texts[2 * index + 1]),
	}));
}

export function countCommand(prefix: string, { index, min, max }: Span): Command {
	return ['ZCOUNT', indexKey(prefix, index), low(min), high(max)];
}

interface Commit {
	/** By Redis's clock. */
	untilMs: number;
	/** What it was decided by: name and token, which is empty where there was nothing. */
	checks: readonly (readonly [string, string])[];
	changes: Changes;
	newToken(): string;
}

export function commitCommand(
	prefix: string,
	{ untilMs, checks, changes, newToken }: Commit,
): Command {
	const values = [...changes.values];
	const written = values.filter(([, value]) => value !== undefined);
	const removed = values.filter(([, value]) => value === undefined);
	const notes = [...changes.indexes].flatMap(([index, entries]) =>
		[...entries.values()].map((entry) => ({ index, ...entry })),
	);
	const gone = notes.filter(({ isIn }) => !isIn);
	const come = notes.filter(({ isIn }) => isIn);
	const names = [...checks, ...written, ...removed].map(([name]) => valueKey(prefix, name));
	const keys = [...names, ...[...gone, ...come].map(({ index }) => indexKey(prefix, index))];
	const counts = [checks, written, removed, gone, come].map(({ length }) => String(length));
	return [
		'EVALSHA',
		commitDigest,
		String(keys.length),
		...keys,
		String(untilMs),
		...counts,
		...checks.map(([, token]) => token),
		...written.map(([, value]) => newToken() + JSON.stringify(value)),
		...[...gone, ...come].flatMap(({ at, member }) => [String(at), member]),
	];
}

export function tokenOf(text: string | null): string {
	return text?.slice(0, tokenLength) ?? '';
}

export function contentOf(text: string): string {
	return text.slice(tokenLength);
}
