/** The stored values, their keys and their indexes. Increase `schemaVersion` when you change any of them. */
import type { Payment } from '../domain/payment.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Ending, StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { IndexEntry, IndexRange, Key, Transaction } from './backend.ts';
import type { StoredAnswer } from './store.ts';

export const schemaVersion = 12;

/** Counts the payments of the whole store. */
export interface StoreCounts {
	readonly live: number;
	readonly evicted: number;
	readonly expired: number;
	/**
	 * How many payments were ever created in the store. The next payment gets this number as its order, so a lower order
	 * is older.
	 */
	readonly order: number;
}

export interface WorkspaceIndex {
	readonly count: number;
	/** The next generation gets this number. Each creation and reset of a workspace increases it. */
	readonly begun: number;
	/** The number of the latest `Ending`. */
	readonly ended: number;
}

/** The counts of the payments in one generation of a workspace. */
export interface GenerationCounts {
	readonly live: number;
	/** How many payments were ever created in this generation. */
	readonly ordinal: number;
	/** The first serial of a new reference. It is higher than all serials of references that are no longer stored. */
	readonly unusedSerial: number;
}

export interface StoredPayment {
	readonly payment: Payment;
	readonly order: number;
	/** When the payment becomes final, on the clock of its workspace; `neverFinal` if time alone does not make it final. */
	readonly finalAt: number;
	readonly isUnopened: boolean;
	/** The idempotency keys of the payment in addition to its first one. */
	readonly otherKeys: readonly string[];
}

/** The counts of a reference. They exist while a payment with the reference is stored. */
export interface ReferenceCount {
	/** Identifies the reference in the index of references. It is the order of its first payment. */
	readonly group: number;
	/** How many payments with the reference were created, evicted ones included. */
	readonly seen: number;
	/** The serial of the first payment with the reference. */
	readonly firstSerial: number;
	readonly live: number;
}

/** The `finalAt` of a payment that time alone does not make final. It is a number, because JSON has no infinity. */
export const neverFinal = Number.MAX_SAFE_INTEGER;

/** The keys outside a generation. Those of payments are in `GenerationKeys`. */
export const storeKeys = {
	schema: key<number>('schema', ''),
	origin: key<StoreOrigin>('origin', ''),
	/** When the store was initialised again, because Redis had lost all keys under a running instance, in wall time. */
	rebuiltMs: key<number>('rebuilt', ''),
	/** The end of the last use, in wall time, as the process noted it when it closed the store. Only in a file. */
	lastUseMs: key<number>('last-use', ''),
	totals: key<StoreCounts>('totals', ''),
	workspaceIndex: key<WorkspaceIndex>('workspaces', ''),
	record: (workspace: string): Key<WorkspaceRecord> => ({
		table: 'workspace',
		id: workspace,
		isCached: true,
	}),
	usedMs: (workspace: string) => key<number>('used', workspace),
	/** The latest ending of a workspace with this name. */
	ended: (workspace: string) => key<Ending>('ended', workspace),
	/** A ring of the latest workspace names whose secret was changed. When it is full, the oldest `ended` is removed. */
	endedName: (slot: number) => key<string>('ended-name', String(slot)),
};

/** The indexes of the whole store. */
export const indexes = {
	/** Workspace names by the time of their last use. */
	used: 'used',
	/** Workspace names by position. */
	workspaces: 'workspaces',
	/** Entries (`storeWideEntry`) of payments that were final when they were added. */
	final: 'final',
	/** Entries (`storeWideEntry`) of payments that no shopper has opened. */
	unopened: 'unopened',
	/** The generations of deleted and reset workspaces, whose payments the sweeper removes. */
	garbage: 'garbage',
};

/** The keys and indexes of one generation of a workspace. */
export interface GenerationKeys {
	readonly counts: Key<GenerationCounts>;
	payment(sessionId: string): Key<StoredPayment>;
	/** The session id that belongs to a transaction id. */
	session(transactionId: string): Key<string>;
	reference(reference: string): Key<ReferenceCount>;
	answer(idempotencyKey: string): Key<{ sessionId: string; answer: StoredAnswer }>;
	/**
	 * Written when planned states of a payment change. Redis checks values, not indexes: a transaction that reads the index
	 * `due` also reads its mark, and runs again when another instance has changed a payment. The removal of a whole payment
	 * does not write it: at worst, an evicted payment still counts as changed.
	 */
	readonly dueMark: Key<null>;
	/** Session ids by order, so by age. */
	readonly age: string;
	/** Session ids by reference; for equal references, by order. */
	readonly references: string;
	/** Session ids by the time at which the payment becomes final, then by order. */
	readonly pending: string;
	/** Session ids by the times of their planned states; for equal times, by `dueRank`. */
	readonly due: string;
}

const scopes = createLruCache<GenerationKeys, number>(1_000);

export function generationKeysOf({
	generation,
}: Pick<WorkspaceRecord, 'generation'>): GenerationKeys {
	const known = scopes.get(generation);
	if (known) return known;
	const scope = createScope(String(generation));
	scopes.put(generation, scope);
	return scope;
}

function createScope(generation: string): GenerationKeys {
	const named = (kind: string) => `${kind}/${generation}`;
	const inTable = <T>(kind: string) => {
		const table = named(kind);
		return (id: string) => key<T>(table, id);
	};
	return {
		counts: key('counts', generation),
		payment: inTable('payment'),
		session: inTable('session'),
		reference: inTable('reference'),
		answer: inTable('answer'),
		dueMark: key('due-mark', generation),
		age: named('age'),
		references: named('references'),
		pending: named('pending'),
		due: named('due'),
	};
}

function key<T>(table: string, id: string): Key<T> {
	return { table, id };
}

/** An entry in an index over the payments of all workspaces. */
export function storeWideEntry(generation: number, order: number, sessionId: string): IndexEntry {
	return { at: order, rank: generation, id: sessionId };
}

/** The most states in a timeline; no timeline has more. */
const maxStates = 2 ** 16;

/**
 * The rank of an entry in the index `due`: it sorts by payment, then by the position of the state in the payment's
 * timeline.
 */
export function dueRank(order: number, index: number): number {
	return order * maxStates + index;
}

/** The position in the timeline that a `dueRank` contains. */
export function timelineIndexOfDue({ rank }: IndexEntry): number {
	return rank % maxStates;
}

const noTotals: StoreCounts = { live: 0, evicted: 0, expired: 0, order: 0 };
const noWorkspaces: WorkspaceIndex = { count: 0, begun: 0, ended: 0 };
const noCounts: GenerationCounts = { live: 0, ordinal: 0, unusedSerial: 0 };

export function readStoreTotals(transaction: Transaction): StoreCounts {
	return transaction.get(storeKeys.totals) ?? noTotals;
}

/** Returns the records of the workspaces that exist. */
export function readRecords(transaction: Transaction, names: readonly string[]): WorkspaceRecord[] {
	const records = transaction.getAll(names.map(storeKeys.record));
	return records.filter((record) => record !== undefined);
}

/** The payments of a workspace that time has made final and that are not in the index `final` yet. */
export function pendingUntilNow(record: WorkspaceRecord, wallMs: number): IndexRange {
	return { index: generationKeysOf(record).pending, to: { at: nowIn(record, wallMs) } };
}

/** The payments of a workspace that are not final yet. */
export function pendingAfterNow(record: WorkspaceRecord, wallMs: number): IndexRange {
	return { index: generationKeysOf(record).pending, from: { at: nowIn(record, wallMs) + 1 } };
}

export function readWorkspaceIndex(transaction: Transaction): WorkspaceIndex {
	return transaction.get(storeKeys.workspaceIndex) ?? noWorkspaces;
}

export function readGenerationCounts(
	transaction: Transaction,
	scope: GenerationKeys,
): GenerationCounts {
	return transaction.get(scope.counts) ?? noCounts;
}
