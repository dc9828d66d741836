/** Who is measured, and beside whom. */
import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { cpuSecondsOf } from '../runner/cpu.ts';
import type { Program } from './child.ts';
import { askChild, firstLine, projectPath, startChild, stopChild, typescript } from './child.ts';

export interface Contestant {
	name: string;
	program: Program;
}

export const builtCommand = projectPath('dist/cli.js');
export const serveOptions = ['--no-config', '--host', '127.0.0.1', '--port', '0'];

const href = (path: string) => pathToFileURL(projectPath(path)).href;

/** The reference: what Node itself needs for the same calls. With a delay, it waits by the same timer before it answers. */
export const bare = (delayMs = 0, choiceDelayMs = delayMs): Contestant => ({
	name: 'bare node:http',
	program: typescript('load/bench/servers/bare.ts', String(delayMs), String(choiceDelayMs)),
});

export const expressZod: Contestant = {
	name: 'Express + zod',
	program: typescript('load/bench/servers/express-zod.ts'),
};

/** The built command, as users run it. */
export const sandbox = (
	settings: Readonly<Record<string, unknown>> = {},
	name = 'payin-sandbox',
): Contestant => ({ name, program: { args: served([], settings) } });

/** The same, with a word from inside about its memory. */
export const weighedSandbox = (
	settings: Readonly<Record<string, unknown>>,
	name = 'payin-sandbox',
): Contestant => {
	const inside = ['--expose-gc', '--import', href('load/bench/servers/sandbox-memory.mjs')];
	return { name, program: { args: served(inside, settings), hasChannel: true } };
};

function served(flags: readonly string[], settings: Readonly<Record<string, unknown>>): string[] {
	const set = Object.entries(settings).flatMap(([path, value]) => {
		return ['--set', `${path}=${JSON.stringify(value)}`];
	});
	const preloaded = ['--import', href('dist/simulator/runtime/end-with-parent.js')];
	return [...preloaded, ...flags, builtCommand, 'serve', ...serveOptions, ...set];
}

export interface Memory {
	/** Used after a forced collection, buffers included. */
	heapBytes: number;
	residentBytes: number;
	descriptors: number | null;
}

export interface Running {
	name: string;
	url: string;
	/** Processor time so far, in seconds; null where the system does not tell. */
	cpuSeconds(): number | null;
	/** Of a sandbox that is weighed. */
	memory(): Promise<Memory>;
	stop(): Promise<void>;
}

const startMs = 15_000;
const collectMs = 60_000;

export async function startContestant(
	{ name, program }: Contestant,
	core: number | null,
): Promise<Running> {
	const child = startChild(program, core);
	const url = await addressOf(child).catch(async (failure: unknown) => {
		await stopChild(child);
		throw failure;
	});
	return {
		name,
		url,
		cpuSeconds: () => (child.pid === undefined ? null : cpuSecondsOf(child.pid)),
		memory: async () => (await askChild(child, 'memory', collectMs)) as Memory,
		stop: () => stopChild(child),
	};
}

/** As soon as it listens. */
export async function addressOf(child: ChildProcess): Promise<string> {
	const line = await firstLine(child, startMs);
	const [, url] = /listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
	if (!url) throw new Error(`a server began with "${line}", not with its address`);
	return url;
}
