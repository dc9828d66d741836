/** Writes files into a folder. The folder is created and tested before a run starts. */
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import {
	lstat,
	mkdir,
	open,
	readlink,
	realpath,
	rename,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Creates the folder if needed, writes the files and returns their absolute paths. */
export async function writeFiles(
	files: Readonly<Record<string, string>>,
	directory: string,
): Promise<string[]> {
	await createFolder(directory);
	const paths: string[] = [];
	for (const [name, text] of Object.entries(files)) {
		const path = resolve(directory, name);
		await write(path, text);
		paths.push(path);
	}
	return paths;
}

/**
 * Writes to the file behind a link. A pipe or a device is opened, because a rename would replace it by a file. The
 * output of this process is not opened again: it may be a socket, or a file that other programs write to.
 */
async function write(path: string, text: string): Promise<void> {
	const output = await ownOutput(path);
	if (output) return writeToOutput(output, text);
	const existing = await entryAt(path);
	if (existing && isPipeOrDevice(existing)) return writeThrough(path, text);
	const file = await endOfLinks(path);
	await createFolder(dirname(file));
	await writeAtomically(file, text);
}

const outputNames: Readonly<Record<string, 'stdout' | 'stderr'>> = {
	'/dev/stdout': 'stdout',
	'/dev/fd/1': 'stdout',
	'/proc/self/fd/1': 'stdout',
	'/dev/stderr': 'stderr',
	'/dev/fd/2': 'stderr',
	'/proc/self/fd/2': 'stderr',
};

/** The output of this process that the path, or a link on its way, names; undefined for another path. */
async function ownOutput(path: string) {
	for (const step of await followLinks(path)) {
		const name = outputNames[step];
		if (name) return process[name];
	}
	return undefined;
}

const writeToOutput = (output: NodeJS.WriteStream, text: string) =>
	new Promise<void>((done, fail) => {
		output.write(text, (error) => (error ? fail(error) : done()));
	});

/** Linux follows as many links. In a circle, the system reports the error when the path is used. */
const maxLinks = 40;

/** The path, and the path behind each link in turn. The last one need not exist. */
async function followLinks(path: string): Promise<string[]> {
	const steps = [path];
	try {
		for (let at = path; steps.length <= maxLinks; steps.push(at)) {
			const link = await readlink(at);
			at = resolve(await realpath(dirname(at)), link);
		}
	} catch {
		// The last step is no link.
	}
	return steps;
}

const endOfLinks = async (path: string) => (await followLinks(path)).at(-1) ?? path;

/**
 * Writes to a pipe or a device without blocking: opening a pipe without a reader would wait, and fails at once this
 * way.
 */
async function writeThrough(path: string, text: string): Promise<void> {
	const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
	try {
		await writeFile(path, text);
	} finally {
		await probe.close();
	}
}

const isPipeOrDevice = (entry: Stats) => !entry.isFile() && !entry.isDirectory();

/** The file status behind a path, with links resolved; undefined if nothing exists there. */
async function entryAt(path: string): Promise<Stats | undefined> {
	try {
		return await stat(path);
	} catch (error) {
		if (isAbsence(error)) return undefined;
		throw error;
	}
}

/** Whether the error says that nothing exists there. ENOTDIR means that the path is below a file. */
function isAbsence(error: unknown): boolean {
	const { code } = error as NodeJS.ErrnoException;
	return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Removes a file if there is one. A link stays, and the file behind it becomes empty. The output of this process stays
 * as it is.
 */
export async function removeFile(path: string): Promise<void> {
	if (await ownOutput(path)) return;
	const existing = await entryAt(path);
	if (!existing?.isFile()) return;
	if ((await lstat(path)).isSymbolicLink()) await truncate(path);
	else await rm(path, { force: true });
}

/** Replaces a file by a rename: a reader sees the old or the new file, never a part. */
async function writeAtomically(path: string, text: string): Promise<void> {
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		await writeFile(temporary, text);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}

/**
 * Creates missing folders one after another. Node's recursive `mkdir` retries forever on a file system that cannot have
 * new folders (`/proc`).
 */
export async function createFolder(path: string): Promise<void> {
	const missing: string[] = [];
	for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
	for (const folder of missing) await createOne(folder);
}

/** Creates the folder. Returns the reason if nothing can be written into it; otherwise undefined. */
export async function folderProblem(path: string): Promise<string | undefined> {
	const probe = join(path, `.payin-sandbox-${process.pid}.tmp`);
	try {
		await createFolder(path);
		// Write a file to find out: permissions do not show a file system that is read-only or full.
		await writeFile(probe, 'x').finally(() => rm(probe, { force: true }));
		return undefined;
	} catch (error) {
		return describeWriteError(error);
	}
}

/** Creates the folder of the file. Returns which path cannot be used and why; otherwise undefined. */
export async function fileProblem(
	path: string,
): Promise<{ path: string; reason: string } | undefined> {
	let folder = dirname(path);
	try {
		if (await ownOutput(path)) return undefined;
		const existing = await entryAt(path);
		if (existing?.isDirectory()) return { path, reason: 'it is a folder, not a file' };
		// A pipe or device needs no writable folder: `/dev/null` can be written without permission to write in `/dev`.
		if (existing && isPipeOrDevice(existing)) return undefined;
		folder = dirname(await endOfLinks(path));
	} catch (error) {
		return { path, reason: describeWriteError(error) };
	}
	const reason = await folderProblem(folder);
	return reason === undefined ? undefined : { path: folder, reason };
}

const reasons: Record<string, string> = {
	EACCES: 'this user may not write there',
	EPERM: 'this user may not write there',
	EROFS: 'the file system is read-only',
	ENOSPC: 'no space is left there',
	ENOENT: 'the system lets nothing be made there',
	ENOTDIR: 'a part of it is a file, not a folder',
	EISDIR: 'a folder has the name of one of the files',
	ENAMETOOLONG: 'the name is too long',
	ENXIO: 'no program reads from it',
	ELOOP: 'its links lead in a circle',
};

export function describeWriteError(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	const known = code === undefined ? undefined : reasons[code];
	return known ? `${known} (${code})` : error.message;
}

/** Whether a path is a folder; false if nothing exists there. */
async function isFolder(path: string): Promise<boolean> {
	try {
		if ((await stat(path)).isDirectory()) return true;
	} catch (error) {
		// Errors other than absence are thrown at the file in the way, so that the message can name it.
		if (isAbsence(error) && dirname(path) !== path) return false;
		throw error;
	}
	throw new Error(`${path} is a file, not a folder`);
}

async function createOne(folder: string): Promise<void> {
	try {
		await mkdir(folder);
	} catch (error) {
		// Another run may have created the folder at the same time.
		const existing = await stat(folder).catch(() => undefined);
		if (!existing?.isDirectory()) throw error;
	}
}
