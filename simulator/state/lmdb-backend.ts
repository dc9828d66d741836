/** Stores values and indexes in an LMDB file that only this process has open. */
import { runInNextTurn } from '../runtime/awaitable.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { Backend, IndexBound, IndexEntry, Key, LimitedRange } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { noDeadlines } from './call-deadlines.ts';
import type { PendingTransaction, StoredData, WriteSetChanges } from './write-set.ts';
import { createWriteSet, keyNameOf, runNextTransaction } from './write-set.ts';

type FileKey = (string | number)[];

interface KeyRange {
	start: FileKey;
	end: FileKey;
	reverse: boolean;
	limit: number;
}

/** The part of LMDB that this backend uses. It is declared here because the package is optional. */
export interface LmdbFile {
	get(key: FileKey): string | undefined;
	putSync(key: FileKey, value: string): unknown;
	removeSync(key: FileKey): unknown;
	getKeys(range: KeyRange): Iterable<unknown>;
	getKeysCount(range: Partial<KeyRange>): number;
	transactionSync<T>(run: () => T): T;
	close(): Promise<void>;
}

export interface LmdbBackendOptions {
	/** Throws `DiskFull` if the disk has less free space. */
	ensureSpace(bytes: number): void;
	/** Throws if the file cannot grow by as much. It writes there, so it is for a file whose last write failed. */
	ensureGrowth(bytes: number): void;
	/** Throws if a part of the file is missing. Is called before each transaction. */
	ensureWhole(): void;
	/** Notes the size of the file. Is called after each transaction that may have extended it. */
	noteSize(): void;
	/** Is called with the failure when writes begin to fail, and with null when they succeed again. */
	writesChanged(failure: unknown): void;
}

/** The disk has no space for a transaction. Nothing was written. */
export class DiskFull extends Error {
	readonly code = 'ENOSPC';

	constructor() {
		super('no space left on its disk: ENOSPC');
	}
}

/**
 * The free space that transactions leave, in bytes. LMDB prints its own line for each write that fails, so a
 * transaction without enough space must not begin.
 */
export const minFreeBytes = 2 ** 20;
/** The disk space that a change may need: it may copy the page with its key, and the page above it. */
const bytesPerChange = 2 * 4096;

const sweepPauseMs = 10;
/** The most cached values. Only workspace records are cached, and 1,000 is the default of `limits.maxWorkspaces`. */
const maxCached = 1_000;

export const valueKey = (name: string): FileKey => ['value', name];
const entryKey = (index: string, { at, rank, id }: IndexEntry): FileKey => [
	'entry',
	index,
	at,
	rank,
	id,
];

export function createLmdbBackend(
	file: LmdbFile,
	{ ensureSpace, ensureGrowth, ensureWhole, noteSize, writesChanged }: LmdbBackendOptions,
): Backend {
	/** The parsed values by the names of their keys. */
	const cache = createLruCache<NonNullable<unknown>>(maxCached);
	let waiting: PendingTransaction[] = [];
	let flushing: Promise<void> | null = null;
	let isFailing = false;
	let isClosed = false;

	const read = (key: Key<unknown>): unknown => {
		const name = keyNameOf(key);
		const cached = key.isCached ? cache.get(name) : undefined;
		if (cached !== undefined) return cached;
		const text = file.get(valueKey(name));
		const value = text === undefined ? undefined : JSON.parse(text);
		if (key.isCached && value !== undefined) cache.put(name, value);
		return value;
	};
	const source: StoredData = {
		values: (keys) => fromFile(() => keys.map(read)),
		entries: (ranges) =>
			fromFile(() => ranges.map((range) => [...file.getKeys(keyRange(range))].map(readEntry))),
		count: (span) =>
			fromFile(() => file.getKeysCount(keyRange({ ...span, limit: Number.MAX_SAFE_INTEGER }))),
	};
	const store = ({ values, indexes }: WriteSetChanges) => {
		const texts = [...values].map(([name, value]) => {
			return { key: valueKey(name), text: value === undefined ? null : JSON.stringify(value) };
		});
		const entries = [...indexes].flatMap(([index, changes]) =>
			[...changes.values()].map((entry) => {
				return { key: entryKey(index, entry), text: entry.isAdded ? '' : null };
			}),
		);
		const all = [...texts, ...entries];
		const textBytes = texts.reduce((sum, { text }) => sum + 2 * (text?.length ?? 0), 0);
		// Demand more space to end a failure than to begin it: otherwise small transactions would end it again and again.
		const spare = isFailing ? 2 * minFreeBytes : minFreeBytes;
		const bytes = spare + textBytes + bytesPerChange * all.length;
		ensureSpace(bytes);
		// After some failed writes LMDB ends the process, so none is made that would fail again.
		if (isFailing) ensureGrowth(bytes);
		for (const { key, text } of all) {
			if (text === null) file.removeSync(key);
			else file.putSync(key, text);
		}
	};
	const commit = (batch: readonly PendingTransaction[]) => {
		ensureWhole();
		const changes = createWriteSet(source);
		const settle = file.transactionSync(() => {
			const all = batch.map((pending) => runNextTransaction(source, changes, pending));
			if (!changes.isEmpty()) store(changes);
			return all;
		});
		if (isFailing && !changes.isEmpty()) {
			isFailing = false;
			writesChanged(null);
		}
		for (const name of changes.values.keys()) cache.take(name);
		for (const one of settle) one();
		if (!changes.isEmpty()) noteSize();
	};
	const noteFailure = (failure: unknown) => {
		// A transaction after the end has failed for no reason that the user could mend.
		if (!isFailing && !isClosed) writesChanged(failure);
		isFailing = true;
	};
	const run = (batch: readonly PendingTransaction[]) => {
		try {
			commit(batch);
		} catch (failure) {
			// Try the transactions one by one: those that change nothing succeed.
			if (failure instanceof DiskFull && batch.length > 1) {
				for (const one of batch) run([one]);
				return;
			}
			noteFailure(failure);
			for (const { reject } of batch) reject(unavailable(failure));
		}
	};
	/** Commits all transactions of one event-loop turn in one LMDB transaction. */
	const flush = () => {
		const batch = waiting;
		waiting = [];
		flushing = null;
		run(batch);
	};

	return {
		sweepPauseMs,
		deadlines: noDeadlines,
		lastRead: <T>(key: Key<T>) => cache.get(keyNameOf(key)) as T | undefined,
		async read(run) {
			try {
				ensureWhole();
			} catch (failure) {
				noteFailure(failure);
				throw unavailable(failure);
			}
			return run(createWriteSet(source));
		},
		write: <R>(run: PendingTransaction['run']) =>
			new Promise<R>((resolve, reject) => {
				waiting.push({ run, resolve: resolve as PendingTransaction['resolve'], reject });
				flushing ??= new Promise((done) => {
					runInNextTurn(() => {
						flush();
						done();
					});
				});
			}),
		async close() {
			await flushing;
			isClosed = true;
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

/** A text that sorts after every id. */
const lastText = '\uffff';

function boundKey(index: string, bound: IndexBound | undefined, open: number): FileKey {
	return ['entry', index, bound?.at ?? open, bound?.rank ?? open];
}

function readEntry(key: unknown): IndexEntry {
	const [, , at, rank, id] = key as [string, string, number, number, string];
	return { at, rank, id };
}
