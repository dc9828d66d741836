/** A storage backend keeps values by key and ordered indexes. Every change is a transaction: all of it happens, or nothing. */
import type { Awaitable } from '../runtime/awaitable.ts';
import type { CallDeadlines } from './call-deadlines.ts';

export interface Key<T> {
	readonly table: string;
	readonly id: string;
	/** Read often and changed seldom: LMDB and Redis keep the parsed value in memory. */
	readonly isCached?: true;
	/** Never set: only carries the type of the value. */
	readonly type?: T;
}

/** An entry of an ordered index, which sorts by `at`, then by `rank`, then by `id`. */
export interface Entry {
	readonly at: number;
	readonly rank: number;
	readonly id: string;
}

/** Without a rank, a lower bound is before all ranks at this time, and an upper bound after all of them. */
export interface Bound {
	readonly at: number;
	readonly rank?: number;
}

/** Both bounds are inclusive. */
export interface IndexRange {
	readonly index: string;
	readonly from?: Bound;
	readonly to?: Bound;
}

export interface LimitedRange extends IndexRange {
	readonly limit: number;
	readonly isReverse?: boolean;
}

export interface Transaction {
	get<T>(key: Key<T>): T | undefined;
	/** In the order of the keys. Over Redis this is one round trip; single reads are one each. */
	getAll<T>(keys: readonly Key<T>[]): (T | undefined)[];
	put<T>(key: Key<T>, value: T): void;
	remove(key: Key<unknown>): void;
	entries(range: LimitedRange): Entry[];
	count(span: IndexRange): number;
	addEntry(index: string, entry: Entry): void;
	/** Does nothing when the entry is not there. */
	removeEntry(index: string, entry: Entry): void;
}

/**
 * Synchronous, and changes nothing but the transaction. It may run more than once: over Redis when a value is not loaded
 * yet, or when another instance has changed a value that it read.
 */
export type TransactionFunction<R> = (transaction: Transaction) => R;

/** The keys that a function will certainly read: Redis loads them in one round trip. */
export type Needs = () => readonly Key<unknown>[];

export interface Backend {
	/** How long the sweeper waits after each step, so that calls come first. */
	readonly sweepPauseMs: number;
	readonly deadlines: CallDeadlines;
	/** The last known value of a cached key; undefined when it is not in the cache. */
	lastRead<T>(key: Key<T>): T | undefined;
	/** For functions that change nothing. */
	read<R>(run: TransactionFunction<R>, needs?: Needs): Awaitable<R>;
	/**
	 * Throws or rejects with the error that the function throws, and stores nothing then. Rejects with `StoreUnavailable`
	 * when the backend fails.
	 */
	write<R>(run: TransactionFunction<R>, needs?: Needs): Awaitable<R>;
	close(): Promise<void>;
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

/** Another program changed a value or an entry of an index: it cannot be read any more. */
export class DamagedValue extends StoreUnavailable {
	/** The first part of the table, or of the index: `payment`, `index due`. */
	readonly kind: string;

	constructor({ table }: Pick<Key<unknown>, 'table'>) {
		const kind = table.replace(/\/.*/, '');
		super(new Error(`its value of the kind "${kind}" is damaged: it cannot be read`));
		this.kind = kind;
	}
}
