/** Keeps steps in an LMDB file, which several processes of one machine may share: one of them writes at a time. */
import { StoreUnavailable } from '../unavailable.ts';
import type { Waiting } from './batch.ts';
import { drive, runBatch } from './batch.ts';
import type { Changes } from './draft.ts';
import { createDraft } from './draft.ts';
import { keys } from './records.ts';
import { createSteadyValues } from './steady.ts';
import type { Ask, Entry, Keeper, Key, Range } from './step.ts';

type FileKey = (string | number)[];

interface KeyRange {
	start: FileKey;
	end: FileKey;
	reverse: boolean;
	limit: number;
}

/** What is used of LMDB, whose package is there only for those who keep payments in a file. */
export interface LmdbFile {
	get(key: FileKey): string | undefined;
	/** Good until the next one is asked for. */
	getBinaryFast(key: FileKey): Buffer | undefined;
	putSync(key: FileKey, value: string): unknown;
	removeSync(key: FileKey): unknown;
	getKeys(range: KeyRange): Iterable<unknown>;
	getKeysCount(range: Partial<KeyRange>): number;
	transactionSync<T>(run: () => T): T;
	resetReadTxn(): void;
	close(): Promise<void>;
}

const valueKey = (name: string): FileKey => ['value', name];
const entryKey = (index: string, { at, member }: Entry): FileKey => ['entry', index, at, member];

export function createFileKeeper(file: LmdbFile): Keeper {
	// Compared as bytes: making a text of a world for each call costs more than all else of a read.
	const steady = createSteadyValues<Buffer>({
		isSame: (one, other) => one.equals(other),
		hold: (bytes) => Buffer.from(bytes),
		parse: (bytes) => JSON.parse(bytes.toString('utf8')),
	});
	let waiting: Waiting[] = [];
	let turn: Promise<void> | null = null;

	const read = ({ name, steady: isSteady }: Key<unknown>): unknown => {
		if (isSteady) {
			const bytes = file.getBinaryFast(valueKey(name));
			// Its length is the value's, and the memory behind it that of all values to come.
			return bytes && steady.read(name, bytes.subarray(0, bytes.length));
		}
		const text = file.get(valueKey(name));
		return text === undefined ? undefined : JSON.parse(text);
	};
	const answer = (ask: Ask): unknown => {
		switch (ask.kind) {
			case 'values':
				return ask.keys.map(read);
			case 'entries':
				return [...file.getKeys(rangeOf(ask.range))].map(readEntry);
			case 'count':
				return file.getKeysCount(rangeOf({ ...ask.span, limit: Number.MAX_SAFE_INTEGER }));
		}
	};
	const keep = ({ values, indexes }: Changes) => {
		for (const [name, value] of values) {
			if (value === undefined) file.removeSync(valueKey(name));
			else file.putSync(valueKey(name), JSON.stringify(value));
		}
		for (const [index, notes] of indexes) {
			for (const entry of notes.values()) {
				if (entry.isIn) file.putSync(entryKey(index, entry), '');
				else file.removeSync(entryKey(index, entry));
			}
		}
	};
	/** All that has come in one turn of the event loop is one transaction. */
	const flush = () => {
		const batch = waiting;
		waiting = [];
		turn = null;
		try {
			const ran = file.transactionSync(() => {
				const done = drive(runBatch(batch), answer);
				if (done.hasChanges) keep(done.changes);
				return done;
			});
			ran.settle();
		} catch (failure) {
			for (const { reject } of batch) reject(new StoreUnavailable(failure));
		}
	};

	return {
		lastKnown: <T>({ name }: Key<T>) => steady.last(name) as T | undefined,
		async read(job) {
			// What other processes have written since is seen from here on.
			fromFile(() => file.resetReadTxn());
			return drive(job.run(createDraft()), (ask) => fromFile(() => answer(ask)));
		},
		write: <R>(job: Parameters<Keeper['write']>[0]) =>
			new Promise<R>((resolve, reject) => {
				waiting.push({ job, resolve: resolve as Waiting['resolve'], reject });
				turn ??= new Promise((done) => {
					setImmediate(() => {
						flush();
						done();
					});
				});
			}),
		async close() {
			await turn;
			await file.close();
		},
	};
}

/** What a job throws is its caller's; what the file throws says that it cannot be used. */
function fromFile<T>(run: () => T): T {
	try {
		return run();
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

/** Whether somebody else keeps something in it: a store of payments has its schema in it from its first change on. */
export function isOthers(file: LmdbFile): boolean {
	if (file.getKeysCount({ limit: 1 }) === 0) return false;
	file.resetReadTxn();
	return file.get(valueKey(keys.schema.name)) === undefined;
}

/** The keys of an index in order: the first of its number, the last behind every member of its number. */
function rangeOf({ index, min = -Infinity, max = Infinity, limit, isReverse }: Range): KeyRange {
	const first: FileKey = ['entry', index, min];
	const last: FileKey = ['entry', index, max, '\uffff'];
	const ends = isReverse ? { start: last, end: first } : { start: first, end: last };
	return { ...ends, reverse: isReverse ?? false, limit };
}

function readEntry(key: unknown): Entry {
	const [, , at, member] = key as [string, string, number, string];
	return { at, member };
}
