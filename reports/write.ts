import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunReport } from '../simulator/contract/run-report.ts';
import { makeFolder } from './folder.ts';
import { renderReport } from './render.ts';

/** Writes every file of a run into the folder, which is made when it is not there, and names them. */
export async function writeReport(report: RunReport, directory: string): Promise<string[]> {
	return writeFiles(renderReport(report), directory);
}

export async function writeFiles(
	files: Readonly<Record<string, string>>,
	directory: string,
): Promise<string[]> {
	await makeFolder(directory);
	const paths: string[] = [];
	for (const [name, text] of Object.entries(files)) {
		const path = join(directory, name);
		await writeAtomically(path, text);
		paths.push(path);
	}
	return paths;
}

/** A reader sees the old file or the new one, never half of it. */
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
