/** The only module that reads the machine's clock and sets timers. */

/** What the machine's clock is ahead of the monotonic one, at the most so far. */
let aheadMs = 0;

/** A machine's clock that shows a later year is wrong: times after it would have no date of four digits. */
const latestMs = Date.UTC(8999, 0);

/**
 * Milliseconds since the epoch, whole. Follows the machine's clock when that jumps forward, as it does after the machine
 * slept. When it is set back, time goes on from where it was, by the monotonic clock.
 */
export function wallNow(): number {
	const sinceStartMs = performance.now();
	const machineMs = Date.now();
	if (machineMs < latestMs) aheadMs = Math.max(aheadMs, machineMs - sinceStartMs);
	return Math.floor(aheadMs + sinceStartMs);
}

/** Milliseconds from an arbitrary origin, with fractions: for measuring. */
export function monotonicMs(): number {
	return performance.now();
}

/** Node fires a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Ends a wait early: an AbortSignal, or a cheaper object with the same methods. */
export interface AbortSignalLike {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** The mean overrun of `sleep`: timers count whole milliseconds, and a timer that fires early is set again. */
export const meanLagMs = 0.5;

/**
 * Waits at least `ms`: a timer may fire up to a millisecond early, and is then set again. Resolves at once when `ending`
 * aborts, so that a client that disconnected holds no timer.
 */
export function sleep(ms: number, ending?: AbortSignalLike): Promise<void> {
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

/** A wait that others end early, many times a second: an AbortController for each wait would cost more than the rest. */
export interface Pause {
	/** Waits `ms` or until it is woken, and returns whether it was. There is one waiter at a time. */
	wait(ms: number): Promise<boolean>;
	/** Without a waiter it does nothing. */
	wake(): void;
}

export function createPause(): Pause {
	let end = (_isWoken: boolean) => {};
	return {
		wait: (ms) =>
			new Promise((resolve) => {
				const timer = setTimeout(() => end(false), Math.min(ms, longestTimerMs));
				end = (isWoken) => {
					end = () => {};
					clearTimeout(timer);
					resolve(isWoken);
				};
			}),
		wake: () => end(true),
	};
}
