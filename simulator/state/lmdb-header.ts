/** Checks the meta pages of a file before LMDB opens it: a wrong value in them would end the process without a message. */
import type { Stats } from 'node:fs';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

const remedy = 'Restore a copy of it, or use another file';
export const damaged = `the file is damaged. ${remedy}`;
export const cutOff = `the file is cut off. ${remedy}`;
export const damagedOrForeign = `the file is damaged, or the store of another program. ${remedy}`;
export const foreign = 'the file is the store of another program. Use another file';

/** The first page behind the two meta pages. */
export const firstPage = 2;

/** A meta page of LMDB (`MDB_meta` in its `mdb.c`): it describes the file after a transaction. */
export interface Meta {
	kind: number;
	version: number;
	pageSize: number;
	lastPage: number;
	transaction: number;
	/** The lists of free pages, by the transactions that no longer needed them. */
	free: Tree;
	/** The entries of the file. */
	main: Tree;
}

/** A B-tree of the file. */
export interface Tree {
	flags: number;
	/** How many pages LMDB reads on its way from the root to an entry; 0 in an empty tree. */
	depth: number;
	entries: number;
	/** Null in an empty tree. */
	root: number | null;
}

/** The byte positions in the header of every page (`MDB_page_header`). Pages of a large value have their count in it. */
export const pagePositions = {
	number: 0,
	transaction: 8,
	kind: 18,
	lower: 20,
	upper: 22,
	count: 20,
};

/** The byte positions in a meta page. The size of a page is a part of the description of the free tree. */
const metaPositions = {
	magic: 24,
	version: 28,
	pageSize: 48,
	freeTree: 48,
	mainTree: 96,
	lastPage: 144,
	transaction: 152,
	end: 160,
};
/** The byte positions in the description of a tree. */
const treePositions = { flags: 4, depth: 6, entries: 32, root: 40 };

/** What both meta pages of a store contain. LMDB crashes with some other values, or takes the entries for others. */
const metaKind = 8;
const dataVersion = 2;
/** Keys are numbers, and the file is not in a folder of its own. */
const freeTreeFlags = 0x4008;
const mainTreeFlags = 0;
/** The magic number in a file that a machine with this order of bytes has written, read as big-endian. */
const magicNumbers = { BE: 0xbeefc0de, LE: 0xdec0efbe };
/** The root of an empty tree. */
const noPage = 2n ** 64n - 1n;

/** 16 TiB, the largest file of usual file systems. LMDB reserves addresses for the whole file, and crashes without them. */
const maxFileBytes = 2 ** 44;

/** Refuses files of other kinds and damaged meta pages: LMDB would end the process without a message. */
export function refuseForeignFile(path: string, stats: Stats): void {
	if (stats.isFile() && stats.nlink > 1) {
		throw new Error('it has a second name (a hard link). Copy it instead');
	}
	if (stats.isFile() && stats.size === 0) return;
	// A folder fails below, with the system's message.
	if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is no ordinary file');
	const file = openSync(path, 'r');
	try {
		const first = readAt(file, 0);
		// LMDB crashes if the order of bytes is not that of this machine.
		if (magicOf(first) !== magicNumbers[endianness()]) {
			throw new Error('the file is no store of payments. Use another file');
		}
		// Few machines are big-endian: their files are not checked.
		if (magicOf(first) === magicNumbers.LE) checkMetaPages(file, first);
	} finally {
		closeSync(file);
	}
}

function checkMetaPages(file: number, page: Buffer): void {
	const first = parseMeta(page);
	const { pageSize } = first;
	const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
	if (!isPageSize) throw new Error(damaged);
	if (fstatSync(file).size < 2 * pageSize) throw new Error(cutOff);
	const secondPage = readAt(file, pageSize);
	const second = parseMeta(secondPage);
	if (magicOf(secondPage) !== magicNumbers.LE || second.pageSize !== pageSize)
		throw new Error(damaged);
	if (!followEachOther(first, second) || ![first, second].every(isOurs)) {
		throw new Error(damagedOrForeign);
	}
	const [{ lastPage, transaction }] = sortMetas(first, second);
	if (lastPage * pageSize > maxFileBytes || !Number.isSafeInteger(transaction)) {
		throw new Error(damaged);
	}
}

/** LMDB writes its two meta pages in turns: even transactions into the first, odd ones into the second. */
function followEachOther(first: Meta, second: Meta): boolean {
	// In a new file and in a copy without free pages, the first describes no transaction yet.
	if (isNew(first)) return isNew(second) || second.transaction % 2 === 1;
	const areNeighbours = Math.abs(first.transaction - second.transaction) === 1;
	return areNeighbours && first.transaction % 2 === 0;
}

const isOurs = ({ kind, version, free, main }: Meta) =>
	kind === metaKind &&
	version === dataVersion &&
	free.flags === freeTreeFlags &&
	main.flags === mainTreeFlags;

export const isNew = ({ transaction, lastPage }: Meta) => transaction === 0 && lastPage < firstPage;

function readAt(file: number, position: number): Buffer {
	const page = Buffer.alloc(metaPositions.end);
	readSync(file, page, 0, metaPositions.end, position);
	return page;
}

const magicOf = (page: Buffer) => page.readUInt32BE(metaPositions.magic);

function parseMeta(page: Buffer): Meta {
	const numberAt = (position: number) => Number(page.readBigUInt64LE(position));
	const treeAt = (position: number): Tree => {
		const root = page.readBigUInt64LE(position + treePositions.root);
		return {
			flags: page.readUInt16LE(position + treePositions.flags),
			depth: page.readUInt16LE(position + treePositions.depth),
			entries: numberAt(position + treePositions.entries),
			root: root === noPage ? null : Number(root),
		};
	};
	return {
		kind: page.readUInt16LE(pagePositions.kind),
		version: page.readUInt32LE(metaPositions.version),
		pageSize: page.readUInt32LE(metaPositions.pageSize),
		lastPage: numberAt(metaPositions.lastPage),
		transaction: numberAt(metaPositions.transaction),
		free: treeAt(metaPositions.freeTree),
		main: treeAt(metaPositions.mainTree),
	};
}

type SortedMetas = readonly [later: Meta, earlier: Meta];

const sortMetas = (first: Meta, second: Meta): SortedMetas =>
	second.transaction > first.transaction ? [second, first] : [first, second];

/** Reads both meta pages, that of the latest transaction first; null if the file is not little-endian. */
export function readMetas(file: number): SortedMetas | null {
	const page = readAt(file, 0);
	if (magicOf(page) !== magicNumbers.LE) return null;
	const first = parseMeta(page);
	return sortMetas(first, parseMeta(readAt(file, first.pageSize)));
}
