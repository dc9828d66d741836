/** Stores values and indexes in the memory of this process. Values are kept as objects, without JSON. */
import type { Backend, IndexEntry, Key, Transaction, TransactionFunction } from './backend.ts';
import { noDeadlines } from './call-deadlines.ts';
import type { SortedList } from './sorted-list.ts';
import { createSortedList } from './sorted-list.ts';

const sweepPauseMs = 1;

export function createMemoryBackend(): Backend {
	const tables = new Map<string, Map<string, unknown>>();
	const indexes = new Map<string, SortedList>();
	/** The values and entries before the running transaction changed them. They are restored if it throws. */
	let changedValues: { key: Key<unknown>; before: unknown }[] = [];
	let changedEntries: { index: string; entry: IndexEntry; isAdded: boolean }[] = [];
	let callbacks: (() => void)[] = [];

	const get = <T>({ table, id }: Key<T>): T | undefined =>
		tables.get(table)?.get(id) as T | undefined;
	/**
	 * Sets a value; `undefined` removes the key. An empty table is removed too, because every workspace has its own
	 * tables.
	 */
	const set = ({ table, id }: Key<unknown>, value: unknown) => {
		const values = tables.get(table);
		if (value === undefined) {
			if (values?.delete(id) && values.size === 0) tables.delete(table);
		} else if (values) values.set(id, value);
		else tables.set(table, new Map([[id, value]]));
	};
	const change = (key: Key<unknown>, value: unknown) => {
		const values = tables.get(key.table);
		changedValues.push({ key, before: values?.get(key.id) });
		if (values && value !== undefined) values.set(key.id, value);
		else set(key, value);
	};
	const add = (index: string, entry: IndexEntry) => {
		let list = indexes.get(index);
		if (!list) {
			list = createSortedList();
			indexes.set(index, list);
		}
		return list.add(entry);
	};
	const remove = (index: string, entry: IndexEntry) => {
		const list = indexes.get(index);
		if (!list?.remove(entry)) return false;
		if (list.isEmpty()) indexes.delete(index);
		return true;
	};

	const entries: Transaction['entries'] = (range) => indexes.get(range.index)?.entries(range) ?? [];

	const transaction: Transaction = {
		get,
		getAll: (keys) => keys.map(get),
		put: change,
		remove: (key) => change(key, undefined),
		entries,
		entriesOfAll: (ranges) => ranges.map(entries),
		count: (span) => indexes.get(span.index)?.count(span) ?? 0,
		addEntry(index, entry) {
			if (add(index, entry)) changedEntries.push({ index, entry, isAdded: true });
		},
		removeEntry(index, entry) {
			if (remove(index, entry)) changedEntries.push({ index, entry, isAdded: false });
		},
		afterCommit: (callback) => void callbacks.push(callback),
		validFor: () => undefined,
	};
	const rollback = () => {
		for (const { key, before } of changedValues.toReversed()) {
			set(key, before);
		}
		for (const { index, entry, isAdded } of changedEntries.toReversed()) {
			if (isAdded) remove(index, entry);
			else add(index, entry);
		}
	};
	const run = <R>(body: TransactionFunction<R>): R => {
		let result: R;
		let stored: (() => void)[] = [];
		try {
			result = body(transaction);
			stored = callbacks;
		} catch (failure) {
			rollback();
			throw failure;
		} finally {
			changedValues = [];
			changedEntries = [];
			if (callbacks.length > 0) callbacks = [];
		}
		for (const callback of stored) callback();
		return result;
	};

	return {
		sweepPauseMs,
		deadlines: noDeadlines,
		lastRead: get,
		read: run,
		write: run,
		close: async () => undefined,
	};
}
