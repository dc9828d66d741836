/** Opens the file of a store for this process alone. */
import type { Stats } from 'node:fs';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Backend } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import type { LmdbFile } from './lmdb-backend.ts';
import { createLmdbBackend, valueKey } from './lmdb-backend.ts';
import { keys } from './records.ts';
import { nameOf } from './write-set.ts';

export interface FileAddress {
	path: string;
	/** `full`: an answer survives a loss of power too. */
	sync: 'process' | 'full';
}

/** Rejects with `StoreUnavailable`, whose cause is the system's error, Node's `ERR_MODULE_NOT_FOUND`, or a reason of ours. */
export async function openLmdb({ path, sync }: FileAddress): Promise<Backend> {
	try {
		const { open } = await import('lmdb');
		refuseForeignFile(path);
		const file = open<string>({
			path,
			encoding: 'string',
			noSubdir: true,
			// A write survives the process as soon as the system has it. Waiting for the disk costs a hundred times as much.
			noSync: sync === 'process',
			overlappingSync: false,
		});
		const refusal = claim(file)
			? foreignContent(file)
			: 'it is already in use, and only one process at a time can use it';
		if (refusal === null) return createLmdbBackend(file);
		await file.close();
		throw new Error(refusal);
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

interface Readers {
	readerCheck(): number;
	readerList(): string;
	useReadTransaction(): { done(): void };
}

/**
 * Makes this process the only user of the file: it registers as a reader, unless another one is registered. LMDB holds a
 * lock of the system for each registered process. The lock dies with its process, `kill -9` included, and is seen from
 * other containers that share the file.
 */
function claim(file: LmdbFile & Readers): boolean {
	return file.transactionSync(() => {
		file.readerCheck();
		// A title, then one line for each reader.
		const readers = file.readerList().trim().split('\n').slice(1);
		if (readers.length > 0) return false;
		file.useReadTransaction().done();
		return true;
	});
}

function foreignContent(file: LmdbFile): string | null {
	const isOurs =
		file.getKeysCount({ limit: 1 }) === 0 || file.get(valueKey(nameOf(keys.schema))) !== undefined;
	return isOurs ? null : 'the file is the store of another program';
}

/** Positions in a page that describes the file: its mark, the size of a page, the last page, the transaction. */
const positions = { mark: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };
const marks = [0xbeefc0de, 0xdec0efbe];
/** Nearly all machines write the lowest byte first. For others, only the mark is checked. */
const [, littleEndian = 0] = marks;

/** LMDB ends the process without a message when it opens another kind of file, or one that is cut off. */
function refuseForeignFile(path: string): void {
	const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
	if (!stats || (stats.isFile() && stats.size === 0)) return;
	// Reading a folder fails with a message of the system.
	if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is no ordinary file');
	const file = openSync(path, 'r');
	try {
		const first = readAt(file, 0);
		const mark = first.readUInt32BE(positions.mark);
		if (!marks.includes(mark)) throw new Error('the file is no store of payments');
		if (mark === littleEndian && isCutOff(file, first)) throw new Error('the file is cut off');
	} finally {
		closeSync(file);
	}
}

function readAt(file: number, position: number): Buffer {
	const page = Buffer.alloc(positions.end);
	readSync(file, page, 0, positions.end, position);
	return page;
}

/** Two pages describe the file, written in turns: the later one has its length. */
function isCutOff(file: number, first: Buffer): boolean {
	const pageSize = first.readUInt32LE(positions.pageSize);
	const second = readAt(file, pageSize);
	if (second.readUInt32BE(positions.mark) !== littleEndian) return true;
	const transactionOf = (page: Buffer) => page.readBigUInt64LE(positions.transaction);
	const later = transactionOf(second) > transactionOf(first) ? second : first;
	const described = (later.readBigUInt64LE(positions.lastPage) + 1n) * BigInt(pageSize);
	// Read last: a writer makes the file longer before it writes the page.
	return described > BigInt(fstatSync(file).size);
}
