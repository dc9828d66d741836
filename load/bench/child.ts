/** Programs as child processes, on a core of their own, that never outlive this one. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Program {
	/** What follows `node`. */
	args: readonly string[];
	/** Whether it is talked to over a channel. */
	hasChannel?: boolean;
}

const alive = new Set<ChildProcess>();
process.on('exit', () => {
	for (const child of alive) child.kill('SIGKILL');
});

const ofProject = (path: string) => new URL(`../../${path}`, import.meta.url);
/** A path from the top of the project. */
export const projectPath = (path: string) => fileURLToPath(ofProject(path));

const require = createRequire(import.meta.url);
const tsx = pathToFileURL(require.resolve('tsx')).href;
/** Ends a process with its parent, however that one ends. */
const endWithParent = ofProject('simulator/runtime/end-with-parent.ts').href;

/** A TypeScript program of the project. */
export const typescript = (path: string, ...args: readonly string[]): Program => ({
	args: ['--import', tsx, '--import', endWithParent, projectPath(path), ...args],
});

const { scripts } = require('../../package.json') as { scripts: { start: string } };
const [node, ...startArgs] = scripts.start.split(' ');
if (node !== 'node' || startArgs.at(-1) !== 'serve') {
	throw new Error(`The start script of package.json is "${scripts.start}", not "node … serve".`);
}

/** What `npm start` starts in a clone, with more options; npm itself is not in it. */
export const npmStart = (...options: readonly string[]): Program => ({
	args: [...startArgs, ...options],
});

/** taskset replaces itself by the program: the process that is started is the one that is stopped. */
export function startChild({ args, hasChannel = false }: Program, core: number | null) {
	const node = [process.execPath, ...args];
	const [program = '', ...rest] = core === null ? node : ['taskset', '-c', String(core), ...node];
	const child = spawn(program, rest, {
		// Where `--import` finds packages by their names.
		cwd: projectPath('.'),
		// Nothing is written to standard input: that it is open tells the child that we live.
		stdio: ['pipe', 'pipe', 'inherit', ...(hasChannel ? (['ipc'] as const) : [])],
		// Typed arrays go over the channel as they are.
		serialization: 'advanced',
		env: withoutSettings(process.env),
	});
	alive.add(child);
	child.once('exit', () => alive.delete(child));
	// A channel that closes while something is sent: whoever waits for an answer hears of it.
	child.on('error', () => {});
	return child;
}

/** What is set for somebody's own sandbox is not meant for those that are measured. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const others = Object.entries(env).filter(([name]) => !name.startsWith('PAYIN_SANDBOX_'));
	return Object.fromEntries(others);
}

/** Servers say where they listen in their first line. */
export async function firstLine(child: ChildProcess, limitMs: number): Promise<string> {
	if (!child.stdout) throw new Error('A child without standard output says nothing.');
	const lines = createInterface({ input: child.stdout });
	try {
		const [line] = await outcome(child, lines, 'line', limitMs);
		return String(line);
	} finally {
		lines.close();
		// Nobody reads on, and a full pipe would stop the child.
		child.stdout.resume();
	}
}

/** Sends over the channel, and waits for what comes back. */
export async function askChild(child: ChildProcess, message: object | string, limitMs: number) {
	const answered = outcome(child, child, 'message', limitMs);
	child.send(message);
	const [answer] = await answered;
	return answer as unknown;
}

async function outcome(
	child: ChildProcess,
	from: NodeJS.EventEmitter,
	event: string,
	limitMs: number,
): Promise<unknown[]> {
	const ended = new AbortController();
	const { signal } = ended;
	const name = child.spawnargs.filter((arg) => /\.[jt]s$/.test(arg)).at(-1) ?? child.spawnfile;
	const timer = AbortSignal.timeout(limitMs);
	try {
		return await Promise.race([
			once(from, event, { signal }),
			once(child, 'close', { signal }).then(([code]) => {
				throw new Error(`${name} ended with ${code}; what it said of it stands on standard error`);
			}),
			once(timer, 'abort', { signal }).then(() => {
				throw new Error(`${name} did not answer within ${limitMs} ms`);
			}),
		]);
	} finally {
		ended.abort();
	}
}

export async function stopChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill('SIGKILL');
	await exited;
}
