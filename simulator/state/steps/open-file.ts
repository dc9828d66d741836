/** The file of a store that outlives its process, and that several processes of one machine may open. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StoreUnavailable } from '../unavailable.ts';
import type { LmdbFile } from './file-keeper.ts';
import { createFileKeeper, isOthers } from './file-keeper.ts';
import type { Keeper } from './step.ts';

export interface FileAddress {
	path: string;
	/** `full`: what is answered survives a loss of power too. */
	sync: 'process' | 'full';
}

/** Rejects as a store that is unavailable, because of the system's reason, or Node's `ERR_MODULE_NOT_FOUND`. */
export async function openFile(address: FileAddress): Promise<Keeper> {
	try {
		return createFileKeeper(await openLmdb(address));
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

async function openLmdb({ path, sync }: FileAddress): Promise<LmdbFile> {
	const { open } = await import('lmdb');
	if (isForeign(path)) throw new Error('the file is no store of payments');
	const file = open<string>({
		path,
		encoding: 'string',
		noSubdir: true,
		// What the system has taken over survives the process; waiting for the disk costs a hundred times as much.
		noSync: sync === 'process',
		overlappingSync: false,
	});
	if (!isOthers(file)) return file;
	await file.close();
	throw new Error('the file is the store of another program');
}

/** Behind the head of its first page, in either order of bytes. */
const mark = { at: 24, words: [0xbeefc0de, 0xdec0efbe] };

/** LMDB ends the process when it is given a file of another kind. */
function isForeign(path: string): boolean {
	const head = Buffer.alloc(mark.at + 4);
	let length = 0;
	try {
		const file = openSync(path, 'r');
		try {
			length = readSync(file, head);
		} finally {
			closeSync(file);
		}
	} catch (failure) {
		if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return false;
		throw failure;
	}
	return length > 0 && !mark.words.includes(head.readUInt32BE(mark.at));
}
