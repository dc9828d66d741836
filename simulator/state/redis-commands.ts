/** Makes the commands and scripts for Redis, and reads their replies. */
import { createHash } from 'node:crypto';
import type { IndexBound, IndexEntry, IndexRange, LimitedRange } from './backend.ts';
import { damagedIndex } from './backend.ts';
import type { WriteSetChanges } from './write-set.ts';

export type Command = readonly string[];

/** The length of a token. Each stored value begins with a token, and every write gives the value a new one. */
export const tokenLength = 16;
/** The length of the time with which a token begins: enough until the year 5188. */
export const timeLength = 9;

/**
 * The replies to a commit. All but `done` mean that nothing was written. `late`: the deadline had passed. A list: the keys
 * of these indexes have another type, so no entries can be added to them.
 */
export type CommitReply = 'done' | 'conflict' | 'late' | readonly string[];

/** The reply for a value whose token is the known one. */
const unchanged = 1;
export type ReadReply = string | null | typeof unchanged;

/** Whether the key of a command has another type than the command needs. Every other error ends the script. */
const hasOtherType = `
local function hasOtherType(reply)
	if type(reply) ~= 'table' then return false end
	if string.find(reply.err, 'WRONGTYPE', 1, true) then return true end
	error(reply.err, 0)
end`;

/**
 * Reads a text in a script. If its key has another type, returns `0`, which is a damaged value: an error of the script would
 * fail the whole batch.
 */
const readKey = `${hasOtherType}
local function read(command, key, ...)
	local text = redis.pcall(command, key, ...)
	return hasOtherType(text) and '0' or text
end`;

/**
 * The script that reads values. KEYS: the keys of the values. ARGV: for each key the known token, or an empty string.
 */
const readScript = `${readKey}
local values = {}
for index, key in ipairs(KEYS) do
	local known = ARGV[index]
	if known ~= '' and read('GETRANGE', key, 0, ${tokenLength - 1}) == known then values[index] = ${unchanged}
	else values[index] = read('GET', key) end
end
return values
`;

/**
 * The script that stores a write set. It stores all of it if all checked values are unchanged and all indexes can take its
 * entries, and nothing otherwise. Redis does not undo the writes of a script that fails. The script therefore adds the
 * entries first, and removes them again if a key has another type: to ask for the types first takes a third more of
 * Redis's time. An index of another type has no entries to remove.
 * KEYS: the checked values, the index of each added entry, the written and removed values, then the index of each removed
 * entry. ARGV: the deadline and the end of the decisions' validity (ms by Redis's clock), the five counts, the tokens, the
 * added members, the values, then the removed members.
 */
const commitScript = `${readKey}
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
if now > tonumber(ARGV[1]) then return 'late' end
if now >= tonumber(ARGV[2]) then return 'conflict' end
local key, arg = 0, 7
local function nextKey() key = key + 1 return KEYS[key] end
local function nextArg() arg = arg + 1 return ARGV[arg] end
for _ = 1, tonumber(ARGV[3]) do
	if read('GETRANGE', nextKey(), 0, ${tokenLength - 1}) ~= nextArg() then return 'conflict' end
end
local firstKey, firstArg = key, arg
local replies, damaged = {}, {}
for position = 1, tonumber(ARGV[4]) do
	local reply = redis.pcall('ZADD', nextKey(), 0, nextArg())
	if hasOtherType(reply) then damaged[#damaged + 1] = KEYS[key] end
	replies[position] = reply
end
if #damaged > 0 then
	for position, reply in ipairs(replies) do
		if reply == 1 then redis.call('ZREM', KEYS[firstKey + position], ARGV[firstArg + position]) end
	end
	return damaged
end
for _ = 1, tonumber(ARGV[5]) do redis.call('SET', nextKey(), nextArg()) end
for _ = 1, tonumber(ARGV[6]) do redis.call('DEL', nextKey()) end
for _ = 1, tonumber(ARGV[7]) do hasOtherType(redis.pcall('ZREM', nextKey(), nextArg())) end
return 'done'
`;

/** The commands that each new connection sends first: they load the scripts. */
export const preparation = [readScript, commitScript].map((script) => ['SCRIPT', 'LOAD', script]);

const digestOf = (script: string) => createHash('sha1').update(script).digest('hex');
const readDigest = digestOf(readScript);
export const commitDigest = digestOf(commitScript);

const valueKey = (prefix: string, name: string) => `${prefix}value:${name}`;
const indexKey = (prefix: string, index: string) => `${prefix}index:${index}`;

/**
 * The command that reads values. `wanted` has pairs of a name and the token of the value that this process knows, or an
 * empty text.
 */
export function readCommand(
	prefix: string,
	wanted: readonly (readonly [string, string])[],
): Command {
	const keys = wanted.map(([name]) => valueKey(prefix, name));
	return ['EVALSHA', readDigest, String(keys.length), ...keys, ...wanted.map(([, token]) => token)];
}

export function entriesCommand(prefix: string, range: LimitedRange): Command {
	const key = indexKey(prefix, range.index);
	const [low, high] = boundsOf(range);
	const limit = ['LIMIT', '0', String(range.limit)];
	return range.isReverse
		? ['ZREVRANGEBYLEX', key, high, low, ...limit]
		: ['ZRANGEBYLEX', key, low, high, ...limit];
}

export function countCommand(prefix: string, span: IndexRange): Command {
	return ['ZLEXCOUNT', indexKey(prefix, span.index), ...boundsOf(span)];
}

export function readEntries(reply: unknown, index: string): IndexEntry[] {
	if (reply instanceof Error) throw damagedIndex(index);
	return (reply as string[]).map((member) => {
		if (!/^[0-9a-f]{32}/.test(member)) throw damagedIndex(index);
		return {
			at: numberOf(member.slice(0, 16)),
			rank: numberOf(member.slice(16, 32)),
			id: member.slice(32),
		};
	});
}

export function readCount(reply: unknown, index: string): number {
	if (reply instanceof Error) throw damagedIndex(index);
	return Number(reply);
}

interface Commit {
	/** The deadline in milliseconds, by Redis's clock. */
	deadlineMs: number;
	/** Until when the decisions are valid, by Redis's clock. */
	validUntilMs: number;
	/** Pairs of a name and the token that was read; the token is empty if there was no value. */
	checks: readonly (readonly [string, string])[];
	changes: WriteSetChanges;
	newToken(): string;
}

export function commitCommand(
	prefix: string,
	{ deadlineMs, validUntilMs, checks, changes, newToken }: Commit,
): Command {
	const values = [...changes.values];
	const written = values.filter(([, value]) => value !== undefined);
	const removed = values.filter(([, value]) => value === undefined);
	const entries = [...changes.indexes].flatMap(([index, ofIndex]) =>
		[...ofIndex.values()].map((entry) => ({ key: indexKey(prefix, index), ...entry })),
	);
	const gone = entries.filter(({ isAdded }) => !isAdded);
	const added = entries.filter(({ isAdded }) => isAdded);
	const keysOf = (pairs: readonly (readonly [string, unknown])[]) =>
		pairs.map(([name]) => valueKey(prefix, name));
	const keys = [
		...keysOf(checks),
		...added.map(({ key }) => key),
		...keysOf(written),
		...keysOf(removed),
		...gone.map(({ key }) => key),
	];
	const counts = [checks, added, written, removed, gone].map(({ length }) => String(length));
	return [
		'EVALSHA',
		commitDigest,
		String(keys.length),
		...keys,
		String(deadlineMs),
		String(validUntilMs),
		...counts,
		...checks.map(([, token]) => token),
		...added.map(sortedSetMemberOf),
		...written.map(([, value]) => newToken() + JSON.stringify(value)),
		...gone.map(sortedSetMemberOf),
	];
}

/** Returns the index that has this key. */
export function indexOfKey(prefix: string, key: string): string {
	return key.slice(indexKey(prefix, '').length);
}

export function tokenOfStoredText(text: string | null): string {
	return text?.slice(0, tokenLength) ?? '';
}

/** Returns the time at which a value was stored, by the clock of the instance that stored it. NaN if it is damaged. */
export function timeOfStoredText(text: string): number {
	return parseInt(text.slice(0, timeLength), 36);
}

export function contentOfStoredText(text: string): string {
	return text.slice(tokenLength);
}

/** Writes an entry as a member of a Redis sorted set. All members have the same score, so Redis sorts them as texts. */
export function sortedSetMemberOf({ at, rank, id }: IndexEntry): string {
	return textOf(at) + textOf(rank) + id;
}

function boundsOf({ from, to }: IndexRange): [low: string, high: string] {
	const boundAt = ({ at, rank }: IndexBound, open: number) =>
		`[${textOf(at)}${textOf(rank ?? open)}`;
	return [
		from ? boundAt(from, -Infinity) : '-',
		// A text that sorts after every id.
		to ? `${boundAt(to, Infinity)}\uffff` : '+',
	];
}

const view = new DataView(new ArrayBuffer(8));

/**
 * Writes a number as 16 hexadecimal digits that sort like the numbers: all bits of a negative number are inverted, and
 * the sign bit of any other number is set.
 */
function textOf(number: number): string {
	view.setFloat64(0, number === 0 ? 0 : number);
	const bits = view.getBigUint64(0);
	return BigInt.asUintN(64, number < 0 ? ~bits : bits | signBit)
		.toString(16)
		.padStart(16, '0');
}

const signBit = 1n << 63n;

function numberOf(text: string): number {
	const bits = BigInt(`0x${text}`);
	view.setBigUint64(0, bits >= signBit ? bits ^ signBit : BigInt.asUintN(64, ~bits));
	return view.getFloat64(0);
}
