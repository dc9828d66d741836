/** The only home of ambient time. */

let latestMs = 0;

/** Milliseconds since the epoch, by the machine; never less than before, though its clock may be set back. */
export function wallNow(): number {
	latestMs = Math.max(latestMs, Date.now());
	return latestMs;
}

/** Milliseconds from an arbitrary origin, with fractions, never going back: for measuring. */
export function monotonicMs(): number {
	return performance.now();
}

/** Node fires a longer timer after a millisecond. */
const longestTimerMs = 2 ** 31 - 1;

/** What may end a wait before its time: an AbortSignal, or whatever costs less to make. Told once, to every listener. */
export interface Ending {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** How much longer than asked a sleep is in the mean: timers count whole milliseconds, and one that fires early is armed again. */
export const meanLagMs = 0.5;

/**
 * Waits by wall time, never less than asked: a timer may fire up to a millisecond early, and is then armed again.
 * Resolves at once when it is ended, so that a client that went away holds no timer.
 */
export function sleep(ms: number, ending?: Ending): Promise<void> {
	return new Promise((resolve) => {
		if (ending?.aborted) return resolve();
		const end = performance.now() + ms;
		const finish = () => {
			clearTimeout(timer);
			ending?.removeEventListener('abort', finish);
			resolve();
		};
		const check = () => {
			const left = end - performance.now();
			if (left <= 0) finish();
			else timer = setTimeout(check, Math.min(Math.max(1, left), longestTimerMs));
		};
		let timer = setTimeout(check, Math.min(ms, longestTimerMs));
		ending?.addEventListener('abort', finish);
	});
}
