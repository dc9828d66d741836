/** Finds a k6 that the load scripts were made for: K6_BIN, the PATH, the cache, and at last a build. */
import { join } from 'node:path';
import type { Execute } from '../../scenarios/harness/child-process.ts';
import { CannotRunError } from '../../scenarios/harness/errors.ts';
import type { Host } from './package-root.ts';
import { cacheFolder } from './package-root.ts';

export interface K6 {
	path: string;
	/** `2.2.0` */
	version: string;
}

export interface K6Search {
	root: string;
	/** The version of the pinned module. */
	pinned: string;
	host: Host;
	execute: Execute;
	say(text: string): void;
	/** Makes the pinned k6 at this path; undefined when there is no Go to do it with. */
	build(output: string): Promise<string | undefined>;
}

const noK6 = (message: string) => new CannotRunError('k6', message);

const howToGetIt = (pinned: string) =>
	[
		`No k6 was found. It is a program of its own, version 2 is needed (made for ${pinned}). Either`,
		'- install it as https://grafana.com/docs/k6/latest/set-up/install-k6/ says, so that it is on the PATH, or',
		'- set K6_BIN to the program, or',
		'- install Go 1.25 or newer (https://go.dev/dl/): it is then built here, once, in a minute or two.',
		'There is no k6 on npm: the package of that name is empty.',
	].join('\n');

export async function findK6(search: K6Search): Promise<K6> {
	const { root, pinned, host, execute, say } = search;
	const named = host.env.K6_BIN;
	if (named) return await demand(named, 'K6_BIN', execute);
	const onPath = await versionOf('k6', execute);
	if (onPath && fits(onPath)) return { path: 'k6', version: onPath };
	if (onPath) say(`k6 ${onPath} on the PATH is not version 2: looking further.\n`);
	const ending = host.platform === 'win32' ? '.exe' : '';
	const cached = join(cacheFolder(root, host), `k6-${pinned}${ending}`);
	const inCache = await versionOf(cached, execute);
	if (inCache && fits(inCache)) return { path: cached, version: inCache };
	const built = await search.build(cached);
	if (built === undefined) throw noK6(howToGetIt(pinned));
	return await demand(built, 'The build', execute);
}

/** Somebody said "this one": another one in its place would be a surprise. */
async function demand(path: string, who: string, execute: Execute): Promise<K6> {
	const version = await versionOf(path, execute);
	if (version === undefined) throw noK6(`${who} is ${path}, which does not answer as k6 does.`);
	if (!fits(version)) {
		throw noK6(`${who} is ${path}, k6 ${version}; version 2 is needed.`);
	}
	return { path, version };
}

const fits = (version: string) => version.startsWith('2.');

async function versionOf(path: string, execute: Execute): Promise<string | undefined> {
	const { code, stdout } = await execute(path, ['version'], { timeoutMs: 10_000 });
	const match = /^\S+ v(\d+\.\d+\.\d+\S*)/.exec(stdout);
	return code === 0 ? match?.[1] : undefined;
}
