import { expect, test } from 'vitest';
import { StoreUnavailable } from '../unavailable.ts';
import type { LmdbFile } from './file-keeper.ts';
import { createFileKeeper } from './file-keeper.ts';
import { keys } from './records.ts';
import type { Draft } from './step.ts';

const full = new Error('MDB_READERS_FULL: Environment maxreaders limit reached');

/** What LMDB does when no reader finds a place in its table. */
function fullFile(): LmdbFile {
	const refuse = () => {
		throw full;
	};
	return {
		get: refuse,
		getBinaryFast: refuse,
		putSync: refuse,
		removeSync: refuse,
		getKeys: refuse,
		getKeysCount: refuse,
		transactionSync: (run) => run(),
		resetReadTxn: () => undefined,
		close: async () => undefined,
	};
}

test.each([
	['a value', (draft: Draft) => draft.get(keys.tally)],
	['a workspace', (draft: Draft) => draft.get(keys.space('default'))],
	['entries', (draft: Draft) => draft.entries({ index: 'used', limit: 1 })],
	['a count', (draft: Draft) => draft.count({ index: 'used' })],
])('a file that fails to tell %s is a store that is unavailable', async (_, run) => {
	const keeper = createFileKeeper(fullFile());
	const job = { needs: [], run };
	for (const call of [keeper.read<unknown>, keeper.write<unknown>]) {
		const failure = await call(job).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(StoreUnavailable);
		expect(failure).toMatchObject({ cause: full });
	}
});

test('what a job throws is told as it is', async () => {
	const keeper = createFileKeeper(fullFile());
	const own = new Error('not known here');
	const job = {
		needs: [],
		// biome-ignore lint/correctness/useYield: because there is nothing to ask for
		*run() {
			throw own;
		},
	};
	await expect(keeper.read(job)).rejects.toBe(own);
	await expect(keeper.write(job)).rejects.toBe(own);
});
