/** Writes files into a folder, which is created one level at a time and tested before a run. */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Creates the folder if needed, writes the files and returns their paths. */
export async function writeFiles(
	files: Readonly<Record<string, string>>,
	directory: string,
): Promise<string[]> {
	await createFolder(directory);
	const paths: string[] = [];
	for (const [name, text] of Object.entries(files)) {
		const path = join(directory, name);
		await writeAtomically(path, text);
		paths.push(path);
	}
	return paths;
}

/** A reader sees the old file or the new one, never a part of it. */
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
 * Creates one folder after the other, from the nearest existing one: on a file system without folders of its own (`/proc`),
 * Node's recursive `mkdir` retries forever.
 */
export async function createFolder(path: string): Promise<void> {
	const missing: string[] = [];
	for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
	for (const folder of missing) await createOne(folder);
}

/** Creates the folder and returns undefined, or why nothing can be written there. */
export async function folderProblem(path: string): Promise<string | undefined> {
	const probe = join(path, `.payin-sandbox-${process.pid}.tmp`);
	try {
		await createFolder(path);
		// Permissions are not enough: a file system may be read-only or full.
		await writeFile(probe, 'x').finally(() => rm(probe, { force: true }));
		return undefined;
	} catch (error) {
		return describeWriteError(error);
	}
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
	ELOOP: 'its links lead in a circle',
};

export function describeWriteError(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	const known = code === undefined ? undefined : reasons[code];
	return known ? `${known} (${code})` : error.message;
}

/** False when nothing exists at the path. */
async function isFolder(path: string): Promise<boolean> {
	try {
		if ((await stat(path)).isDirectory()) return true;
	} catch (error) {
		// ENOTDIR: the path is below a file. The search goes up to that file, so that the error can name it.
		const { code } = error as NodeJS.ErrnoException;
		if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(path) !== path) return false;
		throw error;
	}
	throw new Error(`${path} is a file, not a folder`);
}

async function createOne(folder: string): Promise<void> {
	try {
		await mkdir(folder);
	} catch (error) {
		// Another run may have created it at the same time.
		const existing = await stat(folder).catch(() => undefined);
		if (!existing?.isDirectory()) throw error;
	}
}
