/** A storage backend keeps values by key and ordered indexes. Every change is a transaction: all of it happens, or nothing. */

export interface Key<T> {
	readonly table: string;
	readonly id: string;
	/** Read often and changed seldom: LMDB and Redis keep the parsed value in memory. */
	readonly isCached?: true;
	/** Written for every payment, read seldom, and never replaced. */
	readonly isRare?: true;
	/** Never set: carries the type of the value. */
	readonly type?: T;
}

/** Entries of an index are ordered by `at`, then by `rank`, then by `id`. */
export interface Entry {
	readonly at: number;
	readonly rank: number;
	readonly id: string;
}

/** Without a rank: before or after all of them. */
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
	/** In the order of the keys. Over Redis it costs one round trip, where single reads cost one each. */
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
 * Runs without waiting, changes nothing but the transaction, and may be run again: over Redis when a value is not loaded
 * yet, or when another instance has changed what it read.
 */
export type TransactionFunction<R> = (transaction: Transaction) => R;

/** Keys that a function is sure to read: Redis loads them in one round trip. */
export type Needs = () => readonly Key<unknown>[];

export interface Backend {
	/** How long the sweeper waits after each step, so that calls come first. */
	readonly sweepPauseMs: number;
	/** The value of a cached key when it was last read. */
	lastRead<T>(key: Key<T>): T | undefined;
	/** For functions that change nothing. */
	read<R>(run: TransactionFunction<R>, needs?: Needs): Promise<R>;
	/** Rejects with what the function throws; then nothing of it is stored. */
	write<R>(run: TransactionFunction<R>, needs?: Needs): Promise<R>;
	close(): Promise<void>;
}

/** The store cannot be reached or cannot write; nothing of the call is stored. */
export class StoreUnavailable extends Error {
	constructor(cause: unknown) {
		super('The store cannot be reached.', { cause });
	}
}
