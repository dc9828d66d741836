/** Files that LMDB itself writes, as a store does. */
import { closeSync, openSync } from 'node:fs';
import type { RootDatabase } from 'lmdb';
import { ABORT, open } from 'lmdb';
import type { Meta } from '../../simulator/state/lmdb-header.ts';
import { readMetas } from '../../simulator/state/lmdb-header.ts';

export interface Change {
	key: number;
	/** How long the new value is; null to remove the key. */
	length: number | null;
}

export interface Transaction {
	changes: Change[];
	/** LMDB writes some pages of an aborted transaction too. */
	isAborted: boolean;
}

export function openFile(path: string, pageSize = 4_096): RootDatabase<string> {
	const mode = { noSubdir: true, noSync: true, overlappingSync: false };
	return open<string>({ path, pageSize, encoding: 'string', ...mode });
}

export function run(file: RootDatabase<string>, { changes, isAborted }: Transaction): void {
	file.transactionSync(() => {
		for (const { key, length } of changes) {
			if (length === null) file.removeSync(['value', `key ${key}`]);
			else file.putSync(['value', `key ${key}`], JSON.stringify('x'.repeat(length)));
		}
		return isAborted ? ABORT : undefined;
	});
}

export function metaOf(path: string): Meta {
	const file = openSync(path, 'r');
	try {
		const [meta] = readMetas(file) ?? [];
		if (!meta) throw new Error('These tests need a little-endian machine.');
		return meta;
	} finally {
		closeSync(file);
	}
}

/**
 * Byte positions as LMDB's `mdb.c` has them, and not as the check under test has them: in the header of a page, in a meta
 * page, and in its description of a tree.
 */
export const pageAt = { transaction: 8, kind: 18, lower: 20, count: 20, upper: 22, end: 24 };
export const metaAt = {
	magic: 24,
	version: 28,
	freeTree: 48,
	mainTree: 96,
	lastPage: 144,
	transaction: 152,
};
export const treeAt = { flags: 4, depth: 6, entries: 32, root: 40, end: 48 };

/** The root of an empty tree. */
export const noPage = 2n ** 64n - 1n;

/** The position of the meta page of the latest transaction. */
export function laterMetaOf(content: Buffer, pageSize: number): number {
	const [first = 0n, second = 0n] = [0, pageSize].map((page) =>
		content.readBigUInt64LE(page + metaAt.transaction),
	);
	return second > first ? pageSize : 0;
}
