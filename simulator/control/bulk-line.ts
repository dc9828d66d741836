/**
 * A line for calls that read much: lists of payments and of calls, archives, customers. Usual calls come first, and a call
 * that waits here holds no payments in memory.
 */
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { Route } from '../wire/call.ts';
import { json } from '../wire/call.ts';

/** How many calls of the line run at a time. A list of a file store or of Redis takes several turns. */
const maxAtOnce = 4;

/** Returns a function that makes a route wait in the line. All its routes share it. */
export function createBulkLine(): (route: Route) => Route {
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
			// Nobody reads the response.
			if (call.clientGone.aborted) return json(null);
			return await route(call);
		} finally {
			end();
		}
	};
}
