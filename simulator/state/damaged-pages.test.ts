/** The check of an LMDB file finds each kind of damage in its pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/command.ts';
import {
	laterMetaOf,
	metaAt,
	metaOf,
	openFile,
	pageAt,
	run,
	treeAt,
} from '../../test/support/lmdb-file.ts';
import { ensureIntact } from './check-lmdb.ts';
import { damaged, foreign } from './lmdb-header.ts';

/** The position of a node in the file, by that of its page and its index there. */
const nodeAt = (content: Buffer, page: number, index: number) =>
	page + pageAt.end + content.readUInt16LE(page + pageAt.end + 2 * index);

/** A file with two levels of pages, whose first value has pages of its own. */
async function twoLevels() {
	const path = join(temporaryFolder(), 'store');
	const file = openFile(path);
	const small = Array.from({ length: 40 }, (_, key) => ({ key: key + 101, length: 900 }));
	run(file, { changes: [{ key: 100, length: 9_000 }, ...small], isAborted: false });
	await file.close();
	await ensureIntact(path);
	const content = readFileSync(path);
	const { pageSize, main } = metaOf(path);
	/** The positions of the later meta page, of the root, of the first leaf, its first node and the pages of that. */
	const meta = laterMetaOf(content, pageSize);
	const branch = (main.root ?? 0) * pageSize;
	const leaf = content.readUInt32LE(nodeAt(content, branch, 0)) * pageSize;
	const node = nodeAt(content, leaf, 0);
	/** Where the node names the pages of its value. */
	const place = node + 8 + content.readUInt16LE(node + 6);
	const value = Number(content.readBigUInt64LE(place)) * pageSize;
	return { path, content, at: { meta, branch, leaf, node, place, value, pageSize } };
}

type Positions = Awaited<ReturnType<typeof twoLevels>>['at'];

/** Swaps two nodes of a page. */
function swap(content: Buffer, page: number, one: number, other: number): void {
	const [first = 0, second = 0] = [one, other].map((index) => page + pageAt.end + 2 * index);
	const kept = content.readUInt16LE(first);
	content.writeUInt16LE(content.readUInt16LE(second), first);
	content.writeUInt16LE(kept, second);
}

/** Changes the end of the key of the second branch. */
function setKey(content: Buffer, branch: number, end: string): void {
	const node = nodeAt(content, branch, 1);
	const keyEnd = node + 8 + content.readUInt16LE(node + 6);
	content.write(end, keyEnd - end.length);
}

/** Leaves one page below the root, and makes the number of entries right for it. */
function cutBranch(content: Buffer, { meta, branch, leaf, pageSize }: Positions): void {
	const node = nodeAt(content, branch, 0);
	const last = pageSize - pageAt.end - 8;
	content.copy(content, branch + pageAt.end + last, node, node + 8);
	content.writeUInt16LE(2, branch + pageAt.lower);
	content.writeUInt16LE(last, branch + pageAt.upper);
	content.writeUInt16LE(last, branch + pageAt.end);
	content.writeBigUInt64LE(
		BigInt(content.readUInt16LE(leaf + pageAt.lower) / 2),
		meta + metaAt.mainTree + treeAt.entries,
	);
}

const damages: [name: string, damage: (content: Buffer, at: Positions) => unknown][] = [
	['the number of another page', (content, { leaf }) => content.writeUInt8(1, leaf)],
	['a later transaction', (content, { leaf }) => content.writeUInt8(9, leaf + pageAt.transaction)],
	['a leaf as its root', (content, { branch }) => content.writeUInt16LE(2, branch + pageAt.kind)],
	['a branch as its leaf', (content, { leaf }) => content.writeUInt16LE(1, leaf + pageAt.kind)],
	['entries out of order', (content, { leaf }) => swap(content, leaf, 0, 1)],
	['branches out of order', (content, { branch }) => swap(content, branch, 1, 2)],
	[
		'a branch with a lower key than an entry before it',
		(content, { branch }) => setKey(content, branch, '100'),
	],
	[
		'a branch with a higher key than its first entry',
		(content, { branch }) => setKey(content, branch, '199'),
	],
	['one page below a branch', cutBranch],
	[
		'a page below two branches',
		(content, { branch }) =>
			content.copyWithin(
				nodeAt(content, branch, 2),
				nodeAt(content, branch, 1),
				nodeAt(content, branch, 1) + 6,
			),
	],
	[
		'a page beyond its last',
		(content, { meta }) => content.writeBigUInt64LE(5n, meta + metaAt.lastPage),
	],
	[
		'a gap between nodes',
		(content, { leaf }) =>
			content.writeUInt16LE(content.readUInt16LE(leaf + pageAt.upper) - 2, leaf + pageAt.upper),
	],
	[
		'a node out of its page',
		(content, { leaf }) => content.writeUInt16LE(4_080, leaf + pageAt.end),
	],
	[
		'a value out of its page',
		(content, { leaf }) => content.writeUInt8(99, nodeAt(content, leaf, 1) + 1),
	],
	[
		'a key out of its page',
		(content, { leaf }) => content.writeUInt8(99, nodeAt(content, leaf, 1) + 7),
	],
	[
		'an unknown flag of a node',
		(content, { leaf }) => content.writeUInt16LE(4, nodeAt(content, leaf, 1) + 4),
	],
	['a value that is no JSON', (content, { value }) => content.write('x', value + pageAt.end)],
	[
		'a large value of another kind',
		(content, { value }) => content.writeUInt16LE(2, value + pageAt.kind),
	],
	['a large value at a meta page', (content, { place }) => content.writeUInt8(1, place)],
	[
		'too few pages for a value',
		(content, { place, value }) =>
			[place + 16, value + pageAt.count].map((position) => content.writeUInt8(2, position)),
	],
	[
		'another number of pages there',
		(content, { value }) => content.writeUInt8(2, value + pageAt.count),
	],
	['a value of 2 GB', (content, { node }) => content.writeUInt8(128, node + 3)],
];

test.each(damages)('a file with %s is damaged', async (_name, damage) => {
	const { path, content, at } = await twoLevels();
	damage(content, at);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(damaged);
});

test('a named database is that of another program', async () => {
	const { path, content, at } = await twoLevels();
	content.writeUInt16LE(2, at.node + 4);
	writeFileSync(path, content);
	await expect(ensureIntact(path)).rejects.toThrow(foreign);
});
