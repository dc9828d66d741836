/** The file of a store that outlives its process, and that several processes of one machine may open. */
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
