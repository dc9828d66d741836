/** The folder of the results: made step by step, and tried out before a run rests on it. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * One folder at a time, from the nearest one that is there: where a file system takes no folders (`/proc`), a
 * recursive `mkdir` of Node tries again for ever. Fails with a reason that stands in a sentence.
 */
export async function makeFolder(path: string): Promise<void> {
	const missing: string[] = [];
	for (let at = resolve(path); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
	for (const folder of missing) await makeOne(folder);
}

/** Why nothing can be written there; undefined when it can, and then the folder is there. */
export async function folderProblem(path: string): Promise<string | undefined> {
	const probe = join(path, `.payin-sandbox-${process.pid}.tmp`);
	try {
		await makeFolder(path);
		// Rights alone do not tell: a file system may be read-only or full.
		await writeFile(probe, 'x').finally(() => rm(probe, { force: true }));
		return undefined;
	} catch (error) {
		return writeFailure(error);
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

export function writeFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	const known = code === undefined ? undefined : reasons[code];
	return known ? `${known} (${code})` : error.message;
}

/** False where nothing is yet. */
async function isFolder(path: string): Promise<boolean> {
	try {
		if ((await stat(path)).isDirectory()) return true;
	} catch (error) {
		// Below a file there is nothing either: the walk goes up to that file, which can be named.
		const { code } = error as NodeJS.ErrnoException;
		if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(path) !== path) return false;
		throw error;
	}
	throw new Error(`${path} is a file, not a folder`);
}

async function makeOne(folder: string): Promise<void> {
	try {
		await mkdir(folder);
	} catch (error) {
		// Another run may have made it a moment ago.
		const made = await stat(folder).catch(() => undefined);
		if (!made?.isDirectory()) throw error;
	}
}
