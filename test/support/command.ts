/** Runs the command as a child process. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../simulator/runtime/package.ts';
import { atEnd } from './shared.ts';

type Env = Record<string, string>;

/** The build of this test run. */
export const builtCommand = join(packageRoot, 'dist', 'cli.js');

/** The command of a clone, without a build. */
const sourceCommand = ['--import', 'tsx', join(packageRoot, 'cli.ts')];

interface StartOptions {
	/** Whether the command leads a process group of its own. */
	detached?: boolean;
	/** The descriptor of a file that gets standard output, instead of `output`. */
	stdout?: number;
}

export function startCommand(
	args: readonly string[],
	env: Env = {},
	cwd = packageRoot,
	options: StartOptions = {},
) {
	return start([builtCommand, ...args], env, cwd, options);
}

function start(
	args: readonly string[],
	env: Env,
	cwd: string,
	{ stdout: file, ...options }: StartOptions = {},
) {
	const child = spawn(process.execPath, args, {
		...options,
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', file ?? 'pipe', 'pipe'],
	});
	atEnd(() => void child.kill('SIGKILL'));
	let stdout = '';
	let stderr = '';
	child.stdout?.on('data', (chunk) => {
		stdout += chunk;
	});
	child.stderr?.on('data', (chunk) => {
		stderr += chunk;
	});
	const ended = once(child, 'close').then(([code]) => ({ code: code as number, stdout, stderr }));
	return { child, ended, output: () => ({ stdout, stderr }) };
}

export function runCommand(args: readonly string[], env: Env = {}, cwd?: string) {
	return startCommand(args, env, cwd).ended;
}

/** Runs the command of a clone, which takes longer to start. */
export function runFromSource(args: readonly string[]) {
	return start([...sourceCommand, ...args], {}, packageRoot).ended;
}

interface StartServeOptions {
	cwd?: string;
	/** The output after which it is ready: the end of the guide by default. */
	waitFor?: RegExp;
}

/** Starts `serve` on a free port and waits for its guide. */
export async function startServe(
	args: readonly string[] = [],
	env: Env = {},
	{ cwd, waitFor = /Stop with Ctrl\+C/ }: StartServeOptions = {},
) {
	// A developer may have a configuration file in the folder of the clone.
	const files = cwd === undefined ? ['--no-config'] : [];
	const command = startCommand(['serve', '--port', '0', ...files, ...args], env, cwd);
	const stdout = await Promise.race([
		textOf(command.child, waitFor),
		command.ended.then(({ code, stderr }) => {
			throw new Error(`It ended with ${code}: ${stderr}`);
		}),
	]);
	const url = /^payin-sandbox listening on (http:\S+)\n/.exec(stdout)?.[1];
	if (!url) throw new Error(`The first line is another one: ${stdout}`);
	return { ...command, url, guide: stdout };
}

function textOf(child: ChildProcess, until: RegExp): Promise<string> {
	return new Promise((resolve) => {
		let text = '';
		child.stdout?.on('data', (chunk) => {
			text += chunk;
			if (until.test(text)) resolve(text);
		});
	});
}

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'payin-sandbox-'));
	atEnd(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
