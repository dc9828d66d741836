/** Builds the pinned k6 with Go, where there is no k6: once, into the cache. */
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Execute } from '../../scenarios/harness/child-process.ts';

export interface Build {
	/** The folder of the pinned module: `load/k6`. */
	module: string;
	pinned: string;
	env: Readonly<Record<string, string | undefined>>;
	execute: Execute;
	say(text: string): void;
	signal: AbortSignal;
}

const oldestGo = 25;

/** The path built; undefined when there is no Go that can. */
export async function buildK6(output: string, build: Build): Promise<string | undefined> {
	const { module, pinned, env, execute, say, signal } = build;
	const go = await goVersion(build);
	if (go === undefined) return undefined;
	await mkdir(dirname(output), { recursive: true });
	say(`k6 is not installed: building k6 ${pinned} with ${go}, once; this takes a minute or two.\n`);
	const stop = tellTime(say, 10_000);
	const unfinished = `${output}.${process.pid}`;
	const args = ['build', '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', unfinished];
	const { code, stderr, timedOut } = await execute('go', [...args, 'go.k6.io/k6/v2'], {
		cwd: module,
		env: { ...env },
		timeoutMs: 900_000,
		signal,
	}).finally(stop);
	if (code !== 0) {
		const why = timedOut ? 'took longer than 15 minutes' : stderr.trim().slice(-2000);
		throw new Error(`Building k6 failed: ${why}`);
	}
	// Two runs may build at once: each its own file, and the name changes hands in one step.
	await rename(unfinished, output);
	say(`Built ${output}.\n`);
	return output;
}

async function goVersion({ execute, module, env }: Build): Promise<string | undefined> {
	const asked = await execute('go', ['version'], {
		cwd: module,
		env: { ...env },
		timeoutMs: 60_000,
	});
	const [, version, minor] = /(go1\.(\d+)\S*)/.exec(asked.stdout) ?? [];
	return asked.code === 0 && Number(minor) >= oldestGo ? version : undefined;
}

function tellTime(say: (text: string) => void, everyMs: number): () => void {
	let seconds = 0;
	const timer = setInterval(() => {
		seconds += everyMs / 1000;
		say(`  still building k6, ${seconds} s\n`);
	}, everyMs);
	return () => clearInterval(timer);
}
