/** Finds the library that shows a process another time of day, or gets it. Linux only. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './programs.ts';
import { aptInstall, mayUseApt } from './programs.ts';

const libraries = '/usr/lib';

export function findFaketime(): string | null {
	if (process.platform !== 'linux') return null;
	const places = ['.', ...readdirSync(libraries)].map((folder) =>
		join(libraries, folder, 'faketime', 'libfaketime.so.1'),
	);
	return places.find((path) => existsSync(path)) ?? null;
}

/** From the system's packages, where they may be used. */
export async function installFaketime({ env }: { env: Env }): Promise<void> {
	if (mayUseApt() && (await aptInstall(['--no-install-recommends', 'libfaketime'], env))) return;
	throw new Error('Install libfaketime.');
}
