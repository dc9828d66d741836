import { expect, test } from 'vitest';
import type { Transaction } from './backend.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { generationKeysOf, storeKeys } from './records.ts';

const scope = generationKeysOf({ generation: 0 });
const entry = { at: 1, rank: 0, id: 'a' };

test('a transaction function that throws changes nothing', async () => {
	const backend = createMemoryBackend();
	await backend.write((transaction) => {
		transaction.put(storeKeys.usedMs('kept'), 1);
		transaction.put(scope.session('t-1'), 's-1');
		transaction.addEntry(scope.age, entry);
	});
	const own = new Error('not known here');
	const fail = (transaction: Transaction) => {
		transaction.put(storeKeys.usedMs('kept'), 2);
		transaction.put(storeKeys.usedMs('new'), 3);
		transaction.put(scope.session('t-2'), 's-2');
		transaction.removeEntry(scope.age, entry);
		transaction.addEntry(scope.age, { ...entry, at: 2 });
		transaction.remove(storeKeys.usedMs('kept'));
		throw own;
	};
	await expect(async () => backend.write(fail)).rejects.toBe(own);
	const found = await backend.read((transaction) => ({
		used: transaction.getAll([storeKeys.usedMs('kept'), storeKeys.usedMs('new')]),
		sessions: transaction.getAll([scope.session('t-1'), scope.session('t-2')]),
		entries: transaction.entries({ index: scope.age, limit: 10 }),
	}));
	expect(found).toEqual({
		used: [1, undefined],
		sessions: ['s-1', undefined],
		entries: [entry],
	});
});

test('a rare value is found until it is removed', async () => {
	const { write } = createMemoryBackend();
	const key = scope.session('t-1');
	await write((transaction) => transaction.put(key, 's-1'));
	expect(await write((transaction) => transaction.get(key))).toBe('s-1');
	await write((transaction) => transaction.put(scope.session('t-2'), 's-2'));
	await write((transaction) => transaction.remove(key));
	expect(await write((transaction) => transaction.get(key))).toBeUndefined();
	expect(await write((transaction) => transaction.get(scope.session('t-2')))).toBe('s-2');
});
