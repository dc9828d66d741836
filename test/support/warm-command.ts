/**
 * Runs the command in a process that has loaded its modules before: a start takes more processor time than most runs. For tests of
 * arguments, output and files. Use `runCommand` for signals, pipes, servers, and modules of the user that change between two runs.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { builtCommand } from './command.ts';

interface Ended {
	code: number;
	stdout: string;
	stderr: string;
}

const script = fileURLToPath(new URL('warm-process.mjs', import.meta.url));
const limitMs = 60_000;

/** The process of this test worker. */
let child: ChildProcess | undefined;

/** Runs are sequential: they share a working directory and an environment. */
let last: Promise<unknown> = Promise.resolve();

export function runWarmCommand(
	args: readonly string[],
	env: Record<string, string> = {},
	cwd = packageRoot,
): Promise<Ended> {
	const ended = last.then(() => run({ args, env: { ...process.env, ...env }, cwd }));
	last = ended.catch(() => {});
	return ended;
}

async function run(request: object): Promise<Ended> {
	child ??= start();
	const signal = AbortSignal.timeout(limitMs);
	const closed = new AbortController();
	try {
		child.send({ ...request, command: builtCommand });
		return await Promise.race([
			once(child, 'message', { signal }).then(([ended]) => ended as Ended),
			once(child, 'exit', { signal: closed.signal }).then(([code]) => {
				throw new Error(`The process of the command ended with ${code}.`);
			}),
		]);
	} catch (error) {
		child.kill('SIGKILL');
		child = undefined;
		throw error;
	} finally {
		closed.abort();
	}
}

function start(): ChildProcess {
	const started = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	// It ends with the test worker, and does not keep it alive.
	started.unref();
	started.channel?.unref();
	return started;
}
