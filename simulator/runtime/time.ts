/** The clock of the machine and timers. No other module reads or sets them. */
import { setMaxListeners } from 'node:events';

/** How far the machine's clock has been ahead of the monotonic clock, at most so far. */
let aheadMs = 0;

/**
 * The latest time that is believed. A machine's clock that shows a later year is wrong, and times after it would not
 * have a year of four digits.
 */
const latestMs = Date.UTC(8999, 0);

/**
 * Returns whole milliseconds since the epoch. If the machine's clock jumps forward, as after sleep, this time jumps
 * too. If it is set back, this time continues from where it was, by the monotonic clock.
 */
export function wallNow(): number {
	// In this order: a pause of the process between the two must not put this time ahead for good.
	const machineMs = Date.now();
	const sinceStartMs = performance.now();
	if (machineMs < latestMs) aheadMs = Math.max(aheadMs, machineMs - sinceStartMs);
	return Math.floor(aheadMs + sinceStartMs);
}

/** Returns milliseconds with fractions since an arbitrary time, for measuring. */
export function monotonicMs(): number {
	return performance.now();
}

/** The longest timer: Node fires a longer one at once. */
const longestTimerMs = 2 ** 31 - 1;

/** A signal that ends a wait early: an AbortSignal, or a cheaper object with the same methods. */
export interface AbortSignalLike {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** Node warns of a leak when a signal has more than ten listeners, unless its limit is removed. */
export function removeListenerLimit(signal: AbortSignal): void {
	try {
		setMaxListeners(0, signal);
	} catch {
		// The DOM of a test runner (jsdom, happy-dom) replaced AbortController. Its signals have no limit.
	}
}

/**
 * How long `sleep` takes too long on average, in milliseconds: timers count whole milliseconds, and a timer that fires
 * early is set again.
 */
export const meanSleepLagMs = 0.5;

/**
 * Waits at least `ms`. A timer may fire up to a millisecond early and is then set again. Resolves at once when `ending`
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

/** A wait that is often ended early, many times a second: an AbortController for each would cost more than the rest. */
export interface Pause {
	/** Waits `ms` or until `wake` is called. Returns whether it was woken. Only one caller waits at a time. */
	wait(ms: number): Promise<boolean>;
	/** Ends the wait; does nothing if there is none. */
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
