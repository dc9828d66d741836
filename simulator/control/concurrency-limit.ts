/**
 * Limits how many expensive reads run at a time: lists of payments and of calls, archives, customers, findings. Other calls
 * have priority, and a call that waits here has no response in memory yet. At most one call of each connection waits.
 */
import type { Awaitable } from '../runtime/awaitable.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { Store } from '../state/store.ts';
import type { Call, Route, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';

export interface ConcurrencyLimit {
	/** Runs a read when it is its turn, unless its client has disconnected. */
	run(call: Pick<Call, 'clientGone'>, read: () => Awaitable<RouteResult>): Promise<RouteResult>;
	/**
	 * Limits a whole route. A route that waits for something else than its own reading must not be limited: it would keep
	 * the others waiting.
	 */
	route(route: Route): Route;
}

/** All reads of a limit share it. `maxAtOnce`: how many of them run at a time. */
export function createConcurrencyLimit(
	store: Pick<Store, 'waitFor'>,
	maxAtOnce: number,
): ConcurrencyLimit {
	let running = 0;
	/** The calls that wait, in their order: each function lets one begin. */
	const waiting = new Set<() => void>();
	const begin = async () => {
		if (running < maxAtOnce) {
			running += 1;
			return;
		}
		let start = () => {};
		const turn = new Promise<void>((resolve) => {
			start = resolve;
		});
		waiting.add(start);
		try {
			await store.waitFor(turn);
		} catch (failure) {
			// The turn may have come at the same time.
			if (!waiting.delete(start)) end();
			throw failure;
		}
	};
	/** The next call takes the place of the one that ends. */
	const end = () => {
		const [next] = waiting;
		if (next) {
			waiting.delete(next);
			next();
		} else running -= 1;
	};
	const run: ConcurrencyLimit['run'] = async ({ clientGone }, read) => {
		await begin();
		try {
			await yieldToCalls();
			return clientGone.aborted ? json(null) : await read();
		} finally {
			end();
		}
	};
	return { run, route: (route) => (call) => run(call, () => route(call)) };
}
