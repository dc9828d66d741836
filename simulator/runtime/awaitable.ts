/** Values that may be there already. A call over a memory store waits for nothing, and promises would be a tenth of it. */

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, at once when it is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
	return value instanceof Promise ? value.then(next) : next(value);
}
