import { exitCodes } from '../../simulator/contract/exit-codes.ts';
import type { RunIo } from './run-io.ts';

/**
 * Runs a command to its end. If the process ends before, as when a story or a file that it loads calls `process.exit`, the
 * exit code says so: that of the story could mean PASSED.
 */
export async function untilFinished<T>(
	{ err, signal }: Pick<RunIo, 'err' | 'signal'>,
	run: () => Promise<T>,
): Promise<T> {
	const endedEarly = () => {
		if (signal.aborted) return;
		err(
			'ERROR: the process ended before the command had finished. Probably a story, or a file that it loads, calls process.exit or waits for something that never comes.\n',
		);
		process.exitCode = exitCodes.couldNotRun;
	};
	process.once('exit', endedEarly);
	try {
		return await run();
	} finally {
		process.off('exit', endedEarly);
	}
}

/** Ends the process with its exit code, once its standard output is written. */
export async function exitWhenWritten(): Promise<void> {
	await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
	process.exit();
}
