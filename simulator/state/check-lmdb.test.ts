import { join } from 'node:path';
import fc from 'fast-check';
import type { RootDatabase } from 'lmdb';
import { ABORT, open } from 'lmdb';
import { expect, test } from 'vitest';
import { campaign } from '../../test/support/campaign.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { ensureIntact } from './check-lmdb.ts';

interface Change {
	key: number;
	/** How long the new value is; null to remove the key. */
	length: number | null;
}

interface Transaction {
	changes: Change[];
	/** LMDB writes some pages of an aborted transaction too. */
	isAborted: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
	key: fc.nat(300),
	length: fc.oneof(
		{ weight: 6, arbitrary: fc.nat(900) },
		{ weight: 1, arbitrary: fc.nat(60_000) },
		{ weight: 4, arbitrary: fc.constant(null) },
	),
});
const transactions: fc.Arbitrary<Transaction[]> = fc.array(
	fc.record({
		changes: fc.array(change, { minLength: 1, maxLength: 80, size: 'max' }),
		isAborted: fc.nat(9).map((draw) => draw === 0),
	}),
	{ maxLength: 40, size: 'max' },
);

function run(file: RootDatabase<string>, { changes, isAborted }: Transaction): void {
	file.transactionSync(() => {
		for (const { key, length } of changes) {
			if (length === null) file.removeSync(['value', `key ${key}`]);
			else file.putSync(['value', `key ${key}`], JSON.stringify('x'.repeat(length)));
		}
		return isAborted ? ABORT : undefined;
	});
}

test('a file that LMDB has written is intact, whatever was stored and removed', async () => {
	const folder = temporaryFolder();
	let count = 0;
	await fc.assert(
		fc.asyncProperty(transactions, async (all) => {
			count += 1;
			const path = join(folder, `store ${count}`);
			const file = open<string>({ path, encoding: 'string', noSubdir: true, noSync: true });
			try {
				for (const transaction of all) run(file, transaction);
				await expect(ensureIntact(path)).resolves.toBeUndefined();
			} finally {
				await file.close();
			}
		}),
		{ numRuns: campaign({ sample: 30, full: 1_000 }) },
	);
}, 120_000);
