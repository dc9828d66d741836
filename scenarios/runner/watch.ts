/** `--watch`: runs the command again when a file of the user's stories changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { UsageError } from '../harness/errors.ts';
import type { RunIo } from '../harness/run-io.ts';
import { stories } from '../stories.ts';
import { isPath } from './own-stories.ts';

/** Editors write a file in several steps. */
const settleMs = 100;

const code = /\.[cm]?[jt]s$/;

/** Each run is a process of its own: a module that was imported once cannot be imported anew. */
export async function watchStories(
	names: readonly string[],
	words: readonly string[],
	{ cwd, err, signal }: Pick<RunIo, 'cwd' | 'err' | 'signal'>,
): Promise<ExitCode> {
	const paths = names.filter((name) => isPath(name, stories, cwd));
	if (paths.length === 0) {
		throw new UsageError(['--watch needs a file or folder of your own stories to watch.']);
	}
	let change = () => {};
	for (const path of paths) {
		const full = resolve(cwd, path);
		// An editor may replace a file: its folder sees that.
		const folder = statSync(full).isDirectory() ? full : dirname(full);
		watch(folder, { recursive: true, signal }, (_, name) => {
			// Reports may be written to the same folder.
			if (name === null || code.test(name)) change();
		}).on('error', () => {});
	}
	while (!signal.aborted) {
		const changed = new Promise<void>((done) => {
			change = done;
		});
		const child = spawn(process.execPath, words, { cwd, stdio: 'inherit' });
		const stop = () => child.kill();
		signal.addEventListener('abort', stop);
		await once(child, 'close');
		signal.removeEventListener('abort', stop);
		if (signal.aborted) break;
		err(`Watching ${paths.join(', ')}. End with Ctrl+C.\n`);
		await Promise.race([changed, once(signal, 'abort')]);
		await Promise.race([new Promise((done) => setTimeout(done, settleMs)), once(signal, 'abort')]);
	}
	return exitCodes.passed;
}
