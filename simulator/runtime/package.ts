/** The folder and the version of this package, for a clone and for the compiled `dist/`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest parent folder that contains a package.json. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder;
	const parent = dirname(folder);
	if (parent === folder) throw new Error('No package.json above payin-sandbox: reinstall it.');
	return findRoot(parent);
}

const { url } = import.meta;
/** `dist/` has the same folders as the sources. */
const top = url.endsWith('.ts') ? packageRoot : join(packageRoot, 'dist');

/** Returns the absolute path of a file of the project. A module in a bundle cannot use paths relative to itself. */
export function projectFile(path: string): string {
	return join(top, path);
}

export function packageVersion(): string {
	const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
	return String((JSON.parse(text) as { version: string }).version);
}
