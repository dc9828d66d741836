/** A value, or a promise of it. Awaiting the values of a memory store would take 3 % of a call's CPU time. */
import { setImmediate } from 'node:timers';

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value: at once, or when the promise resolves. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
	return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Runs a function in the next turn of the event loop. A test of a user may replace the global function by a fake one that
 * never runs, and every later sandbox of its process would wait for it. The import is needed where a test runner removes
 * the global function (Jest with jsdom).
 */
export const runInNextTurn = setImmediate;

/** Resolves in the next turn of the event loop. Long computations use `yieldToCalls` instead. */
export function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		runInNextTurn(resolve);
	});
}

/** Resolves after the promises that are ready now, and after the writes to sockets that they made. */
export function afterWrites(): Promise<void> {
	return new Promise((resolve) => {
		process.nextTick(resolve);
	});
}
