/** Keeps everything in the memory of this process. Values are stored as they are, without JSON. */
import type { Backend, Entry, Transaction, TransactionFunction } from './backend.ts';
import type { SortedList } from './sorted-list.ts';
import { createSortedList } from './sorted-list.ts';

const sweepPauseMs = 1;

export function createMemoryBackend(): Backend {
	const tables = new Map<string, Map<string, unknown>>();
	const indexes = new Map<string, SortedList>();
	/** The changes of the running transaction, to take them back when it throws. */
	const replaced: { table: string; id: string; before: unknown }[] = [];
	const moved: { index: string; entry: Entry; isAdded: boolean }[] = [];

	/** A value of `undefined` removes the key. Tables and indexes come and go with workspaces. */
	const set = (table: string, id: string, value: unknown) => {
		let values = tables.get(table);
		if (value === undefined) {
			if (values?.delete(id) && values.size === 0) tables.delete(table);
			return;
		}
		if (!values) {
			values = new Map();
			tables.set(table, values);
		}
		values.set(id, value);
	};
	const add = (index: string, entry: Entry) => {
		let list = indexes.get(index);
		if (!list) {
			list = createSortedList();
			indexes.set(index, list);
		}
		return list.add(entry);
	};
	const remove = (index: string, entry: Entry) => {
		const list = indexes.get(index);
		if (!list?.remove(entry)) return false;
		if (list.isEmpty()) indexes.delete(index);
		return true;
	};
	const change = (table: string, id: string, value: unknown) => {
		const before = tables.get(table)?.get(id);
		set(table, id, value);
		replaced.push({ table, id, before });
	};
	const get: Transaction['get'] = <T>({ table, id }: { table: string; id: string }) =>
		tables.get(table)?.get(id) as T | undefined;

	const transaction: Transaction = {
		get,
		getAll: (keys) => keys.map(get),
		put: ({ table, id }, value) => change(table, id, value),
		remove: ({ table, id }) => change(table, id, undefined),
		entries: (range) => indexes.get(range.index)?.entries(range) ?? [],
		count: (span) => indexes.get(span.index)?.count(span) ?? 0,
		addEntry(index, entry) {
			if (add(index, entry)) moved.push({ index, entry, isAdded: true });
		},
		removeEntry(index, entry) {
			if (remove(index, entry)) moved.push({ index, entry, isAdded: false });
		},
	};
	const run = async <R>(body: TransactionFunction<R>): Promise<R> => {
		try {
			return body(transaction);
		} catch (failure) {
			for (const { table, id, before } of replaced.toReversed()) set(table, id, before);
			for (const { index, entry, isAdded } of moved.toReversed()) {
				if (isAdded) remove(index, entry);
				else add(index, entry);
			}
			throw failure;
		} finally {
			replaced.length = 0;
			moved.length = 0;
		}
	};

	return { sweepPauseMs, lastRead: get, read: run, write: run, close: async () => undefined };
}
