import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaign } from '../../test/support/campaign.ts';
import { temporaryFolder } from '../../test/support/command.ts';
import type { Change, Transaction } from '../../test/support/lmdb-file.ts';
import {
	laterMetaOf,
	metaAt,
	metaOf,
	noPage,
	openFile,
	pageAt,
	run,
	treeAt,
} from '../../test/support/lmdb-file.ts';
import { ensureIntact } from './check-lmdb.ts';
import { cutOff, damaged, refuseForeignFile } from './lmdb-header.ts';

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

/** LMDB reads its lists of free pages again when it opens a file, so a run has several parts. */
const runs: fc.Arbitrary<Transaction[][]> = fc.array(transactions, { maxLength: 3 });
/** With small pages, lists of free pages need several pages, and trees are higher. */
const pageSizes = fc.constantFrom(512, 4_096, 16_384);

test(
	'the check accepts every file that LMDB has written',
	async () => {
		const folder = temporaryFolder();
		let count = 0;
		await fc.assert(
			fc.asyncProperty(runs, pageSizes, async (parts, pageSize) => {
				count += 1;
				const path = join(folder, `store ${count}`);
				for (const part of parts) {
					const file = openFile(path, pageSize);
					try {
						for (const transaction of part) run(file, transaction);
						await expect(ensureIntact(path)).resolves.toBeUndefined();
					} finally {
						await file.close();
					}
				}
			}),
			{ numRuns: campaign({ sample: 30, full: 1_000 }) },
		);
	},
	campaign({ sample: 120_000, full: 600_000 }),
);

test('the check accepts lists of free pages that take several records', async () => {
	const path = join(temporaryFolder(), 'store');
	const file = openFile(path, 512);
	const set = (keys: number[], length: number | null) => {
		const before = metaOf(path).free.entries;
		run(file, { changes: keys.map((key) => ({ key, length })), isAborted: false });
		return metaOf(path).free.entries - before;
	};
	const keys = Array.from({ length: 400 }, (_, key) => key);
	for (const key of keys.slice(0, 20)) set([key], 100);
	set(keys, 3_000);
	const half = keys.filter((key) => key % 2 === 0);
	set(half, null);
	let mostAdded = 0;
	for (const key of half.slice(0, 50)) {
		mostAdded = Math.max(mostAdded, set([key], (key % 3) * 700));
		await ensureIntact(path);
	}
	await file.close();
	// A transaction adds one record for its own pages. LMDB has split the list of the others.
	expect(mostAdded).toBeGreaterThan(2);
});

test.each([false, true])(
	'the check accepts a copy that LMDB made, without free pages: %s',
	async (isCompact) => {
		const { path } = await writtenFile();
		const copy = join(temporaryFolder(), 'copy');
		const file = openFile(path);
		run(file, { changes: [{ key: 7, length: 20_000 }], isAborted: false });
		await file.backup(copy, isCompact);
		const values = [...file.getRange()];
		await file.close();
		refuseForeignFile(copy, statSync(copy));
		await ensureIntact(copy);
		const copied = openFile(copy);
		expect([...copied.getRange()]).toEqual(values);
		for (let count = 0; count < 3; count += 1) {
			run(copied, { changes: [{ key: count, length: 50 }], isAborted: false });
			refuseForeignFile(copy, statSync(copy));
			await ensureIntact(copy);
		}
		await copied.close();
	},
);

/** Positions in a file: of its later meta page, and of its first list of free pages: the key, and where the list ends. */
interface Positions {
	meta: number;
	key: number;
	end: number;
}

const damages: [name: string, damage: (content: Buffer, at: Positions) => unknown][] = [
	['a number of pages without a page', (content, { end }) => content.writeBigInt64LE(-5n, end - 8)],
	['the number 1 without a page', (content, { end }) => content.writeBigInt64LE(-1n, end - 8)],
	['the transaction 0', (content, { key }) => content.writeBigInt64LE(0n, key)],
	['a later transaction', (content, { key }) => content.writeBigInt64LE(99n, key)],
	['more pages than it has', (content, { key }) => content.writeUInt8(200, key + 8)],
	[
		'a number of pages, and none behind it',
		(content, { end }) => {
			content.writeBigInt64LE(-1n, end - 16);
			content.writeBigInt64LE(0n, end - 8);
		},
	],
	['a page of the tree', (content, { end }) => content.writeBigInt64LE(2n, end - 8)],
	['a meta page', (content, { end }) => content.writeBigInt64LE(1n, end - 8)],
	['a page beyond the last', (content, { end }) => content.writeBigInt64LE(99n, end - 8)],
	[
		'a page behind the end of the file twice',
		(content, { meta, end }) => {
			const last = content.readBigUInt64LE(meta + metaAt.lastPage) + 1n;
			content.writeBigUInt64LE(last, meta + metaAt.lastPage);
			for (const place of [end - 16, end - 8]) content.writeBigUInt64LE(last, place);
		},
	],
];

/** A file with free pages after five transactions, and the position of its later meta page. */
async function writtenFile() {
	const path = join(temporaryFolder(), 'store');
	const file = openFile(path);
	for (let count = 0; count < 5; count += 1) {
		run(file, { changes: [{ key: count, length: 900 }], isAborted: false });
	}
	await file.close();
	await ensureIntact(path);
	const meta = metaOf(path);
	if (meta.free.depth !== 1) throw new Error('the tests need free pages, on one page');
	const { pageSize, free } = meta;
	const content = readFileSync(path);
	const later = laterMetaOf(content, pageSize);
	return { path, content, pageSize, freeRoot: free.root ?? 0, later };
}

test.each(damages)('a list of free pages with %s is damaged', async (_name, damage) => {
	const { path, content, pageSize, freeRoot, later } = await writtenFile();
	const headerEnd = freeRoot * pageSize + pageAt.end;
	const key = headerEnd + content.readUInt16LE(headerEnd) + 8;
	const list = key + 8;
	const end = list + 8 + 8 * Number(content.readBigUInt64LE(list));
	damage(content, { meta: later, key, end });
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

function writeOnlyDepth(content: Buffer, tree: number): void {
	content.writeBigUInt64LE(0n, tree + treeAt.entries);
	content.writeBigUInt64LE(noPage, tree + treeAt.root);
}

/** Changes of the description of a tree: `tree` is its position in the later meta page. */
const descriptions: [name: string, change: (content: Buffer, tree: number) => void][] = [
	['only zeros', (content, tree) => content.fill(0, tree + treeAt.depth, tree + treeAt.end)],
	[
		'a root, but no depth and no entries',
		(content, tree) => content.fill(0, tree + treeAt.depth, tree + treeAt.root),
	],
	['no root', (content, tree) => content.writeBigUInt64LE(noPage, tree + treeAt.root)],
	['another number of entries', (content, tree) => content.writeUInt8(99, tree + treeAt.entries)],
	['another depth', (content, tree) => content.writeUInt16LE(9, tree + treeAt.depth)],
	['a depth, but no root and no entries', writeOnlyDepth],
];

test.each(
	[metaAt.freeTree, metaAt.mainTree].flatMap((tree) =>
		descriptions.map(([name, change]) => ({ name, tree, change })),
	),
)('a description of a tree with $name is damaged: at byte $tree', async ({ tree, change }) => {
	const { path, content, later } = await writtenFile();
	change(content, later + tree);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test.each([
	['far behind the end of the file', noPage / 2n],
	['behind its last page', 999n],
	['a meta page', 1n],
])('a root of the earlier meta page that is %s is damaged', async (_name, root) => {
	const { path, content, pageSize, later } = await writtenFile();
	content.writeBigUInt64LE(root, pageSize - later + metaAt.mainTree + treeAt.root);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test('an empty tree whose root differs by a bit from none is damaged', async () => {
	const path = join(temporaryFolder(), 'store');
	const file = openFile(path);
	run(file, { changes: [{ key: 1, length: 9 }], isAborted: false });
	await file.close();
	const content = readFileSync(path);
	const root = 4096 + metaAt.freeTree + treeAt.root;
	expect(content.readBigUInt64LE(root)).toBe(noPage);
	content[root] = 127;
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test.each([
	['later', -2n],
	['later', 2n],
	['later', -1n],
	['earlier', 2n],
	['earlier', 1n],
	['earlier', -2n],
] as const)(
	'the transaction of the %s meta page changed by %d is damaged',
	async (which, change) => {
		const { path, content, pageSize, later } = await writtenFile();
		const at = (which === 'later' ? later : pageSize - later) + metaAt.transaction;
		content.writeBigUInt64LE(content.readBigUInt64LE(at) + change, at);
		writeFileSync(path, content);
		const check = async () => {
			refuseForeignFile(path, statSync(path));
			await ensureIntact(path);
		};
		await expect(check()).rejects.toThrow(/^the file is damaged/);
	},
);

test('a file may lack free pages at its end, but no other pages', async () => {
	const path = join(temporaryFolder(), 'store');
	const file = openFile(path);
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
		const again = openFile(path);
		for (const key of [0, 1, 2]) {
			const value = again.get(['value', `key ${key}`]);
			expect(value, `key ${key} of ${bytes} bytes`).toBe(JSON.stringify('x'.repeat(9_000)));
		}
		await again.close();
	}
	expect([...results]).toEqual(['intact', cutOff]);
});
