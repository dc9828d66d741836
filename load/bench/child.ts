/** A TypeScript program as a child process, on a core of its own, that never outlives this one. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Program {
	/** Relative to this folder. */
	file: string;
	args?: readonly string[];
	core: number | null;
}

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const alive = new Set<ChildProcess>();
process.on('exit', () => {
	for (const child of alive) child.kill('SIGKILL');
});

/** taskset replaces itself by the program: the process that is started is the one that is stopped. */
export function startChild({ file, args = [], core }: Program): ChildProcess {
	const path = fileURLToPath(new URL(file, import.meta.url));
	const node = [process.execPath, '--import', tsx, path, ...args];
	const [program = '', ...rest] = core === null ? node : ['taskset', '-c', String(core), ...node];
	const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
	alive.add(child);
	child.once('exit', () => alive.delete(child));
	return child;
}

/** Servers say where they listen in their first line, and the generator its result in its only one. */
export async function firstLine(child: ChildProcess, limitMs: number): Promise<string> {
	if (!child.stdout) throw new Error('A child without standard output says nothing.');
	const lines = createInterface({ input: child.stdout });
	const ended = new AbortController();
	const { signal } = ended;
	try {
		return await Promise.race([
			once(lines, 'line', { signal }).then(([line]) => String(line)),
			once(child, 'close', { signal }).then(([code]) => {
				throw new Error(`${child.spawnargs.join(' ')} ended with ${code} and said nothing.`);
			}),
			once(AbortSignal.timeout(limitMs), 'abort', { signal }).then(() => {
				throw new Error(`${child.spawnargs.join(' ')} said nothing within ${limitMs} ms.`);
			}),
		]);
	} finally {
		ended.abort();
		lines.close();
		// Nobody reads on, and a full pipe would stop the child.
		child.stdout.resume();
	}
}

export async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill('SIGKILL');
	await exited;
}
