/** A value, or a promise of it. To await the values of a memory store, which are there at once, took 3 % of a call's CPU time. */

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value: at once, or when its promise resolves. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
	return value instanceof Promise ? value.then(next) : next(value);
}
