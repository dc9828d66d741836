import { expect, test } from 'vitest';
import type { Transaction } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import type { LmdbFile } from './lmdb-backend.ts';
import { createLmdbBackend } from './lmdb-backend.ts';
import { storeKeys } from './records.ts';

const broken = new Error('MDB_CORRUPTED: Located page was wrong type');

function brokenFile(): LmdbFile {
	const refuse = () => {
		throw broken;
	};
	return {
		get: refuse,
		putSync: refuse,
		removeSync: refuse,
		getKeys: refuse,
		getKeysCount: refuse,
		transactionSync: (run) => run(),
		close: async () => undefined,
	};
}

test.each([
	['a value', (transaction: Transaction) => transaction.get(storeKeys.totals)],
	['a workspace', (transaction: Transaction) => transaction.get(storeKeys.record('default'))],
	['entries', (transaction: Transaction) => transaction.entries({ index: 'used', limit: 1 })],
	['a count', (transaction: Transaction) => transaction.count({ index: 'used' })],
])('a file that fails to read %s makes the store unavailable', async (_, run) => {
	const backend = createLmdbBackend(brokenFile(), {
		ensureSpace: () => {},
		ensureGrowth: () => {},
		ensureWhole: () => {},
		noteSize: () => {},
		writesChanged: () => {},
	});
	for (const call of [backend.read<unknown>, backend.write<unknown>]) {
		const failure = await Promise.resolve(call(run)).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(StoreUnavailable);
		expect(failure).toMatchObject({ cause: broken });
	}
});

test('an error of a transaction function reaches its caller unchanged', async () => {
	const backend = createLmdbBackend(brokenFile(), {
		ensureSpace: () => {},
		ensureGrowth: () => {},
		ensureWhole: () => {},
		noteSize: () => {},
		writesChanged: () => {},
	});
	const own = new Error('not known here');
	const run = () => {
		throw own;
	};
	await expect(backend.read(run)).rejects.toBe(own);
	await expect(backend.write(run)).rejects.toBe(own);
});
