/** Finds a k6 for the load scripts: K6_BIN, the PATH, the cache, or a build of the pinned Go module. */
import { readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Execute } from '../../scenarios/harness/child-process.ts';
import { execute } from '../../scenarios/harness/child-process.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import { packageRoot } from '../../simulator/runtime/package.ts';

export interface K6Binary {
	path: string;
	/** The version without a prefix, such as `2.2.0`. */
	version: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export interface K6ForPackageOptions {
	env: Env;
	/** Aborts the build of k6. Without a signal, a missing k6 is not built. */
	signal?: AbortSignal;
	say(text: string): void;
}

export function k6ForPackage({ env, signal, say }: K6ForPackageOptions): Promise<K6Binary> {
	const module = join(packageRoot, 'load', 'k6');
	const pinned = pinnedK6Version(readFileSync(join(module, 'go.mod'), 'utf8'));
	return findK6({
		root: packageRoot,
		pinned,
		host: { platform: process.platform, env, home: homeFolder() },
		execute: (program, args, options) => execute(program, args, { env: { ...env }, ...options }),
		say,
		build: async (output) =>
			signal && (await buildK6(output, { module, pinned, env: { ...env }, say, signal })),
	});
}

/** The folder for temporary files for a user that the system does not know. */
function homeFolder(): string {
	try {
		return homedir();
	} catch {
		return tmpdir();
	}
}

export function pinnedK6Version(goMod: string): string {
	const version = /go\.k6\.io\/k6\/v2 v(\d+\.\d+\.\d+\S*)/.exec(goMod)?.[1];
	if (!version) throw new Error('load/k6/go.mod does not require go.k6.io/k6/v2.');
	return version;
}

interface Host {
	platform: NodeJS.Platform;
	env: Env;
	home: string;
}

export interface FindK6Options {
	/** The root folder of the package. */
	root: string;
	/** The k6 version that `go.mod` pins. */
	pinned: string;
	host: Host;
	execute: Execute;
	say(text: string): void;
	/** Builds the pinned k6 into the given file. Returns undefined if there is no suitable Go. */
	build(output: string): Promise<string | undefined>;
}

const noK6 = (message: string) => new CannotRunError('k6', message);

export async function findK6(options: FindK6Options): Promise<K6Binary> {
	const { root, pinned, host, execute, say, build } = options;
	if (host.env.K6_BIN) return await requireK6(host.env.K6_BIN, 'K6_BIN', execute);
	const onPath = await versionOf('k6', execute);
	if (onPath && isSupported(onPath)) return { path: 'k6', version: onPath };
	if (onPath) say(`k6 ${onPath} on the PATH is not version 2: looking further.\n`);
	const suffix = host.platform === 'win32' ? '.exe' : '';
	const cached = join(k6CacheFolder(root, host), `k6-${pinned}${suffix}`);
	const inCache = await versionOf(cached, execute);
	if (inCache && isSupported(inCache)) return { path: cached, version: inCache };
	const built = await build(cached);
	if (built !== undefined) return await requireK6(built, 'The build', execute);
	throw noK6(
		[
			`No k6 was found. It is a separate program; version 2 is needed (tested with ${pinned}). Three ways help:`,
			'- Install it as described at https://grafana.com/docs/k6/latest/set-up/install-k6/, so that it is on the PATH.',
			'- Set K6_BIN to the program.',
			'- Install Go 1.25 or newer (https://go.dev/dl/): k6 is then built once, in a minute or two.',
			'There is no k6 on npm: the package of that name is empty.',
		].join('\n'),
	);
}

async function requireK6(path: string, source: string, execute: Execute): Promise<K6Binary> {
	const version = await versionOf(path, execute);
	if (version === undefined)
		throw noK6(`${source} is ${path}, which is not there or does not answer as k6 does.`);
	if (!isSupported(version)) {
		throw noK6(`${source} is ${path}, k6 ${version}; version 2 is needed.`);
	}
	return { path, version };
}

const isSupported = (version: string) => version.startsWith('2.');

async function versionOf(path: string, execute: Execute): Promise<string | undefined> {
	const { code, stdout } = await execute(path, ['version'], { timeoutMs: 10_000 });
	const match = /^\S+ v(\d+\.\d+\.\d+\S*)/.exec(stdout);
	return code === 0 ? match?.[1] : undefined;
}

/**
 * The folder for a built k6. In a clone: `.cache/`. An installed package may be read-only or replaced, so it uses the
 * user's cache.
 */
export function k6CacheFolder(root: string, { platform, env, home }: Host): string {
	if (!root.split(sep).includes('node_modules')) return join(root, '.cache');
	const userCache = () => {
		if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
		if (platform === 'darwin') return join(home, 'Library', 'Caches');
		if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
		return join(home, '.cache');
	};
	return join(userCache(), 'payin-sandbox');
}

interface BuildK6Options {
	/** The folder of the Go module that pins k6: `load/k6`. */
	module: string;
	pinned: string;
	env: NodeJS.ProcessEnv;
	say(text: string): void;
	signal: AbortSignal;
}

const oldestGo = 25;

async function buildK6(output: string, options: BuildK6Options): Promise<string | undefined> {
	const { module, pinned, env, say, signal } = options;
	const go = await execute('go', ['version'], { cwd: module, env, timeoutMs: 60_000 });
	const [, version, minor] = /(go1\.(\d+)\S*)/.exec(go.stdout) ?? [];
	if (go.code !== 0 || !(Number(minor) >= oldestGo)) return undefined;
	await mkdir(dirname(output), { recursive: true });
	say(
		`k6 is not installed: building k6 ${pinned} with ${version}, once; this takes a minute or two.\n`,
	);
	let seconds = 0;
	const timer = setInterval(() => {
		seconds += 10;
		say(`  still building k6, ${seconds} s\n`);
	}, 10_000);
	// Two runs may build at once: each writes its own file, and the rename is atomic.
	const unfinished = `${output}.${process.pid}`;
	const args = ['build', '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', unfinished];
	const { code, stderr, timedOut } = await execute('go', [...args, 'go.k6.io/k6/v2'], {
		cwd: module,
		env,
		timeoutMs: 900_000,
		signal,
	}).finally(() => clearInterval(timer));
	if (code !== 0) {
		const reason = timedOut ? 'took longer than 15 minutes' : stderr.trim().slice(-2000);
		throw new Error(`Building k6 failed: ${reason}`);
	}
	await rename(unfinished, output);
	say(`Built ${output}.\n`);
	return output;
}
