/** Starts `payin-sandbox serve` as a child process on a free port. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { detachedGroup, stopChild } from './child-process.ts';
import { messageOf } from './errors.ts';
import { keepLastOutput } from './last-output.ts';

export interface SandboxProcess {
	url: string;
	stop(): Promise<void>;
}

export interface StartSandboxOptions {
	seed: number;
	/** The value of `--clock`, such as `real`, `manual` or `scaled:60`. */
	clock?: string;
	/** The environment of the command. */
	env: NodeJS.ProcessEnv;
	/** More arguments for `serve`. */
	args?: readonly string[];
}

const startMs = 60_000;
const stopMs = 5_000;
const firstLine = /^payin-sandbox listening on (http:\/\/\S+)$/;

/** Removes the options and the control token of a sandbox: only this command's own arguments apply. */
const withoutOwnVariables = (env: NodeJS.ProcessEnv) =>
	Object.fromEntries(
		Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('PAYIN_SANDBOX_')),
	);

export async function startSandbox({
	seed,
	clock,
	env,
	args = [],
}: StartSandboxOptions): Promise<SandboxProcess> {
	// Ignore config files, as the user's variables: they may be meant for another sandbox, whose store this one would use.
	const flags = ['--no-config', '--quiet', '--host', '127.0.0.1', '--port', '0'];
	flags.push('--seed', String(seed));
	if (clock) flags.push('--clock', clock);
	const child = spawn(process.execPath, [...commandFile(), 'serve', ...flags, ...args], {
		// The child reads its standard input to notice when this process ends.
		stdio: ['pipe', 'pipe', 'pipe'],
		env: withoutOwnVariables(env),
		detached: detachedGroup,
	});
	// Not SIGTERM, after which the sandbox serves for a while: it has no other clients.
	const stop = () => stopChild(child, 'SIGINT', stopMs);
	const stderr = keepLastOutput([child.stderr]);
	try {
		return { url: await listeningUrl(child), stop };
	} catch (error) {
		await stop();
		throw new Error(`The sandbox did not start: ${messageOf(error)}.${stderr.text()}`, {
			cause: error,
		});
	}
}

/**
 * The program and arguments of the command. In a clone it is TypeScript and needs tsx; in the package it is compiled.
 */
function commandFile(): string[] {
	const preload = (ending: 'js' | 'ts') => [
		'--import',
		new URL(`../../simulator/runtime/end-with-parent.${ending}`, import.meta.url).href,
		fileURLToPath(new URL(`../../cli.${ending}`, import.meta.url)),
	];
	if (!import.meta.url.endsWith('.ts')) return preload('js');
	const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
	return ['--import', tsx, ...preload('ts')];
}

async function listeningUrl(child: ChildProcess): Promise<string> {
	const { stdout } = child;
	if (!stdout) throw new Error('it has no standard output');
	const lines = createInterface({ input: stdout });
	const done = new AbortController();
	const { signal } = done;
	try {
		const line = await Promise.race([
			once(lines, 'line', { signal }).then(([text]) => String(text)),
			// Wait for `close`, not `exit`: output may arrive after `exit`.
			once(child, 'close', { signal }).then(([code, name]) => {
				throw new Error(`it ended with ${name ?? `code ${code}`}`);
			}),
			once(AbortSignal.timeout(startMs), 'abort', { signal }).then(() => {
				throw new Error(
					`it printed nothing within ${startMs / 1_000} s. The machine may be overloaded: stop other programs and run again`,
				);
			}),
		]);
		const [, url] = firstLine.exec(line) ?? [];
		if (!url) throw new Error(`its first line is "${line}"`);
		return url;
	} finally {
		done.abort();
		lines.close();
		// Keep reading the output: a full pipe would block the child.
		stdout.resume();
	}
}
