/** The file of a store that outlives its process, and that several processes of one machine may open. */
import { closeSync, openSync, readSync } from 'node:fs';
import { createFileKeeper } from './file-keeper.ts';
import type { Keeper } from './step.ts';

export interface FileAddress {
	path: string;
	/** `full`: what is answered survives a loss of power too. */
	sync: 'process' | 'full';
}

/** Rejects with Node's `ERR_MODULE_NOT_FOUND` without the package, and with the system's reason when it cannot be used. */
export async function openFile({ path, sync }: FileAddress): Promise<Keeper> {
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
	return createFileKeeper(file);
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
