/** Finds the schema fuzzer, or installs it into a Python environment in the project's cache. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';
import type { Env } from './programs.ts';
import { run } from './programs.ts';

const version = '4.32.5';
const isWindows = process.platform === 'win32';
const folder = join(packageRoot, '.cache', `schemathesis-${version}`);

const programIn = (name: string) =>
	isWindows ? join(folder, 'Scripts', `${name}.exe`) : join(folder, 'bin', name);

/** `SCHEMATHESIS_BIN`, then the project's cache; null when it is in neither. */
export function findSchemathesis({ env }: { env: Env }): string | null {
	const path = env.SCHEMATHESIS_BIN || programIn('schemathesis');
	return existsSync(path) ? path : null;
}

/** Shows its progress. Needs a Python 3.10 or newer with its venv module. */
export async function installSchemathesis({ env }: { env: Env }): Promise<void> {
	const python = isWindows ? 'python' : 'python3';
	const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--progress-bar', 'off'];
	const done =
		(await run(python, ['-m', 'venv', folder], env)) &&
		(await run(programIn('python'), [...pip, '--quiet', `schemathesis==${version}`], env));
	if (done) return;
	// Half an environment would be found the next time.
	rmSync(folder, { recursive: true, force: true });
	throw new Error(
		`It could not be installed: ${python} with venv and pip is needed (on Debian: python3-venv), or set SCHEMATHESIS_BIN.`,
	);
}
