/** What ends a command from outside: a signal, or a standard output that cannot be written. */
import { exitCodes } from './contract/exit-codes.ts';
import { monotonicMs } from './runtime/time.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const passedOnWithinMs = 200;
const terminated = new DOMException('The process was terminated', 'AbortError');

/** Whether SIGTERM aborted the signal. It comes from programs, such as Docker; the other signals come from a terminal. */
export const isTerminated = ({ reason }: AbortSignal): boolean => reason === terminated;

/**
 * Returns a signal that the first Ctrl+C, SIGTERM or SIGHUP (the terminal is closed) aborts, so that the command can
 * finish in order. A second one ends the process at once. One Ctrl+C can arrive twice: npm and tsx pass it on to a process
 * that the terminal sent it to. The signal is also aborted if the standard output cannot be written.
 */
export function watchForInterruption(process: NodeJS.Process): AbortSignal {
	const interrupted = new AbortController();
	let interruptedMs = Number.POSITIVE_INFINITY;
	for (const signal of signals) {
		process.on(signal, (...[, number]: readonly unknown[]) => {
			const nowMs = monotonicMs();
			// `endWithProcess` sends no number: the program that started this one has ended, often by the first signal itself.
			const isAnother = number !== undefined && nowMs > interruptedMs + passedOnWithinMs;
			if (isAnother) process.exit(exitCodes.interrupted);
			interruptedMs = Math.min(interruptedMs, nowMs);
			interrupted.abort(signal === 'SIGTERM' ? terminated : undefined);
		});
	}
	// The program that reads our standard error may have ended (EPIPE). A server goes on without it.
	process.stderr.on('error', () => {});
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// The program that reads it has ended, or its terminal is closed.
		const isUnread = error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY);
		if (isUnread || interrupted.signal.aborted) return;
		process.stderr.write(`payin-sandbox: standard output cannot be written: ${error.message}\n`);
		process.on('exit', () => {
			process.exitCode = exitCodes.couldNotRun;
		});
		interrupted.abort();
	});
	return interrupted.signal;
}
