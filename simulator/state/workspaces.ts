/** Creates, resets, expires and deletes workspaces. */
import { toMs } from '../contract/duration.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Ending, StartValues, StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import { createRecord } from '../workspaces/record.ts';
import type { Transaction } from './backend.ts';
import type { WorkspaceIndex } from './records.ts';
import {
	generationKeysOf,
	indexes,
	pendingAfterNow,
	readGenerationCounts,
	readRecords,
	readStoreTotals,
	readWorkspaceIndex,
	schemaVersion,
	storeKeys,
} from './records.ts';
import type { WorkspaceEntry } from './store.ts';

export interface BeginWorkspaceOptions {
	origin: StoreOrigin;
	name: string;
	startValues: StartValues;
	/** The wall time at which the workspace's clock starts. */
	clockFromMs: number;
	createdMs: number;
}

/** Returns the record of a workspace; if it does not exist, the one that it would be created with. */
export function presentRecord(
	transaction: Transaction,
	origin: StoreOrigin,
	name: string,
): WorkspaceRecord {
	return transaction.get(storeKeys.record(name)) ?? uncreatedRecord(transaction, origin, name);
}

function uncreatedRecord(
	transaction: Transaction,
	origin: StoreOrigin,
	name: string,
): WorkspaceRecord {
	const { begun } = readWorkspaceIndex(transaction);
	const ended = endedOf(transaction, name);
	const first = firstBeginning(origin, name, origin.startedMs);
	return createRecord({ ...first, ended, generation: begun, position: begun });
}

/** How a workspace begins that is created without values of its own. */
export function firstBeginning(
	origin: StoreOrigin,
	name: string,
	createdMs: number,
): BeginWorkspaceOptions {
	const { startValues, startedMs } = origin;
	return { origin, name, startValues, clockFromMs: startedMs, createdMs };
}

/** The latest ending of a workspace with this name; null if none has ended. */
function endedOf(transaction: Transaction, name: string): Ending | null {
	return transaction.get(storeKeys.ended(name)) ?? null;
}

/**
 * Returns the index for a change. Its generations begin with the time, so that they do not come again after Redis has
 * lost all keys.
 */
function indexToChange(transaction: Transaction, wallMs: number): WorkspaceIndex {
	const begun = { count: 0, begun: wallMs, ended: 0 };
	return transaction.get(storeKeys.workspaceIndex) ?? begun;
}

/** How many endings a store remembers. A name whose latest ending is older begins with its first secret again. */
export const maxRememberedEndings = 10_000;

/**
 * Gives the next workspace of this name another secret, so that it cannot show the journal entries of earlier calls.
 * Returns the ending.
 */
export function changeSecret(transaction: Transaction, name: string, wallMs: number): Ending {
	const index = indexToChange(transaction, wallMs);
	const number = index.ended + 1;
	transaction.put(storeKeys.workspaceIndex, { ...index, ended: number });
	const slot = endedNameAt(number);
	const oldest = transaction.get(slot);
	if (
		oldest !== undefined &&
		endedOf(transaction, oldest)?.number === number - maxRememberedEndings
	) {
		transaction.remove(storeKeys.ended(oldest));
	}
	const ended = { number, wallMs };
	transaction.put(slot, name);
	transaction.put(storeKeys.ended(name), ended);
	return ended;
}

function endedNameAt(number: number) {
	return storeKeys.endedName(number % maxRememberedEndings);
}

/** Stores what every store has beside its workspaces. */
export function initialise(transaction: Transaction, origin: StoreOrigin): void {
	transaction.put(storeKeys.schema, schemaVersion);
	transaction.put(storeKeys.origin, origin);
}

/** Creates a workspace, or replaces an existing one by a new generation. The sweeper removes the payments of the old one. */
export function beginWorkspace(
	transaction: Transaction,
	beginning: BeginWorkspaceOptions,
	wallMs: number,
): WorkspaceRecord {
	const { name, origin } = beginning;
	// Redis may have lost keys under a running instance, all or some of them.
	if (transaction.get(storeKeys.schema) === undefined) {
		initialise(transaction, origin);
		transaction.put(storeKeys.rebuiltMs, wallMs);
	}
	if (name !== defaultWorkspace && !transaction.get(storeKeys.record(defaultWorkspace))) {
		beginWorkspace(transaction, firstBeginning(origin, defaultWorkspace, wallMs), wallMs);
	}
	const before = transaction.get(storeKeys.record(name));
	const ended = before ? changeSecret(transaction, name, wallMs) : endedOf(transaction, name);
	const index = indexToChange(transaction, wallMs);
	const { begun } = index;
	const position = before?.position ?? begun;
	const count = before ? index.count : index.count + 1;
	transaction.put(storeKeys.workspaceIndex, { ...index, count, begun: begun + 1 });
	if (before) discard(transaction, before);
	else transaction.addEntry(indexes.workspaces, { at: position, rank: 0, id: name });
	const record = createRecord({ ...beginning, generation: begun, position, ended });
	transaction.put(storeKeys.record(name), record);
	noteUse(transaction, name, wallMs);
	return record;
}

/** Deletes a workspace. Returns how many payments it had. */
export function endWorkspace(
	transaction: Transaction,
	record: WorkspaceRecord,
	wallMs: number,
): number {
	const { name } = record;
	changeSecret(transaction, name, wallMs);
	const index = readWorkspaceIndex(transaction);
	transaction.put(storeKeys.workspaceIndex, { ...index, count: index.count - 1 });
	transaction.remove(storeKeys.record(name));
	transaction.removeEntry(indexes.workspaces, { at: record.position, rank: 0, id: name });
	const usedMs = transaction.get(storeKeys.usedMs(name));
	if (usedMs !== undefined) transaction.removeEntry(indexes.used, usedAt(usedMs, name));
	transaction.remove(storeKeys.usedMs(name));
	return discard(transaction, record);
}

/**
 * Hides the payments of a generation until the sweeper removes them, and stops counting them. Returns how many there
 * were.
 */
function discard(transaction: Transaction, record: WorkspaceRecord): number {
	const totals = readStoreTotals(transaction);
	const { live } = readGenerationCounts(transaction, generationKeysOf(record));
	transaction.put(storeKeys.totals, { ...totals, live: totals.live - live });
	transaction.addEntry(indexes.garbage, { at: record.generation, rank: 0, id: '' });
	return live;
}

/** Stores the time of the workspace's last use. */
export function noteUse(transaction: Transaction, name: string, wallMs: number): void {
	const before = transaction.get(storeKeys.usedMs(name));
	if (before !== undefined && before >= wallMs) return;
	if (before !== undefined) transaction.removeEntry(indexes.used, usedAt(before, name));
	transaction.put(storeKeys.usedMs(name), wallMs);
	transaction.addEntry(indexes.used, usedAt(wallMs, name));
}

function usedAt(usedMs: number, name: string) {
	return { at: usedMs, rank: 0, id: name };
}

/**
 * Deletes a workspace if it was idle for longer than its time to live and all its payments are final. Returns its
 * record; null if it did not expire. `unstoredMs`: when the workspace was last used without the use being stored; 0 if it
 * never was.
 */
export function expireIfIdle(
	transaction: Transaction,
	name: string,
	{ wallMs, unstoredMs }: { wallMs: number; unstoredMs: number },
): WorkspaceRecord | null {
	const record = transaction.get(storeKeys.record(name));
	const root = transaction.get(storeKeys.record(defaultWorkspace));
	if (!record || !root || name === defaultWorkspace) return null;
	const storedMs = transaction.get(storeKeys.usedMs(name)) ?? record.createdMs;
	const usedMs = Math.max(storedMs, unstoredMs);
	if (wallMs - usedMs <= toMs(root.settings.inForce.workspaces.ttl)) return null;
	const scope = generationKeysOf(record);
	// This read makes the transaction run again if another instance adds a payment at the same time.
	readGenerationCounts(transaction, scope);
	const notFinal = { ...pendingAfterNow(record, wallMs), limit: 1 };
	if (transaction.entries(notFinal).length > 0) return null;
	const gone = endWorkspace(transaction, record, wallMs);
	const totals = readStoreTotals(transaction);
	transaction.put(storeKeys.totals, { ...totals, expired: totals.expired + gone });
	return record;
}

/** Loads what `expireIfIdle` reads of these workspaces. Over Redis this takes a few round trips in all. */
export function loadToExpire(
	transaction: Transaction,
	names: readonly string[],
	wallMs: number,
): void {
	const records = readRecords(transaction, names);
	const { ended } = readWorkspaceIndex(transaction);
	const slots = names.map((_, index) => endedNameAt(ended + 1 + index));
	transaction.getAll<unknown>([
		...slots,
		...names.map(storeKeys.ended),
		...records.map((record) => generationKeysOf(record).counts),
	]);
	const oldest = transaction.getAll(slots).filter((name) => name !== undefined);
	transaction.getAll(oldest.map(storeKeys.ended));
	transaction.entriesOfAll(
		records.map((record) => ({ ...pendingAfterNow(record, wallMs), limit: 1 })),
	);
}

export function readWorkspaceEntries(
	transaction: Transaction,
	names: readonly string[],
): WorkspaceEntry[] {
	const records = readRecords(transaction, names);
	const used = transaction.getAll(records.map(({ name }) => storeKeys.usedMs(name)));
	const counts = transaction.getAll(records.map((record) => generationKeysOf(record).counts));
	return records.map((record, index) => ({
		record,
		live: counts[index]?.live ?? 0,
		created: counts[index]?.ordinal ?? 0,
		createdMs: record.createdMs,
		usedMs: used[index] ?? record.createdMs,
	}));
}
