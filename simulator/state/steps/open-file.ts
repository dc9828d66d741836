/** The file of a store that outlives its process, and that several processes of one machine may open. */
import { StoreUnavailable } from '../unavailable.ts';
import { refusalOfFile } from './file-check.ts';
import type { LmdbFile } from './file-keeper.ts';
import { createFileKeeper, isOthers } from './file-keeper.ts';
import type { Keeper } from './step.ts';

const secondLookMs = 100;

type Sleep = (ms: number) => Promise<void>;

export interface FileAddress {
	path: string;
	/** `full`: what is answered survives a loss of power too. */
	sync: 'process' | 'full';
}

/** Rejects as a store that is unavailable, because of the system's reason, or Node's `ERR_MODULE_NOT_FOUND`. */
export async function openFile(address: FileAddress, sleep: Sleep): Promise<Keeper> {
	try {
		return createFileKeeper(await openLmdb(address, sleep));
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

async function openLmdb({ path, sync }: FileAddress, sleep: Sleep): Promise<LmdbFile> {
	const { open } = await import('lmdb');
	const refusal = await standingRefusalOf(path, sleep);
	if (refusal !== null) throw new Error(refusal);
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

/** Another process may be writing the head of a new file at this very moment: what is wrong then is right a moment later. */
async function standingRefusalOf(path: string, sleep: Sleep): Promise<string | null> {
	if (refusalOfFile(path) === null) return null;
	await sleep(secondLookMs);
	return refusalOfFile(path);
}
