/**
 * The write set of a transaction: the changes that are not stored yet, over the stored data. LMDB and Redis commit it
 * as a whole.
 */
import { createHash } from 'node:crypto';
import type {
	IndexEntry,
	IndexRange,
	Key,
	KeysToLoad,
	LimitedRange,
	Transaction,
	TransactionFunction,
} from './backend.ts';
import { DamagedValue, damagedIndex, StoreUnavailable } from './backend.ts';

/** The stored data, which the write set reads. */
export interface StoredData {
	values(keys: readonly Key<unknown>[]): unknown[];
	entries(ranges: readonly LimitedRange[]): IndexEntry[][];
	count(span: IndexRange): number;
	/** The indexes that cannot take entries, because another program has changed the type of their keys. They have none. */
	readonly damagedIndexes?: ReadonlySet<string>;
	/** See `Transaction`. */
	validFor?(ms: number): void;
}

interface EntryChange extends IndexEntry {
	readonly isAdded: boolean;
}

export interface WriteSetChanges {
	/** The new values by the names of their keys; `undefined` for a removed value. */
	readonly values: ReadonlyMap<string, unknown>;
	readonly indexes: ReadonlyMap<string, ReadonlyMap<string, EntryChange>>;
}

export interface WriteSet extends Transaction, WriteSetChanges {
	readonly callbacks: readonly (() => void)[];
	/** Adds the changes of a later transaction. */
	merge(later: WriteSetChanges): void;
	isEmpty(): boolean;
}

/** Creates a write set over the source, and over the changes of earlier transactions of the same batch. */
export function createWriteSet(
	source: StoredData,
	earlier: WriteSetChanges | null = null,
): WriteSet {
	const values = new Map<string, unknown>();
	const indexes = new Map<string, Map<string, EntryChange>>();
	const callbacks: (() => void)[] = [];

	const setEntry = (index: string, change: EntryChange) => {
		if (source.damagedIndexes?.has(index)) {
			if (change.isAdded) throw damagedIndex(index);
			return;
		}
		const changes = indexes.get(index);
		if (changes) changes.set(identityOf(change), change);
		else indexes.set(index, new Map([[identityOf(change), change]]));
	};
	const changesOf = (index: string): readonly EntryChange[] => {
		const own = indexes.get(index);
		const before = earlier?.indexes.get(index);
		if (!before) return own ? [...own.values()] : [];
		return [...new Map([...before, ...(own ?? [])]).values()];
	};
	const getAll = <T>(keys: readonly Key<T>[]): (T | undefined)[] => {
		const holders = keys.map((key) => {
			const name = keyNameOf(key);
			if (values.has(name)) return { value: values.get(name) };
			return earlier?.values.has(name) ? { value: earlier.values.get(name) } : null;
		});
		const stored = source.values(keys.filter((_, index) => holders[index] === null)).values();
		return holders.map((holder) => (holder ? holder.value : stored.next().value) as T | undefined);
	};
	const entriesOfAll = (ranges: readonly LimitedRange[]): IndexEntry[][] => {
		const changed = ranges.map((range) => ({
			range,
			changes: changesOf(range.index).filter((entry) => isWithin(entry, range)),
		}));
		const wider = changed.map(({ range, changes }) =>
			changes.length === 0 ? range : { ...range, limit: range.limit + changes.length },
		);
		const stored = source.entries(wider).values();
		return changed.map(({ range, changes }) =>
			withChanges(stored.next().value ?? [], changes, range),
		);
	};
	const entries = (range: LimitedRange): IndexEntry[] => entriesOfAll([range]).flat();

	return {
		values,
		indexes,
		callbacks,
		getAll,
		entries,
		entriesOfAll,
		get: <T>(key: Key<T>) => getAll([key])[0],
		put: (key, value) => void values.set(keyNameOf(key), value),
		remove: (key) => void values.set(keyNameOf(key), undefined),
		count(span) {
			if (changesOf(span.index).length === 0) return source.count(span);
			return entries({ ...span, limit: Number.MAX_SAFE_INTEGER }).length;
		},
		addEntry: (index, entry) => setEntry(index, { ...entry, isAdded: true }),
		removeEntry: (index, entry) => setEntry(index, { ...entry, isAdded: false }),
		afterCommit: (callback) => void callbacks.push(callback),
		validFor: (ms) => source.validFor?.(ms),
		merge(later) {
			for (const [name, value] of later.values) values.set(name, value);
			for (const [index, changes] of later.indexes)
				for (const change of changes.values()) setEntry(index, change);
		},
		isEmpty: () => values.size === 0 && indexes.size === 0,
	};
}

/** A transaction that waits for its turn. */
export interface PendingTransaction {
	readonly run: TransactionFunction<unknown>;
	readonly needs?: KeysToLoad | undefined;
	resolve(result: unknown): void;
	reject(failure: unknown): void;
}

/** Is thrown when a value must be loaded first. The backend loads it and runs the transaction function again. */
export const notLoadedError = new Error('not loaded yet');

/**
 * Runs the next transaction of a batch over the changes of the earlier ones. If it throws, only this transaction is
 * rejected. Returns a function that settles the transaction; call it after the batch is stored.
 */
export function runNextTransaction(
	source: StoredData,
	batch: WriteSet,
	{ run, resolve, reject }: PendingTransaction,
): () => void {
	const own = createWriteSet(source, batch);
	try {
		const result = run(own);
		batch.merge(own);
		return () => {
			resolve(result);
			// The callers of `resolve` continue later, in microtasks.
			for (const callback of own.callbacks) callback();
		};
	} catch (failure) {
		if (failure instanceof DamagedValue) return () => reject(failure);
		if (failure === notLoadedError || failure instanceof StoreUnavailable) throw failure;
		return () => reject(failure);
	}
}

/**
 * The name of a key in LMDB and Redis. Ids from callers may be long or contain unusual characters, so their digest is
 * used.
 */
export function keyNameOf({ table, id }: Key<unknown>): string {
	if (id === '') return table;
	if (/^[\w.-]{1,64}$/.test(id)) return `${table}/${id}`;
	return `${table}/~${createHash('sha256').update(JSON.stringify(id)).digest('base64url')}`;
}

function identityOf({ at, rank, id }: IndexEntry): string {
	return `${at} ${rank} ${id}`;
}

/** Returns the stored entries of a range with these changes. */
function withChanges(
	stored: IndexEntry[],
	changes: readonly EntryChange[],
	{ isReverse, limit }: LimitedRange,
): IndexEntry[] {
	if (changes.length === 0) return stored;
	const merged = new Map(stored.map((entry) => [identityOf(entry), entry]));
	for (const { isAdded, ...entry } of changes) {
		if (isAdded) merged.set(identityOf(entry), entry);
		else merged.delete(identityOf(entry));
	}
	const sign = isReverse ? -1 : 1;
	return [...merged.values()].sort((one, other) => sign * compare(one, other)).slice(0, limit);
}

function isWithin({ at, rank }: IndexEntry, { from, to }: IndexRange): boolean {
	const isBefore = from && (at < from.at || (at === from.at && rank < (from.rank ?? -Infinity)));
	const isAfter = to && (at > to.at || (at === to.at && rank > (to.rank ?? Infinity)));
	return !isBefore && !isAfter;
}

function compare(one: IndexEntry, other: IndexEntry): number {
	if (one.at !== other.at) return one.at - other.at;
	if (one.rank !== other.rank) return one.rank - other.rank;
	return one.id < other.id ? -1 : Number(one.id > other.id);
}
