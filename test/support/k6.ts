/** The k6 that the load command would find, without building one: `npm test` has built it before. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findK6 } from '../../load/runner/find-k6.ts';
import { pinnedVersion } from '../../load/runner/k6-for-package.ts';
import { execute } from '../../scenarios/harness/child-process.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';

/** Null where there is none: then the tests skip, and `npm test` has said so. */
export async function findBuiltK6(): Promise<string | null> {
	const { env, platform } = process;
	const pinned = pinnedVersion(readFileSync(join(packageRoot, 'load', 'k6', 'go.mod'), 'utf8'));
	const found = findK6({
		root: packageRoot,
		pinned,
		host: { platform, env, home: homedir() },
		execute: (program, args, options) => execute(program, args, { env: { ...env }, ...options }),
		say: () => {},
		build: async () => undefined,
	});
	return found.then(
		({ path }) => path,
		() => null,
	);
}
