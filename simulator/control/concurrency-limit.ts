/**
 * Limits how many expensive reads run at a time: lists of payments and of calls, archives, customers. Other calls have
 * priority, and a call that waits here holds no payments in memory. At most one call of each connection waits.
 */
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { Route } from '../wire/call.ts';
import { json } from '../wire/call.ts';

/** A list of a file store or of Redis takes several turns of the event loop. */
const maxAtOnce = 4;

/**
 * Returns a function that limits a route. All routes that it limits share the limit. A route that waits for something
 * else than its own reading must not be limited: it would keep the others waiting.
 */
export function createConcurrencyLimit(): (route: Route) => Route {
	let running = 0;
	const waiting: (() => void)[] = [];
	const begin = async () => {
		if (running === maxAtOnce) return new Promise<void>((resolve) => waiting.push(resolve));
		running += 1;
	};
	/** The next call takes the place of the one that ends. */
	const end = () => {
		const next = waiting.shift();
		if (next) next();
		else running -= 1;
	};
	return (route) => async (call) => {
		await begin();
		try {
			await yieldToCalls();
			// The client has disconnected.
			if (call.clientGone.aborted) return json(null);
			return await route(call);
		} finally {
			end();
		}
	};
}
