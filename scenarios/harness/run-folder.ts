/** The folder for the results of a run: its name, whether it can be written to, and its files. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
	describeWriteError,
	fileProblem,
	folderProblem,
	removeFile,
	writeFiles,
} from '../../reports/write.ts';
import { UsageError } from './errors.ts';

/**
 * Makes a run id such as `20261121T104721-3f9a01`: the UTC time, so that ids sort by time, and a random part for two
 * runs in one second.
 */
export function createRunId(now: Date): string {
	const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '');
	return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** The folder of `--out`; by default `reports/out/<name>`. */
export function outFolder(out: string | undefined, name: string, cwd: string): string {
	return resolve(cwd, out ?? join('reports', 'out', name));
}

/**
 * The problems that prevent writing results into the folder. It creates the folder, so check every other option first.
 */
export async function outFolderProblems(folder: string, flag: string, { isDefault = false } = {}) {
	const reason = await folderProblem(folder);
	const subject = isDefault ? `${flag} is left out, and its folder` : flag;
	return reason === undefined ? [] : [unusable(subject, folder, reason, flag)];
}

/** The same for one file. It creates the file's folder. */
export async function outFileProblems(file: string, flag: string): Promise<string[]> {
	const found = await fileProblem(file);
	return found === undefined ? [] : [unusable(flag, found.path, found.reason, flag)];
}

const unusable = (subject: string, path: string, reason: string, flag: string) =>
	`${subject} ${path} cannot be used: ${reason}. Name a place with ${flag} that can be written to.`;

/**
 * Removes the results of an earlier run: a run that is killed must not leave the verdict of another one in its place.
 * Throws a UsageError if a file cannot be removed.
 */
export async function removeEarlierResults(folder: string, names: readonly string[]) {
	for (const path of names.map((name) => join(folder, name))) {
		try {
			await removeFile(path);
		} catch (error) {
			throw new UsageError([
				`${path} is of an earlier run and cannot be removed: ${describeWriteError(error)}. Name another folder.`,
			]);
		}
	}
}

/** Files to write into a folder: their texts by name. */
export interface FolderFiles {
	folder: string;
	files: Readonly<Record<string, string>>;
}

/** Writes all files. Returns the reason if a file cannot be written; the results are then incomplete. */
export async function writeResults(places: readonly FolderFiles[]): Promise<string | undefined> {
	for (const { folder, files } of places) {
		try {
			await writeFiles(files, folder);
		} catch (error) {
			return `The report could not be written to ${folder}: ${describeWriteError(error)}.`;
		}
	}
	return undefined;
}
