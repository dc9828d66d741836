/** Finds the files of stories in a folder of the user. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** In any letter case, although Node loads only lower-case endings: loading the file then reports the other ones. */
const scriptName = /(?<!\.d)\.[cm]?[jt]s$/i;

/** Whether a path ends like a script. */
export const isScriptName = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

/** The names that test runners use. Such a file may not be imported outside its test runner. */
const testName = /\.(test|spec)\.[^.]+$/i;

const isHidden = (name: string) => name === 'node_modules' || name.startsWith('.');

/** Whether a run of the folder imports a file of this name. */
export const isReadInFolder = (name: string): boolean =>
	scriptName.test(name) && !testName.test(name) && !isHidden(name);

export interface FoundFiles {
	/** The files to import, and links that lead to nothing. */
	files: string[];
	/** Files of a test runner, which are not imported. */
	tests: string[];
	/** Links to folders; their files are in the lists above. */
	linkedFolders: string[];
}

/** Returns the file itself, or lists the files of the folder and its subfolders. */
export function findStoryFiles(path: string): FoundFiles {
	const found: FoundFiles = { files: [], tests: [], linkedFolders: [] };
	if (!statSync(path).isDirectory()) return { ...found, files: [path] };
	const root = realpathSync(path);
	// Links can form a loop, so each folder is read once.
	const read = new Set<string>();
	const readFolder = (folder: string) => {
		const real = realpathSync(folder);
		const isAbove = root !== real && root.startsWith(real.endsWith(sep) ? real : real + sep);
		if (isAbove || read.has(real)) return;
		read.add(real);
		const entries = readdirSync(folder, { withFileTypes: true })
			.filter(({ name }) => !isHidden(name))
			.sort((one, other) => (one.name < other.name ? -1 : 1));
		for (const entry of entries) {
			const inner = join(folder, entry.name);
			const isLink = entry.isSymbolicLink();
			if (isLink && !existsSync(inner)) {
				// Without an ending it may be a link to a folder.
				if (isScriptName(entry.name) || !extname(entry.name)) found.files.push(inner);
			} else if (isLink ? statSync(inner).isDirectory() : entry.isDirectory()) {
				if (isLink) found.linkedFolders.push(inner);
				readFolder(inner);
			} else if (isReadInFolder(entry.name)) found.files.push(inner);
			else if (scriptName.test(entry.name)) found.tests.push(inner);
		}
	};
	readFolder(path);
	return found;
}

const maxNames = 3;

/** One line about files that were not read; empty if there are none. */
export function describeTestFiles(names: readonly string[]): string {
	if (names.length === 0) return '';
	const first = names.slice(0, maxNames).join(', ');
	const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
	return `Skipped test files: ${first}${more}. To run the stories of such a file, rename it without .test or .spec, or name the file itself.`;
}
