/** Opens the LMDB file of a store, and ensures that only this process uses it. */
import {
	accessSync,
	closeSync,
	constants,
	fstatSync,
	ftruncateSync,
	lstatSync,
	mkdirSync,
	openSync,
	realpathSync,
	rmSync,
	statfsSync,
	statSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Backend } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import { ensureIntact } from './check-lmdb.ts';
import type { LmdbBackendOptions, LmdbFile } from './lmdb-backend.ts';
import { createLmdbBackend, DiskFull, minFreeBytes, valueKey } from './lmdb-backend.ts';
import { damagedOrForeign, refuseForeignFile } from './lmdb-header.ts';
import { isMountPoint } from './mount-point.ts';
import { storeKeys } from './records.ts';
import { keyNameOf } from './write-set.ts';

export interface StoreFileLocation {
	path: string;
	/** `full`: committed writes survive a power loss too. */
	sync: 'process' | 'full';
}

type WritesChanged = LmdbBackendOptions['writesChanged'];

/**
 * Opens the file. Rejects with `StoreUnavailable`, whose cause is an error of the system, Node's
 * `ERR_MODULE_NOT_FOUND`, or an error of this module.
 */
export async function openLmdbBackend(
	{ path: address, sync }: StoreFileLocation,
	writesChanged: WritesChanged = () => undefined,
): Promise<Backend> {
	try {
		const { open } = await import('lmdb');
		const stats = statSync(address, { throwIfNoEntry: false });
		// LMDB would create the file, with a lock beside the link. The next start would use another lock.
		if (!stats && lstatSync(address, { throwIfNoEntry: false })) {
			throw new Error(
				'it is a link to a file that does not exist. Use the path of the file itself',
			);
		}
		// Resolve links: LMDB finds the lock by the name of the file, so a file with two names would have two locks.
		const path = stats ? realpathSync(address) : address;
		if (stats) refuseForeignFile(path, stats);
		// The lock is in the folder, and other mounts of the same file have their locks in other folders.
		if (isMountPoint(path)) {
			throw new Error(
				'the file itself is a mount point, so other processes do not see its lock. Mount its folder instead',
			);
		}
		const hasData = stats !== undefined && stats.size > 0;
		const hasLock = refuseUnusableLock(lockOf(path), hasData);
		prepareFolder(path, !hasData || !hasLock);
		const file = open<string>({
			path,
			encoding: 'string',
			noSubdir: true,
			// A write that the operating system has taken survives this process. Waiting for the disk would cost a hundred
			// times as much.
			noSync: sync === 'process',
			overlappingSync: false,
			// Payments contain names of customers: other users must not read a new store.
			...ownerOnly,
		});
		try {
			await refuseUnusable(file, path, stats !== undefined);
			const paths = [path, lockOf(path)];
			const ensureInPlace = createPlaceGuard(paths);
			const ensureSpace = (bytes: number) => {
				ensureInPlace();
				ensureFree(path, bytes);
			};
			const size = createSizeGuard(paths);
			const { ensureWhole, noteSize } = size;
			const ensureGrowth = (bytes: number) => tryGrowth(path, bytes);
			const guards = { ensureSpace, ensureGrowth, ensureWhole, noteSize };
			const backend = createLmdbBackend(file, { ...guards, writesChanged });
			return {
				...backend,
				async close() {
					await backend.close();
					size.close();
				},
			};
		} catch (failure) {
			await file.close();
			throw failure;
		}
	} catch (failure) {
		throw new StoreUnavailable(failure);
	}
}

/** The types of LMDB lack this option. */
const ownerOnly = { permissionsMode: 0o600 };

function lockOf(path: string): string {
	return `${path}-lock`;
}

/**
 * Refuses a lock file that LMDB cannot use. It would crash without a message if it cannot open the lock (SIGSEGV), or if
 * the lock of a store in use was emptied. Returns whether there is a lock.
 */
function refuseUnusableLock(path: string, hasData: boolean): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return false;
	if (!stats.isFile()) throw new Error(`its lock ${path} is no ordinary file`);
	// A process that was killed while it created the store leaves an empty lock without data: LMDB writes the lock first.
	if (stats.size === 0 && hasData) {
		throw new Error(
			`its lock ${path} is empty, so it may be in use. If no process uses it, delete the lock`,
		);
	}
	// Not by opening it: to close a descriptor of the lock would release the locks of this process. The system's message
	// names the lock.
	accessSync(path, constants.R_OK | constants.W_OK);
	return true;
}

/** The space that is checked: more than LMDB writes when it creates a file and its lock. */
const firstBytes = 128 * 1024;

/**
 * Creates the folder, and checks that it has space for a new file. LMDB crashes (SIGBUS, SIGSEGV) without space for its
 * first pages, because it creates the lock without blocks and writes to it through memory. It can hang where no file can
 * be created, as in `/proc`.
 */
function prepareFolder(path: string, needsFile: boolean): void {
	const probe = `${path}-probe-${process.pid}`;
	const folder = dirname(path);
	createFolder(folder);
	ensureFree(folder, minFreeBytes + firstBytes);
	try {
		rmSync(probe, { force: true });
		// Do not write through a link that another user has put there.
		writeFileSync(probe, Buffer.alloc(firstBytes, 1), { flag: 'wx' });
	} catch (failure) {
		const code = failure instanceof Error && 'code' in failure ? failure.code : '';
		if (code === 'ENOSPC' || code === 'EDQUOT') throw new DiskFull();
		// For an existing store this is no error: its lock may be in a folder where no other file can be created.
		if (needsFile) throw new Error(`no file can be created in ${folder} (${code})`);
	} finally {
		rmSync(probe, { force: true });
	}
}

/** Node's `recursive` never ends where the system reports that no folder can be created, as in `/proc`. */
function createFolder(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })) return;
	const parent = dirname(folder);
	if (parent !== folder) createFolder(parent);
	try {
		mkdirSync(folder);
	} catch (failure) {
		// Another process may create it at the same time.
		if (!statSync(folder, { throwIfNoEntry: false })) throw failure;
	}
}

function ensureFree(path: string, bytes: number): void {
	const { blocks, bavail, bsize } = statfsSync(path);
	// Some file systems do not report their size.
	if (blocks > 0 && bavail * bsize < bytes) throw new DiskFull();
}

/**
 * Writes after the end of the file, and cuts that off again. So it finds limits that are not known as free space: a
 * quota, or the largest size of a file.
 */
function tryGrowth(path: string, bytes: number): void {
	const file = openSync(path, 'r+');
	try {
		const { size } = fstatSync(file);
		try {
			const written = writeSync(file, Buffer.alloc(bytes), 0, bytes, size);
			if (written < bytes) throw new Error(`it cannot grow beyond ${size + written} bytes`);
		} finally {
			ftruncateSync(file, size);
		}
	} finally {
		closeSync(file);
	}
}

/**
 * Returns a function that throws if a path no longer leads to the file that was opened. Without its file, a write would
 * be lost; without its lock, another process could write at the same time.
 */
function createPlaceGuard(paths: readonly string[]): () => void {
	const inodeOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
	const opened = paths.map((path) => ({ path, inode: inodeOf(path) }));
	return () => {
		for (const { path, inode } of opened) {
			if (inodeOf(path) === inode) continue;
			const problem = 'was removed or replaced while it is in use';
			throw new Error(`${path} ${problem}. Put it back, or start the sandbox again`);
		}
	};
}

/**
 * Opens the files again, for `ensureWhole`. `ensureWhole` throws if one of them is shorter than `noteSize` has seen it:
 * LMDB reads them as memory, and the system ends a process that reads a missing page (SIGBUS). It looks at the opened
 * files, so that reads go on when a file is moved.
 */
function createSizeGuard(paths: readonly string[]) {
	const files = paths.map((path) => {
		const file = openSync(path, 'r');
		return { path, file, knownBytes: fstatSync(file).size };
	});
	let isClosed = false;
	return {
		ensureWhole() {
			if (isClosed) return;
			for (const { path, file, knownBytes } of files) {
				if (fstatSync(file).size >= knownBytes) continue;
				throw new Error(`${path} was cut off while it is in use. Restore a copy of it`);
			}
		},
		noteSize() {
			if (isClosed) return;
			// LMDB never shortens its files: a shorter one was cut off during the transaction.
			for (const guarded of files) {
				guarded.knownBytes = Math.max(guarded.knownBytes, fstatSync(guarded.file).size);
			}
		},
		close() {
			if (isClosed) return;
			isClosed = true;
			for (const { file } of files) closeSync(file);
		},
	};
}

/** Refuses a file that another process uses, a damaged one, and the store of another program. */
async function refuseUnusable(
	file: LmdbFile & LmdbState,
	path: string,
	isExisting: boolean,
): Promise<void> {
	if (!claim(file)) {
		throw new Error(
			'it is already in use, and only one process at a time can use it. Stop the other one, or use another file',
		);
	}
	if (!isExisting) return;
	await ensureIntact(path);
	// The first transaction of a sandbox writes the schema.
	const { lastTxnId } = file.getStats() as { lastTxnId: number };
	if (lastTxnId > 0 && file.get(valueKey(keyNameOf(storeKeys.schema))) === undefined) {
		throw new Error(damagedOrForeign);
	}
}

/** What LMDB says about a file and its readers. */
interface LmdbState {
	getStats(): object;
	readerCheck(): number;
	readerList(): string;
	useReadTransaction(): { done(): void };
}

/**
 * Registers this process as a reader. Returns false if another process is registered, so that only one uses the file.
 * LMDB holds a system lock for each registered process: it ends with the process, even after `kill -9`, and processes
 * in other containers see it.
 */
function claim(file: LmdbFile & LmdbState): boolean {
	return file.transactionSync(() => {
		file.readerCheck();
		// The list has a title, then one line for each reader.
		const readers = file.readerList().trim().split('\n').slice(1);
		if (readers.length > 0) return false;
		file.useReadTransaction().done();
		return true;
	});
}
