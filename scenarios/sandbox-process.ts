/** A sandbox of one's own: `payin-sandbox serve` as a child process, on a free port. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface SandboxProcess {
	url: string;
	stop(): Promise<void>;
}

export interface SandboxWanted {
	seed: number;
	/** As `--clock` takes it: `real`, `manual`, `scaled:60`. */
	clock?: string;
	/** More arguments of `serve`. */
	args?: readonly string[];
}

const startMs = 15_000;
const stopMs = 5_000;
const firstLine = /^payin-sandbox listening on (http:\/\/\S+)$/;

export async function startSandbox({ seed, clock, args = [] }: SandboxWanted) {
	// The host is said and no file taken: variable and file may be meant for another sandbox.
	const flags = ['--no-config', '--host', '127.0.0.1', '--port', '0', '--seed', String(seed)];
	if (clock) flags.push('--clock', clock);
	const child = spawn(process.execPath, [...commandFile(), 'serve', ...flags, ...args], {
		// Nothing is written to its standard input: that it is open tells the child that we live.
		stdio: ['pipe', 'pipe', 'pipe'],
		// Its own group: Ctrl-C in a terminal reaches a whole group, and the sandbox has to answer until the run ends.
		detached: process.platform !== 'win32',
	});
	const stderr = tail(child);
	try {
		const url = await listening(child);
		return { url, stop: () => stop(child) } satisfies SandboxProcess;
	} catch (error) {
		await stop(child);
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`The sandbox did not start: ${reason}.${stderr()}`, { cause: error });
	}
}

/** In a clone the command is TypeScript and needs tsx, whoever started this process; in a package it is compiled. */
function commandFile(): string[] {
	if (!import.meta.url.endsWith('.ts'))
		return loaded('../simulator/runtime/end-with-parent.js', '../cli.js');
	const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
	return ['--import', tsx, ...loaded('../simulator/runtime/end-with-parent.ts', '../cli.ts')];
}

function loaded(first: string, command: string): string[] {
	const { href } = new URL(first, import.meta.url);
	return ['--import', href, fileURLToPath(new URL(command, import.meta.url))];
}

async function listening(child: ChildProcess): Promise<string> {
	const { stdout } = child;
	if (!stdout) throw new Error('it has no standard output');
	const lines = createInterface({ input: stdout });
	const ended = new AbortController();
	const { signal } = ended;
	try {
		const line = await Promise.race([
			once(lines, 'line', { signal }).then(([text]) => String(text)),
			// After `exit` there may be text left to read; after `close` there is none.
			once(child, 'close', { signal }).then(([code, name]) => {
				throw new Error(`it ended with ${name ?? `code ${code}`}`);
			}),
			once(AbortSignal.timeout(startMs), 'abort', { signal }).then(() => {
				throw new Error(`it said nothing within ${startMs / 1_000} s`);
			}),
		]);
		const [, url] = firstLine.exec(line) ?? [];
		if (!url) throw new Error(`its first line is "${line}"`);
		return url;
	} finally {
		ended.abort();
		lines.close();
		// Nobody reads on, and a full pipe would stop the child.
		stdout.resume();
	}
}

/** The last of what the child complained about. */
function tail(child: ChildProcess): () => string {
	let text = '';
	child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
		text = (text + chunk).slice(-4_000);
	});
	return () => (text.trim() ? `\nIt wrote:\n${text.trim()}` : '');
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
	const exited = once(child, 'exit');
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
	await exited;
	clearTimeout(timer);
}
