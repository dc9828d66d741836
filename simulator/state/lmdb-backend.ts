/** Stores values and indexes in an LMDB file that only this process has open. */
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Backend, Bound, Entry, Key, LimitedRange } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { noDeadlines } from './call-deadlines.ts';
import type { Changes, Pending, Source } from './write-set.ts';
import { createWriteSet, nameOf, runNext } from './write-set.ts';

type FileKey = (string | number)[];

interface KeyRange {
	start: FileKey;
	end: FileKey;
	reverse: boolean;
	limit: number;
}

/** The part of LMDB that this backend uses. Declared here because the package is optional. */
export interface LmdbFile {
	get(key: FileKey): string | undefined;
	putSync(key: FileKey, value: string): unknown;
	removeSync(key: FileKey): unknown;
	getKeys(range: KeyRange): Iterable<unknown>;
	getKeysCount(range: Partial<KeyRange>): number;
	transactionSync<T>(run: () => T): T;
	close(): Promise<void>;
}

const sweepPauseMs = 10;
/** Maximum number of cached values. Only workspace records are cached, and 1,000 is the default of `limits.maxWorkspaces`. */
const mostCached = 1_000;

export const valueKey = (name: string): FileKey => ['value', name];
const entryKey = (index: string, { at, rank, id }: Entry): FileKey => [
	'entry',
	index,
	at,
	rank,
	id,
];

export function createLmdbBackend(file: LmdbFile): Backend {
	/** Parsed values by name. */
	const cache = createLruCache<NonNullable<unknown>>(mostCached);
	let waiting: Pending[] = [];
	let flushing: Promise<void> | null = null;

	const read = (key: Key<unknown>): unknown => {
		const name = nameOf(key);
		const cached = key.isCached ? cache.get(name) : undefined;
		if (cached !== undefined) return cached;
		const text = file.get(valueKey(name));
		const value = text === undefined ? undefined : JSON.parse(text);
		if (key.isCached && value !== undefined) cache.put(name, value);
		return value;
	};
	const source: Source = {
		values: (keys) => fromFile(() => keys.map(read)),
		entries: (range) => fromFile(() => [...file.getKeys(keyRange(range))].map(readEntry)),
		count: (span) =>
			fromFile(() => file.getKeysCount(keyRange({ ...span, limit: Number.MAX_SAFE_INTEGER }))),
	};
	const store = ({ values, indexes }: Changes) => {
		for (const [name, value] of values) {
			if (value === undefined) file.removeSync(valueKey(name));
			else file.putSync(valueKey(name), JSON.stringify(value));
		}
		for (const [index, changes] of indexes) {
			for (const entry of changes.values()) {
				if (entry.isAdded) file.putSync(entryKey(index, entry), '');
				else file.removeSync(entryKey(index, entry));
			}
		}
	};
	/** Commits all transactions of one event-loop turn in one LMDB transaction. */
	const flush = () => {
		const batch = waiting;
		waiting = [];
		flushing = null;
		try {
			const changes = createWriteSet(source);
			const settle = file.transactionSync(() => {
				const all = batch.map((pending) => runNext(source, changes, pending));
				if (!changes.isEmpty()) store(changes);
				return all;
			});
			for (const name of changes.values.keys()) cache.take(name);
			for (const one of settle) one();
		} catch (failure) {
			for (const { reject } of batch) reject(unavailable(failure));
		}
	};

	return {
		sweepPauseMs,
		deadlines: noDeadlines,
		lastRead: <T>(key: Key<T>) => cache.get(nameOf(key)) as T | undefined,
		read: async (run) => run(createWriteSet(source)),
		write: <R>(run: Pending['run']) =>
			new Promise<R>((resolve, reject) => {
				waiting.push({ run, resolve: resolve as Pending['resolve'], reject });
				flushing ??= new Promise((done) => {
					setImmediate(() => {
						flush();
						done();
					});
				});
			}),
		async close() {
			await flushing;
			await file.close();
		},
	};
}

function fromFile<T>(run: () => T): T {
	try {
		return run();
	} catch (failure) {
		throw unavailable(failure);
	}
}

function unavailable(failure: unknown): StoreUnavailable {
	return failure instanceof StoreUnavailable ? failure : new StoreUnavailable(failure);
}

function keyRange({ index, from, to, limit, isReverse = false }: LimitedRange): KeyRange {
	const low = boundKey(index, from, -Infinity);
	const high = [...boundKey(index, to, Infinity), lastText];
	return isReverse
		? { start: high, end: low, reverse: true, limit }
		: { start: low, end: high, reverse: false, limit };
}

/** Sorts after every id. */
const lastText = '\uffff';

function boundKey(index: string, bound: Bound | undefined, open: number): FileKey {
	return ['entry', index, bound?.at ?? open, bound?.rank ?? open];
}

function readEntry(key: unknown): Entry {
	const [, , at, rank, id] = key as [string, string, number, number, string];
	return { at, rank, id };
}
