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

export function packageVersion(): string {
	const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
	return String((JSON.parse(text) as { version: string }).version);
}
