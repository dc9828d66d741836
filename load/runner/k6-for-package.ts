/** The k6 that fits this package: found, or built from the module pinned in it. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execute } from '../../scenarios/harness/child-process.ts';
import { buildK6 } from './build-k6.ts';
import type { K6 } from './find-k6.ts';
import { findK6 } from './find-k6.ts';
import { packageRoot } from './package-root.ts';

export interface Seeker {
	env: Readonly<Record<string, string | undefined>>;
	signal: AbortSignal;
	say(text: string): void;
}

/** `from` is any folder of the package. */
export async function k6ForPackage(from: string, { env, signal, say }: Seeker): Promise<K6> {
	const root = packageRoot(from);
	const module = join(root, 'load', 'k6');
	const pinned = pinnedVersion(readFileSync(join(module, 'go.mod'), 'utf8'));
	return await findK6({
		root,
		pinned,
		host: { platform: process.platform, env, home: homedir() },
		execute: (program, args, options) => execute(program, args, { env: { ...env }, ...options }),
		say,
		build: (output) => buildK6(output, { module, pinned, env, execute, say, signal }),
	});
}

export function pinnedVersion(goMod: string): string {
	const version = /go\.k6\.io\/k6\/v2 v(\d+\.\d+\.\d+\S*)/.exec(goMod)?.[1];
	if (!version) throw new Error('load/k6/go.mod requires no go.k6.io/k6/v2: the package is cut.');
	return version;
}
