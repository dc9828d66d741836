/** The folder of a run's results: its name, whether it can be written to, and the files in it. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { describeWriteError, fileProblem, folderProblem, writeFiles } from '../../reports/write.ts';

/** `20261121T104721-3f9a01`: sorts by time, and differs for two runs in one second. */
export function createRunId(now: Date): string {
	const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '');
	return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** `--out`, or `reports/out/<name>` without it. */
export function outFolder(out: string | undefined, name: string, cwd: string): string {
	return resolve(cwd, out ?? join('reports', 'out', name));
}

/** The problems that keep a run from writing its results into the folder. Creates it, so check every other option first. */
export async function outProblems(folder: string, flag: string, { isDefault = false } = {}) {
	const reason = await folderProblem(folder);
	const subject = isDefault ? `${flag} is left out, and its folder` : flag;
	return reason === undefined ? [] : [unusable(subject, folder, reason, flag)];
}

/** The same for one file. Creates its folder. */
export async function outFileProblems(file: string, flag: string): Promise<string[]> {
	const found = await fileProblem(file);
	return found === undefined ? [] : [unusable(flag, found.path, found.reason, flag)];
}

const unusable = (subject: string, path: string, reason: string, flag: string) =>
	`${subject} ${path} cannot be used: ${reason}. Name a place with ${flag} that can be written to.`;

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
