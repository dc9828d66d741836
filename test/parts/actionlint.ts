/** Finds the linter of GitHub workflows and actions, or builds it into the project's cache. */
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';
import type { Env } from './programs.ts';
import { isProgram, placesOnPath, run } from './programs.ts';

const version = '1.7.12';
const folder = join(packageRoot, '.cache', `actionlint-${version}`);
const names = ['actionlint', 'actionlint.exe'];

/** `ACTIONLINT_BIN`, then the project's cache, then the PATH; null when it is in none. */
export function findActionlint({ env }: { env: Env }): string | null {
	const cached = names.map((name) => join(folder, name));
	const wanted = env.ACTIONLINT_BIN ? [env.ACTIONLINT_BIN] : cached;
	return [...wanted, ...placesOnPath(names, env)].find(isProgram) ?? null;
}

/** Takes about ten seconds with Go. */
export async function installActionlint({ env }: { env: Env }): Promise<void> {
	const module = `github.com/rhysd/actionlint/cmd/actionlint@v${version}`;
	if (await run('go', ['install', module], { ...env, GOBIN: folder })) return;
	throw new Error('It could not be built: Go 1.25 or newer is needed, or set ACTIONLINT_BIN.');
}
