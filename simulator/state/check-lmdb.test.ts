import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { RootDatabase } from 'lmdb';
import { ABORT, open } from 'lmdb';
import { expect, test } from 'vitest';
import { campaign } from '../../test/support/campaign.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import { ensureIntact } from './check-lmdb.ts';
import { cutOff, damaged, readMeta } from './lmdb-header.ts';

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

test('the check accepts every file that LMDB has written', async () => {
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

/** Changes of the last entry of the first list of free pages. `end` is where the list ends in the file, `key` its key. */
const changes: [name: string, change: (content: Buffer, key: number, end: number) => void][] = [
	['a number of pages without a page', (content, _, end) => content.writeBigInt64LE(-5n, end - 8)],
	['the number 1 without a page', (content, _, end) => content.writeBigInt64LE(-1n, end - 8)],
	['the transaction 0', (content, key) => content.writeBigInt64LE(0n, key)],
	[
		'a page that is in another place too',
		(content, _, end) => content.writeBigInt64LE(2n, end - 8),
	],
];

/** A file with free pages after five transactions, and the position of its later meta page. */
async function writtenFile() {
	const path = join(temporaryFolder(), 'store');
	const file = open<string>({ path, encoding: 'string', noSubdir: true, overlappingSync: false });
	for (let count = 0; count < 5; count += 1) {
		run(file, { changes: [{ key: count, length: 900 }], isAborted: false });
	}
	await file.close();
	await ensureIntact(path);
	const descriptor = openSync(path, 'r');
	const meta = readMeta(descriptor);
	closeSync(descriptor);
	if (meta?.free.depth !== 1) throw new Error('the tests need free pages, on one page');
	const { pageSize, free, transaction } = meta;
	const content = readFileSync(path);
	const later = (transaction % 2) * pageSize;
	return { path, content, pageSize, freeRoot: free.root ?? 0, later };
}

test.each(changes)('a list of free pages with %s is damaged', async (_name, change) => {
	const { path, content, pageSize, freeRoot } = await writtenFile();
	const headerEnd = freeRoot * pageSize + 24;
	const key = headerEnd + content.readUInt16LE(headerEnd) + 8;
	const list = key + 8;
	const end = list + 8 + 8 * Number(content.readBigUInt64LE(list));
	change(content, key, end);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

const maxNumber = 2n ** 64n - 1n;
/** Changes of the description of a tree: `tree` is its position in the later meta page. */
const descriptions: [name: string, change: (content: Buffer, tree: number) => void][] = [
	['only zeros', (content, tree) => content.fill(0, tree + 6, tree + 48)],
	['a root, but no depth and no entries', (content, tree) => content.fill(0, tree + 6, tree + 40)],
	['no root', (content, tree) => content.writeBigUInt64LE(maxNumber, tree + 40)],
	['another number of entries', (content, tree) => content.writeUInt8(99, tree + 32)],
];

test.each(
	[48, 96].flatMap((tree) => descriptions.map(([name, change]) => ({ name, tree, change }))),
)('a description of a tree with $name is damaged: at byte $tree', async ({ tree, change }) => {
	const { path, content, later } = await writtenFile();
	change(content, later + tree);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test('an empty tree whose root differs by a bit from none is damaged', async () => {
	const path = join(temporaryFolder(), 'store');
	const file = open<string>({ path, encoding: 'string', noSubdir: true, overlappingSync: false });
	run(file, { changes: [{ key: 1, length: 9 }], isAborted: false });
	await file.close();
	const content = readFileSync(path);
	const root = 4096 + 48 + 40;
	expect(content.readBigUInt64LE(root)).toBe(maxNumber);
	content[root] = 127;
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test('a file may lack free pages at its end, but no other pages', async () => {
	const path = join(temporaryFolder(), 'store');
	const openFile = () =>
		open<string>({ path, encoding: 'string', noSubdir: true, overlappingSync: false });
	const file = openFile();
	const keys = [0, 1, 2, 3, 4, 5];
	const setAll = (of: number[], length: number | null) =>
		run(file, { changes: of.map((key) => ({ key, length })), isAborted: false });
	setAll(keys, 9_000);
	setAll([3, 4, 5], null);
	await file.close();
	const content = readFileSync(path);
	const results = new Set<string>();
	for (let bytes = content.length; bytes >= 8_192; bytes -= 2_048) {
		writeFileSync(path, content.subarray(0, bytes));
		const problem = await ensureIntact(path).catch((failure: Error) => failure.message);
		results.add(problem ?? 'intact');
		if (problem !== undefined) continue;
		const again = openFile();
		for (const key of [0, 1, 2]) {
			const value = again.get(['value', `key ${key}`]);
			expect(value, `key ${key} of ${bytes} bytes`).toBe(JSON.stringify('x'.repeat(9_000)));
		}
		await again.close();
	}
	expect([...results]).toEqual(['intact', cutOff]);
});
