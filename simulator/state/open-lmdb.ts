/** Opens the file of a store for only this process. */
import type { Stats } from 'node:fs';
import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readSync,
	realpathSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Backend } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { isReadable } from './check-lmdb.ts';
import type { LmdbBackendOptions, LmdbFile } from './lmdb-backend.ts';
import { createLmdbBackend, DiskFull, spareBytes, valueKey } from './lmdb-backend.ts';
import { storeKeys } from './records.ts';
import { keyNameOf } from './write-set.ts';

export interface FileAddress {
	path: string;
	/** `full`: a committed write also survives a loss of power. */
	sync: 'process' | 'full';
}

type WritesChanged = LmdbBackendOptions['writesChanged'];

/**
 * Rejects with `StoreUnavailable`. Its cause is an error of the system, Node's `ERR_MODULE_NOT_FOUND`, or a message of this
 * file.
 */
export async function openLmdbBackend(
	{ path: address, sync }: FileAddress,
	writesChanged: WritesChanged = () => undefined,
): Promise<Backend> {
	try {
		const { open } = await import('lmdb');
		const stats = statSync(address, { throwIfNoEntry: false });
		// LMDB finds the lock of a file by the file's name: a file with two names would have two locks.
		const path = stats ? realpathSync(address) : address;
		if (stats) refuseForeignFile(path, stats);
		refuseEmptyLock(lockOf(path));
		refuseFolder(path, stats === undefined || stats.size === 0);
		const file = open<string>({
			path,
			encoding: 'string',
			noSubdir: true,
			// Once the operating system has a write, it survives the process. Waiting for the disk costs a hundred times as
			// much.
			noSync: sync === 'process',
			overlappingSync: false,
			// Payments name customers: other users may not read a new store.
			...ownerOnly,
		});
		const refusal = !claim(file)
			? 'it is already in use, and only one process at a time can use it'
			: !stats || (await isReadable(path))
				? foreignContent(file)
				: 'the file is damaged. Restore a copy of it, or use another file';
		if (refusal === null) {
			const ensureInPlace = createPlaceGuard([path, lockOf(path)]);
			const ensureSpace = (bytes: number) => {
				ensureInPlace();
				ensureFree(path, bytes);
			};
			return createLmdbBackend(file, { ensureSpace, writesChanged });
		}
		await file.close();
		throw new Error(refusal);
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

/** The types of LMDB lack this option. */
const ownerOnly = { permissionsMode: 0o600 };

function lockOf(path: string): string {
	return `${path}-lock`;
}

/** LMDB would begin it anew, also while another process uses it: both would crash. */
function refuseEmptyLock(path: string): void {
	if (statSync(path, { throwIfNoEntry: false })?.size !== 0) return;
	throw new Error(
		`its lock ${path} is empty, so it may be in use. If no process uses it, delete the lock`,
	);
}

/** More than LMDB writes when it creates a file and its lock. */
const firstBytes = 128 * 1024;

/**
 * LMDB crashes (SIGBUS, SIGSEGV) when there is no space for its first pages: it creates the lock without blocks, and writes
 * to it by an address in memory. It can hang where no file can be created, as in `/proc`. So blocks are written before it is
 * opened.
 */
function refuseFolder(path: string, isNew: boolean): void {
	const probe = `${path}-probe-${process.pid}`;
	const folder = dirname(path);
	mkdirSync(folder, { recursive: true });
	ensureFree(folder, spareBytes + firstBytes);
	try {
		writeFileSync(probe, Buffer.alloc(firstBytes, 1));
	} catch (failure) {
		const code = failure instanceof Error && 'code' in failure ? failure.code : '';
		if (code === 'ENOSPC' || code === 'EDQUOT') throw new DiskFull();
		// An existing store may have its lock in a folder that takes no other files.
		if (isNew) throw new Error(`no file can be created in ${folder} (${code})`);
	} finally {
		rmSync(probe, { force: true });
	}
}

function ensureFree(path: string, bytes: number): void {
	const { blocks, bavail, bsize } = statfsSync(path);
	// Some file systems do not know their size.
	if (blocks > 0 && bavail * bsize < bytes) throw new DiskFull();
}

/**
 * Rejects a write when a path no longer leads to the file that was opened. Without its file, the write would be lost; without
 * its lock, another process could write at the same time.
 */
function createPlaceGuard(paths: readonly string[]): () => void {
	const stat = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });
	const opened = paths.map((path) => ({ path, ino: stat(path)?.ino, size: 0n }));
	return () => {
		for (const file of opened) {
			const { ino, size = 0n } = stat(file.path) ?? {};
			if (ino !== file.ino || size < file.size) {
				const problem = 'was removed, replaced or cut off while it is in use';
				throw new Error(`${file.path} ${problem}. Put it back, or start the sandbox again`);
			}
			file.size = size;
		}
	};
}

interface Readers {
	readerCheck(): number;
	readerList(): string;
	useReadTransaction(): { done(): void };
}

/**
 * Makes this process the only user of the file: registers it as a reader, and returns false when another process is
 * registered. LMDB holds a system lock for each registered process. The lock ends with its process, even after `kill -9`,
 * and processes in other containers see it.
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
		file.getKeysCount({ limit: 1 }) === 0 ||
		file.get(valueKey(keyNameOf(storeKeys.schema))) !== undefined;
	return isOurs ? null : 'the file is the store of another program';
}

/** Byte positions in a meta page of LMDB: its mark, the size of a page, the last page, the transaction. */
const positions = { mark: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };
const marks = [0xbeefc0de, 0xdec0efbe];
/**
 * The mark in a file of a machine that writes the lowest byte first, as nearly all do. A file with the other mark is not
 * checked for being cut off.
 */
const [, littleEndian = 0] = marks;

/** Rejects other kinds of files and truncated files: LMDB would end the process without a message. */
function refuseForeignFile(path: string, stats: Stats): void {
	if (stats.isFile() && stats.nlink > 1) {
		throw new Error('it has a second name (a hard link). Copy it instead');
	}
	if (stats.isFile() && stats.size === 0) return;
	// Reading a folder fails below, with the message of the system.
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

/** LMDB writes its two meta pages in turns: the later one states the length of the file. */
function isCutOff(file: number, first: Buffer): boolean {
	const pageSize = first.readUInt32LE(positions.pageSize);
	const second = readAt(file, pageSize);
	if (second.readUInt32BE(positions.mark) !== littleEndian) return true;
	const transactionOf = (page: Buffer) => page.readBigUInt64LE(positions.transaction);
	const later = transactionOf(second) > transactionOf(first) ? second : first;
	const described = (later.readBigUInt64LE(positions.lastPage) + 1n) * BigInt(pageSize);
	// Read the size last: a writer extends the file before it writes the meta page.
	return described > BigInt(fstatSync(file).size);
}
