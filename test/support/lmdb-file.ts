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
