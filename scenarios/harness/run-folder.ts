/** The folder of a run's results: its name, whether it can be written to, and the files in it. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeWriteError, folderProblem, writeFiles } from '../../reports/write.ts';

/** `20261121T104721-3f9a01`: sorts by time, and differs for two runs in one second. */
export function createRunId(now: Date): string {
	const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '');
	return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** `--out`, or `reports/out/<name>` without it. */
export function outFolder(out: string | undefined, name: string, cwd: string): string {
	return resolve(cwd, out ?? join('reports', 'out', name));
}

/**
 * The problems that keep a run from writing its results into the folder, or the file `name`. Creates the folder, so check
 * every other option first.
 */
export async function outProblems(
	folder: string,
	flag: string,
	{ isDefault = false, name }: { isDefault?: boolean; name?: string } = {},
) {
	const reason = await folderProblem(folder);
	if (reason === undefined) {
		const file = name === undefined ? null : join(folder, name);
		const isFolder = file !== null && statSync(file, { throwIfNoEntry: false })?.isDirectory();
		return isFolder ? [`${flag} ${file} is a folder. Name a file with ${flag}.`] : [];
	}
	const subject = isDefault ? `${flag} is left out, and its folder` : flag;
	return [
		`${subject} ${folder} cannot be used: ${reason}. Name a place with ${flag} that can be written to.`,
	];
}

/** Files to write into a folder: text by name. */
export interface FolderFiles {
	folder: string;
	files: Readonly<Record<string, string>>;
}

/** Writes all files. Returns the reason when that fails: the results then are incomplete. */
export async function saveResults(places: readonly FolderFiles[]): Promise<string | undefined> {
	for (const { folder, files } of places) {
		try {
			await writeFiles(files, folder);
		} catch (error) {
			return `The report could not be written to ${folder}: ${describeWriteError(error)}.`;
		}
	}
	return undefined;
}
