/** The command as a child process, as a user runs it. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../simulator/runtime/package.ts';

type Env = Record<string, string>;

function startCommand(args: readonly string[], env: Env = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', join(packageRoot, 'cli.ts'), ...args], {
		cwd: packageRoot,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
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

export function runCommand(args: readonly string[], env: Env = {}) {
	return startCommand(args, env).ended;
}

/** Starts `serve` on a free port and waits for its guide. */
export async function startServe(args: readonly string[] = [], env: Env = {}) {
	const command = startCommand(['serve', '--port', '0', ...args], env);
	const stdout = await textOf(command.child, /Stop with Ctrl\+C/);
	const url = /^payin-sandbox listening on (http:\S+)\n/.exec(stdout)?.[1];
	if (!url) throw new Error(`The first line is another one: ${stdout}`);
	return { ...command, url, guide: stdout };
}

function textOf(child: ChildProcess, until: RegExp): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout?.on('data', (chunk) => {
			text += chunk;
			if (until.test(text)) resolve(text);
		});
		child.once('close', (code) => reject(new Error(`It ended with ${code} after: ${text}`)));
	});
}

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'payin-sandbox-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
