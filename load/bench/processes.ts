/** Child processes, each on its own core if `taskset` is available. */
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { GeneratorJob, GeneratorResult } from './generator.ts';

const running = new Set<ChildProcess>();
process.on('exit', () => {
	for (const child of running) child.kill('SIGKILL');
});

/** The core of each process. Undefined: the system decides. */
export interface Cores {
	server?: number | undefined;
	generator?: number | undefined;
}

/** Servers use the first allowed core and the generator the last. */
export function chooseCores(): Cores {
	const { status, stdout } = spawnSync('taskset', ['-cp', `${process.pid}`], { encoding: 'utf8' });
	const cores = status === 0 ? (stdout.split(':').at(-1)?.match(/\d+/g)?.map(Number) ?? []) : [];
	return cores.length > 1 ? { server: cores.at(0), generator: cores.at(-1) } : {};
}

/**
 * Starts Node with a message channel to this process. The child gets this environment without the sandbox's variables.
 */
export function startProcess(args: readonly string[], core?: number): ChildProcess {
	const pin = core === undefined ? [] : ['taskset', '-c', `${core}`];
	const [command = '', ...rest] = [...pin, process.execPath, ...args];
	const isKept = ([name]: [string, unknown]) => !name.startsWith('PAYIN_SANDBOX_');
	const child = spawn(command, rest, {
		cwd: fileURLToPath(new URL('../../', import.meta.url)),
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
		serialization: 'advanced',
		env: Object.fromEntries(Object.entries(process.env).filter(isKept)),
	});
	running.add(child);
	child.once('exit', () => running.delete(child));
	child.on('error', () => {});
	return child;
}

export async function stopProcess(child: ChildProcess): Promise<void> {
	const exited = running.has(child) ? once(child, 'exit') : null;
	child.kill('SIGKILL');
	await exited;
}

export const stopAllProcesses = () => Promise.all([...running].map(stopProcess));

/** Waits for an event of a child. Rejects if the child ends first, and kills the child at the time limit. */
async function nextEvent(
	child: ChildProcess,
	emitter: NodeJS.EventEmitter | null,
	event: string,
	limitMs = 60_000,
): Promise<unknown> {
	const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
	try {
		return await new Promise((resolve, reject) => {
			emitter?.once(event, resolve);
			child.once('close', (code, signal) => {
				const command = child.spawnargs.join(' ').slice(0, 200);
				reject(new Error(`${command} ended with ${code ?? signal}`));
			});
		});
	} finally {
		clearTimeout(timer);
		child.removeAllListeners('close');
	}
}

/** Sends a message to a child and returns its reply. */
export async function requestFromChild<T>(
	child: ChildProcess,
	message: string | GeneratorJob,
	limitMs?: number,
) {
	const reply = nextEvent(child, child, 'message', limitMs);
	child.send(message);
	return (await reply) as T;
}

/** Reads the URL that a server prints in its first line. */
export async function readServerUrl(child: ChildProcess): Promise<string> {
	const line = String(await nextEvent(child, child.stdout, 'data'));
	const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
	if (!url) throw new Error(`a server printed "${line}" instead of its address`);
	return url;
}

export function startGenerator(core?: number) {
	const child = startProcess(['--import', 'tsx', 'load/bench/generator.ts'], core);
	return async (job: GeneratorJob): Promise<GeneratorResult> => {
		const reply = await requestFromChild<GeneratorResult | { error: string }>(
			child,
			job,
			60_000 + job.ms,
		);
		if ('error' in reply) throw new Error(reply.error);
		return reply;
	};
}
