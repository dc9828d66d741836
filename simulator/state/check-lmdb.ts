/**
 * Checks a whole LMDB file before the sandbox uses it. LMDB trusts the numbers in its file: a wrong one can end the
 * process without a message, when LMDB reads the page or only when it writes there. The layout is that of data version 2
 * on a little-endian machine with 64 bits: `MDB_page_header`, `MDB_node` and `MDB_ovpage` in LMDB's `mdb.c`.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Steps } from '../runtime/slices.ts';
import { runInSlices } from '../runtime/slices.ts';
import type { Meta, Tree } from './lmdb-header.ts';
import {
	cutOff,
	damaged,
	firstPage,
	foreign,
	isNew,
	pagePositions,
	readMetas,
} from './lmdb-header.ts';

const headerBytes = 24;
const nodeHeaderBytes = 8;
const pageKinds = { branch: 1, leaf: 2, overflow: 4 };
const nodeFlags = { inline: 0, overflow: 1, database: 2 };
/** How the keys of values begin, as LMDB's package encodes `['value', …]`. */
const valuePrefix = Buffer.from('value\0');

/**
 * Throws an error that says so if a page of the file is not as LMDB writes it, or a value is not JSON. Changed bytes that
 * keep both true are not found. Only this process may use the file.
 */
export async function ensureIntact(path: string): Promise<void> {
	const file = openSync(path, 'r');
	try {
		const metas = readMetas(file);
		// Machines with another order of bytes write another layout.
		if (!metas) return;
		await runInSlices(checkFile(file, metas[0]));
		checkTransactions(file, metas);
	} finally {
		closeSync(file);
	}
}

/**
 * Ensures that the numbers of the transactions are those of the pages: a transaction writes the roots that it changes.
 * With another number, LMDB would go on from the transaction before the last. The pages of that one are not free yet.
 */
function checkTransactions(file: number, [later, earlier]: readonly [Meta, Meta]): void {
	const latestRoot = ({ pageSize, free, main }: Meta) =>
		Math.max(
			0,
			...[free.root, main.root].map((root) => {
				if (root === null) return 0;
				// A file never has fewer pages than before.
				ensure(root >= firstPage && root <= later.lastPage);
				const header = Buffer.alloc(headerBytes);
				readSync(file, header, 0, headerBytes, root * pageSize);
				return readNumber(header, pagePositions.transaction);
			}),
		);
	ensure(latestRoot(earlier) <= earlier.transaction);
	// In a copy without free pages, the first meta page is new, and every page has the number 1.
	if (!isNew(earlier)) ensure(latestRoot(later) === later.transaction);
}

function ensure(isAsWritten: boolean): asserts isAsWritten {
	if (!isAsWritten) throw new Error(damaged);
}

interface PageRange {
	first: number;
	count: number;
}

/** What the two trees of a file differ in. */
interface TreeRules {
	compareKeys(one: Buffer, other: Buffer): number;
	checkEntry(key: Buffer, value: Buffer): void;
}

function* checkFile(
	file: number,
	{ pageSize, lastPage, transaction, ...trees }: Meta,
): Steps<void> {
	const pagesInFile = Math.floor(fstatSync(file).size / pageSize);
	const isSeen = new Uint8Array(Math.min(pagesInFile, lastPage + 1));
	/** Free pages behind the end of the file: LMDB does not write a page that its own transaction has freed again. */
	const unwritten: PageRange[] = [];

	/** Ensures that nothing else uses the pages: each one is in one place of a tree, or free. */
	const markSeen = ({ first, count }: PageRange) => {
		const end = first + count;
		ensure(first >= firstPage && end <= lastPage + 1);
		for (let page = first; page < Math.min(end, pagesInFile); page += 1) {
			ensure(isSeen[page] === 0);
			isSeen[page] = 1;
		}
		if (end > pagesInFile) {
			const from = Math.max(first, pagesInFile);
			unwritten.push({ first: from, count: end - from });
		}
	};

	/** Ensures that no other page is missing from the file, and that none of them is free twice. */
	const checkUnwritten = () => {
		let next = pagesInFile;
		for (const { first, count } of unwritten.sort((one, other) => one.first - other.first)) {
			ensure(first >= next);
			if (first > next) break;
			next += count;
		}
		if (next <= lastPage) throw new Error(cutOff);
	};

	/** Reads the first bytes of pages of a tree. Only the first page has a header. */
	const readPages = ({ first, count }: PageRange, bytes: number) => {
		if (first + count > pagesInFile && first + count <= lastPage + 1) throw new Error(cutOff);
		markSeen({ first, count });
		const pages = Buffer.alloc(bytes);
		ensure(readSync(file, pages, 0, pages.length, first * pageSize) === pages.length);
		ensure(readNumber(pages, pagePositions.number) === first);
		// LMDB would take a page of a later transaction for one that it has copied already.
		ensure(readNumber(pages, pagePositions.transaction) <= transaction);
		return { pages, kind: pages.readUInt16LE(pagePositions.kind) };
	};

	/** Reads a value that has pages of its own. `place` has the first page, the transaction and the number of pages. */
	const readOverflow = (place: Buffer, bytes: number) => {
		const count = readNumber(place, 16);
		const end = headerBytes + bytes;
		// A shorter value keeps the pages of a longer one.
		ensure(end <= count * pageSize);
		const { pages, kind } = readPages({ first: readNumber(place, 0), count }, end);
		ensure(kind === pageKinds.overflow && pages.readUInt32LE(pagePositions.count) === count);
		return pages.subarray(headerBytes);
	};

	function* checkTree(tree: Tree, { compareKeys, checkEntry }: TreeRules): Steps<void> {
		let lastKey: Buffer | null = null;
		/** The key of the last branch: all later entries are equal or greater. */
		let lowestKey: Buffer | null = null;
		let entries = 0;

		const checkLeafNode = ({ node, key, flags }: PageNode) => {
			// A sandbox creates no named database.
			if (flags === nodeFlags.database) throw new Error(foreign);
			ensure(flags === nodeFlags.inline || flags === nodeFlags.overflow);
			ensure(!lastKey || compareKeys(lastKey, key) < 0);
			ensure(!lowestKey || compareKeys(lowestKey, key) <= 0);
			const bytes = node.readUInt32LE(0);
			const start = nodeHeaderBytes + key.length;
			const end = start + (flags === nodeFlags.overflow ? headerBytes : bytes);
			const data = node.subarray(start, end);
			ensure(data.length === end - start);
			checkEntry(key, flags === nodeFlags.overflow ? readOverflow(data, bytes) : data);
			lastKey = key;
			entries += 1;
			return end;
		};

		function* checkPage(number: number, depth: number): Steps<void> {
			const { pages: page, kind } = readPages({ first: number, count: 1 }, pageSize);
			const isLeaf = depth === tree.depth;
			ensure(kind === (isLeaf ? pageKinds.leaf : pageKinds.branch));
			const nodes = readNodes(page);
			// LMDB merges a branch with one page below it before it commits. For the tree of payments, its own check of that
			// ends the process (`mdb_page_search_root`).
			ensure(isLeaf || nodes.length > 1);
			let nodeBytes = 0;
			for (const [index, found] of nodes.entries()) {
				const { node, key, flags } = found;
				if (isLeaf) {
					nodeBytes += toEven(checkLeafNode(found));
					continue;
				}
				nodeBytes += toEven(nodeHeaderBytes + key.length);
				if (index > 0) {
					ensure(!lastKey || compareKeys(lastKey, key) < 0);
					lowestKey = key;
				}
				yield* checkPage(node.readUInt32LE(0) + flags * 2 ** 32, depth + 1);
			}
			// LMDB leaves no gap between nodes.
			ensure(nodeBytes === page.length - headerBytes - page.readUInt16LE(pagePositions.upper));
			yield;
		}

		const isEmpty = tree.depth === 0;
		ensure(isEmpty === (tree.root === null));
		if (tree.root !== null) yield* checkPage(tree.root, 1);
		ensure(entries === tree.entries);
	}

	yield* checkTree(trees.free, {
		compareKeys: (one, other) => readNumber(one, 0) - readNumber(other, 0),
		checkEntry(key, value) {
			const id = readNumber(key, 0);
			ensure(key.length === 8 && id >= 1 && id <= transaction);
			for (const pages of freePages(value)) markSeen(pages);
		},
	});
	yield* checkTree(trees.main, {
		compareKeys: (one, other) => one.compare(other),
		checkEntry(key, value) {
			if (key.subarray(0, valuePrefix.length).equals(valuePrefix)) ensure(isJson(value));
		},
	});
	checkUnwritten();
}

interface PageNode {
	/** The rest of the page from the start of the node. */
	node: Buffer;
	key: Buffer;
	flags: number;
}

/** Reads the nodes of a page: their positions are behind its header. */
function readNodes(page: Buffer): PageNode[] {
	const lower = page.readUInt16LE(pagePositions.lower);
	const upper = page.readUInt16LE(pagePositions.upper);
	ensure(lower > 0 && lower % 2 === 0 && lower <= upper && headerBytes + upper <= page.length);
	return Array.from({ length: lower / 2 }, (_, index) => {
		const position = page.readUInt16LE(headerBytes + 2 * index);
		const node = page.subarray(headerBytes + position);
		ensure(position >= upper && position % 2 === 0 && node.length >= nodeHeaderBytes);
		const keyBytes = node.readUInt16LE(6);
		const key = node.subarray(nodeHeaderBytes, nodeHeaderBytes + keyBytes);
		ensure(key.length === keyBytes);
		return { node, key, flags: node.readUInt16LE(4) };
	});
}

/**
 * Reads a list of free pages: its length, then the pages. Zero is an empty place, and -n before a page means that n pages
 * begin there.
 */
function* freePages(list: Buffer): Generator<PageRange> {
	const length = readNumber(list, 0);
	ensure(8 + 8 * length <= list.length);
	let before = 0;
	for (let index = 1; index <= length; index += 1) {
		const number = Number(list.readBigInt64LE(8 * index));
		// A number of pages must be followed by the first of them.
		ensure(before >= 0 || number > 0);
		if (number > 0) yield { first: number, count: before < 0 ? -before : 1 };
		before = number;
	}
	ensure(before >= 0);
}

function readNumber(bytes: Buffer, position: number): number {
	ensure(position + 8 <= bytes.length);
	return Number(bytes.readBigUInt64LE(position));
}

function toEven(bytes: number): number {
	return bytes + (bytes % 2);
}

function isJson(value: Buffer): boolean {
	try {
		JSON.parse(value.toString());
		return true;
	} catch {
		return false;
	}
}
