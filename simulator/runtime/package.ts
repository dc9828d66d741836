/** Where this package is and which version it has: the same from a clone and from the compiled `dist/`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder upwards that holds a package.json. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder;
	const parent = dirname(folder);
	if (parent === folder) throw new Error('payin-sandbox lies outside a package: reinstall it.');
	return findRoot(parent);
}

const { url } = import.meta;
/** Compiled files lie below `dist/` as the sources do below the top. */
const top = url.endsWith('.ts') ? packageRoot : join(packageRoot, 'dist');

/** A file of the project by its path from the top: where this module is says nothing once it is bundled. */
export function projectFile(path: string): string {
	return join(top, path);
}

export function packageVersion(): string {
	const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
	return String((JSON.parse(text) as { version: string }).version);
}
