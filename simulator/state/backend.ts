/**
 * The interface of a storage backend, which keeps values by key and ordered indexes. Every change is a transaction: all
 * of it happens, or nothing.
 */
import type { Awaitable } from '../runtime/awaitable.ts';
import type { CallDeadlines } from './call-deadlines.ts';

export interface Key<T> {
	readonly table: string;
	readonly id: string;
	/** Set if the value is read often and changed seldom: LMDB and Redis then keep the parsed value in memory. */
	readonly isCached?: true;
	/** Never set: it only carries the type of the value. */
	readonly type?: T;
}

/** An entry of an ordered index, which sorts by `at`, then by `rank`, then by `id`. */
export interface IndexEntry {
	readonly at: number;
	readonly rank: number;
	readonly id: string;
}

/**
 * A bound of a range. Without a rank, a lower bound is before all ranks at its time, and an upper bound is after all of
 * them.
 */
export interface IndexBound {
	readonly at: number;
	readonly rank?: number;
}

/** A range of an index. Both bounds are inclusive. */
export interface IndexRange {
	readonly index: string;
	readonly from?: IndexBound;
	readonly to?: IndexBound;
}

export interface LimitedRange extends IndexRange {
	readonly limit: number;
	readonly isReverse?: boolean;
}

export interface Transaction {
	get<T>(key: Key<T>): T | undefined;
	/** Returns the values in the order of the keys. Over Redis this is one round trip; single reads take one each. */
	getAll<T>(keys: readonly Key<T>[]): (T | undefined)[];
	put<T>(key: Key<T>, value: T): void;
	remove(key: Key<unknown>): void;
	entries(range: LimitedRange): IndexEntry[];
	/** Returns the entries of each range. Over Redis this is one round trip; single ranges take one each. */
	entriesOfAll(ranges: readonly LimitedRange[]): IndexEntry[][];
	count(span: IndexRange): number;
	addEntry(index: string, entry: IndexEntry): void;
	/** Removes an entry; does nothing if it is not there. */
	removeEntry(index: string, entry: IndexEntry): void;
	/**
	 * Calls back when the transaction is stored, before its caller continues. Callbacks of several transactions come in
	 * the order in which this process stored them. Code after an awaited result may continue in another order.
	 */
	afterCommit(callback: () => void): void;
	/**
	 * Says for how many milliseconds the decision of this transaction is valid. If Redis receives the commit later, the
	 * transaction runs again, because other instances may already have read the next planned state. The other backends
	 * store it at once.
	 */
	validFor(ms: number): void;
}

/**
 * A function that runs in a transaction. It is synchronous, and changes nothing except through the transaction. It may
 * run more than once: over Redis when a value is not loaded yet, or when another instance has changed a value that it
 * read.
 */
export type TransactionFunction<R> = (transaction: Transaction) => R;

/** Returns the keys that a transaction function will certainly read, so that Redis loads them in one round trip. */
export type KeysToLoad = () => readonly Key<unknown>[];

export interface Backend {
	/** How long the sweeper waits after each step, in milliseconds, so that calls are served first. */
	readonly sweepPauseMs: number;
	readonly deadlines: CallDeadlines;
	/** Returns the last known value of a cached key; undefined if it is not in the cache. */
	lastRead<T>(key: Key<T>): T | undefined;
	/** Runs a function that changes nothing. */
	read<R>(run: TransactionFunction<R>, needs?: KeysToLoad): Awaitable<R>;
	/**
	 * Runs a function and stores its changes. If the function throws, nothing is stored and the error is thrown here.
	 * Rejects with `StoreUnavailable` if the backend fails.
	 */
	write<R>(run: TransactionFunction<R>, needs?: KeysToLoad): Awaitable<R>;
	/** Closes when the transactions that wait have ended. Over Redis, rejects those that wait at `untilMs` (monotonic). */
	close(untilMs?: number): Promise<void>;
}

/**
 * The store cannot be reached or cannot write. Nothing is stored, with one exception: when the connection to Redis breaks
 * during a commit, the whole transaction may be stored.
 */
export class StoreUnavailable extends Error {
	constructor(cause: unknown) {
		super('The store cannot be reached.', { cause });
	}
}

/** Redis did not reply to a commit in time, or the connection broke: the whole transaction is stored, or nothing of it. */
export class CommitUncertain extends StoreUnavailable {}

/** A stored value or index entry cannot be read: another program has changed it. */
export class DamagedValue extends StoreUnavailable {
	/** The kind of the damaged value: the first part of its table or index, such as `payment` or `index due`. */
	readonly kind: string;
	/**
	 * Names the value in the log: its table, which has the generation of a workspace, or its key if there is one for each
	 * workspace. The ids of payments, references and idempotency keys must not be in the log.
	 */
	readonly place: string;

	constructor({ table, id }: Pick<Key<unknown>, 'table' | 'id'>) {
		const kind = table.replace(/\/.*/, '');
		super(new Error(`its value of the kind "${kind}" is damaged: it cannot be read`));
		this.kind = kind;
		this.place = id === '' || kind !== table ? table : `${table}/${id}`;
	}
}

export function damagedIndex(index: string): DamagedValue {
	return new DamagedValue({ table: `index ${index}`, id: '' });
}
