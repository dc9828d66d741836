/** `--watch`: runs the command again when a file of the user's stories changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExitCode } from '../../simulator/contract/exit-codes.ts';
import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import { messageOf, UsageError } from '../harness/errors.ts';
import type { RunIo } from '../harness/run-io.ts';
import { stories } from '../stories.ts';
import { pathOfArgument } from './own-stories.ts';
import { findStoryFiles, isScriptName } from './story-files.ts';

/** How long to wait after a change, in milliseconds: editors write a file in several steps. */
const settleMs = 100;

/**
 * Runs the command again after each change. Each run is a new process, because Node cannot import a module again after
 * a change.
 */
export async function watchStories(
	names: readonly string[],
	words: readonly string[],
	{ cwd, err, signal }: Pick<RunIo, 'cwd' | 'err' | 'signal'>,
): Promise<ExitCode> {
	const paths = names.flatMap((name) => pathOfArgument(name, stories, cwd) ?? []);
	if (paths.length === 0) {
		throw new UsageError(['--watch needs a file or folder of your own stories to watch.']);
	}
	const aborted = new Promise<void>((done) => {
		signal.addEventListener('abort', () => done(), { once: true });
	});
	let ended = new AbortController();
	try {
		while (!signal.aborted) {
			// Watch anew before each run: on Linux, Node's recursive watcher loses a file that is replaced.
			ended = new AbortController();
			const changed = nextChange(paths.flatMap(foldersToWatch), ended.signal);
			// The watcher may fail while the child runs; the wait below reports it.
			changed.catch(() => {});
			await runChild(words, cwd, signal);
			if (signal.aborted) break;
			err(`Watching ${paths.join(', ')}. End with Ctrl+C.\n`);
			await Promise.race([changed, aborted]);
			await Promise.race([pause(settleMs), aborted]);
			ended.abort();
		}
		return exitCodes.passed;
	} catch (error) {
		err(`${paths.join(', ')} cannot be watched: ${messageOf(error)}\n`);
		return exitCodes.couldNotRun;
	} finally {
		ended.abort();
	}
}

/** Waits until a file with code changes in one of the folders or below it. Rejects if a folder cannot be watched. */
function nextChange(folders: readonly string[], signal: AbortSignal): Promise<void> {
	return new Promise((done, fail) => {
		for (const folder of folders) {
			const watcher = watch(folder, { recursive: true, signal }, (_, name) => {
				// Ignore other files: reports may be written to the same folder.
				if (name === null || isScriptName(name)) done();
			});
			watcher.on('error', fail);
		}
	});
}

/** A watcher does not follow links to folders. */
function foldersToWatch(path: string): string[] {
	// Watch the folder of a file: an editor may replace the file, which is then missing for a moment.
	if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [dirname(path)];
	return [path, ...findStoryFiles(path).linkedFolders.map((folder) => realpathSync(folder))];
}

/**
 * How long to wait for the child after Ctrl+C, in milliseconds. The terminal interrupts the child too; another signal
 * would end it before it writes its report.
 */
const graceMs = 5_000;

async function runChild(words: readonly string[], cwd: string, signal: AbortSignal) {
	const child = spawn(process.execPath, words, { cwd, stdio: 'inherit' });
	let timer: NodeJS.Timeout | undefined;
	const endLater = () => {
		timer = setInterval(() => child.kill(), graceMs);
	};
	signal.addEventListener('abort', endLater);
	await once(child, 'close');
	signal.removeEventListener('abort', endLater);
	clearInterval(timer);
}
