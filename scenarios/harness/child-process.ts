/** Child processes: runs them to the end with a time limit, reads their lines, stops them with a grace period. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** The value of `detached` for a child that must survive Ctrl-C: a terminal interrupts the whole process group. */
export const detachedGroup = process.platform !== 'win32';

export interface ProcessResult {
	/** The exit code; null if the program could not be started or was killed. */
	code: number | null;
	stdout: string;
	stderr: string;
	timedOut: boolean;
}

interface ExecuteOptions {
	timeoutMs: number;
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	signal?: AbortSignal;
}

export type Execute = (
	program: string,
	args: readonly string[],
	options: ExecuteOptions,
) => Promise<ProcessResult>;

const keptCharacters = 1_000_000;

/** Runs a program to its end, without a shell, and returns its output. */
export const execute: Execute = (program, args, { timeoutMs, ...options }) =>
	new Promise((resolve) => {
		const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const result: ProcessResult = { code: null, stdout: '', stderr: '', timedOut: false };
		const timer = setTimeout(() => {
			result.timedOut = true;
			// SIGKILL, because k6 in an endless loop of its compiler ignores SIGTERM.
			child.kill('SIGKILL');
		}, timeoutMs);
		for (const name of ['stdout', 'stderr'] as const) {
			child[name].setEncoding('utf8').on('data', (text: string) => {
				result[name] = (result[name] + text).slice(0, keptCharacters);
			});
		}
		const end = (code: number | null) => {
			clearTimeout(timer);
			resolve({ ...result, code });
		};
		child.on('error', (error) => {
			result.stderr += error.message;
			end(null);
		});
		child.on('close', end);
	});

/** Calls `onLine` for every line of a stream. Streams of k6 samples need it, because `readline` is slower. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
	let rest = '';
	stream.setEncoding('utf8');
	stream.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) onLine(line);
	});
	stream.on('end', () => {
		if (rest) onLine(rest);
	});
}

/** Sends a signal to a child and waits for its exit. Kills it after the grace period. */
export async function stopChild(
	child: ChildProcess,
	signal: NodeJS.Signals,
	graceMs: number,
): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
	const exited = once(child, 'exit');
	child.kill(signal);
	const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
	await exited;
	clearTimeout(timer);
}
