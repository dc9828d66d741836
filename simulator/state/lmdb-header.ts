/** Checks the first pages of a file before LMDB opens it: a wrong value in them would end the process without a message. */
import type { Stats } from 'node:fs';
import { closeSync, openSync, readSync } from 'node:fs';

export const damaged = 'the file is damaged. Restore a copy of it, or use another file';
const damagedOrForeign = 'the file is damaged, or the store of another program';
export const foreign = 'the file is the store of another program';
export const cutOff = 'the file is cut off';

/** The first page behind the two meta pages. */
export const firstPage = 2;

/** A meta page of LMDB (`MDB_meta` in its `mdb.c`): it describes the file after a transaction. */
export interface Meta {
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
	/** How many pages LMDB reads on its way from the root to an entry; 0 in an empty tree. */
	depth: number;
	entries: number;
	root: number;
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

/** The byte positions in a meta page. */
const positions = {
	mark: 24,
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
const marks = [0xbeefc0de, 0xdec0efbe];
/** The mark in a little-endian file, which nearly all machines write. A file with the other mark is not checked. */
const [, littleEndian = 0] = marks;

/** 16 TiB, the largest file of usual file systems. LMDB reserves addresses for the whole file, and crashes without them. */
const maxFileBytes = 2 ** 44;

/** Rejects files of other kinds: LMDB would end the process without a message. */
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
		const mark = first.readUInt32BE(positions.mark);
		if (!marks.includes(mark))
			throw new Error('the file is no store of payments. Use another file');
		if (mark === littleEndian) checkMetaPages(file, first);
	} finally {
		closeSync(file);
	}
}

function readAt(file: number, position: number): Buffer {
	const page = Buffer.alloc(positions.end);
	readSync(file, page, 0, positions.end, position);
	return page;
}

/**
 * Refuses a file whose meta pages are missing or wrong, which would end this process without a message. LMDB writes its
 * two meta pages in turns.
 */
function checkMetaPages(file: number, first: Buffer): void {
	const pageSize = first.readUInt32LE(positions.pageSize);
	const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
	if (!isPageSize) throw new Error(damaged);
	const second = readAt(file, pageSize);
	const isSecond = second.readUInt32BE(positions.mark) === littleEndian;
	if (isSecond && second.readUInt32LE(positions.pageSize) !== pageSize) throw new Error(damaged);
	if (isSecond && !hasOurMeta([first, second])) throw new Error(damagedOrForeign);
	if (!isSecond) throw new Error(cutOff);
	const describedBytes = Number(lastPageOf(laterOf([first, second]))) * pageSize;
	if (describedBytes > maxFileBytes) throw new Error(damaged);
}

function hasOurMeta(pages: readonly [Buffer, Buffer]): boolean {
	const hasOurFlags = (page: Buffer) =>
		page.readUInt16LE(pagePositions.kind) === metaKind &&
		page.readUInt32LE(positions.version) === dataVersion &&
		page.readUInt16LE(positions.freeTree + treePositions.flags) === freeTreeFlags &&
		page.readUInt16LE(positions.mainTree + treePositions.flags) === mainTreeFlags;
	const [first, second] = pages.map((page) => Number(transactionOf(page))) as [number, number];
	// Each transaction writes the page of the one before the last.
	const areNeighbours = Number.isSafeInteger(first) && Math.abs(first - second) <= 1;
	return areNeighbours && pages.every(hasOurFlags);
}

const lastPageOf = (page: Buffer) => page.readBigUInt64LE(positions.lastPage);
const transactionOf = (page: Buffer) => page.readBigUInt64LE(positions.transaction);

/** Returns the meta page of the latest transaction. */
function laterOf([first, second]: readonly [Buffer, Buffer]): Buffer {
	return transactionOf(second) > transactionOf(first) ? second : first;
}

/** Reads the meta page of the latest transaction; null if the file is not little-endian. */
export function readMeta(file: number): Meta | null {
	const first = readAt(file, 0);
	if (first.readUInt32BE(positions.mark) !== littleEndian) return null;
	const pageSize = first.readUInt32LE(positions.pageSize);
	const page = laterOf([first, readAt(file, pageSize)]);
	const numberAt = (position: number) => Number(page.readBigUInt64LE(position));
	const treeAt = (position: number): Tree => ({
		depth: page.readUInt16LE(position + treePositions.depth),
		entries: numberAt(position + treePositions.entries),
		root: numberAt(position + treePositions.root),
	});
	return {
		pageSize,
		lastPage: Number(lastPageOf(page)),
		transaction: numberAt(positions.transaction),
		free: treeAt(positions.freeTree),
		main: treeAt(positions.mainTree),
	};
}
