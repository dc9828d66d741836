/** Runs a program to its end, without a shell and never without a time limit. */
import { spawn } from 'node:child_process';

export interface Executed {
	/** Null when it could not be started or was ended. */
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
) => Promise<Executed>;

/** More than any program we ask for an answer has to say. */
const keptCharacters = 1_000_000;

export const execute: Execute = (program, args, { timeoutMs, ...options }) =>
	new Promise((resolve) => {
		const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const result: Executed = { code: null, stdout: '', stderr: '', timedOut: false };
		const timer = setTimeout(() => {
			result.timedOut = true;
			// A k6 in an endless loop of its compiler answers no milder signal.
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
