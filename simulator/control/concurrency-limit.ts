/**
 * Limits how many expensive reads run at a time: lists of payments and of calls, archives, customers, findings, verify.
 * Other calls have priority, and a call that waits here has no response in memory yet. A call may leave its place for a
 * wait of its own, and then takes its turn again. At most one call of each connection waits, and those of pipelining
 * clients wait for all others.
 */
import type { Awaitable } from '../runtime/awaitable.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { Store } from '../state/store.ts';
import type { Call, Route, RouteResult } from '../wire/call.ts';
import { json } from '../wire/call.ts';

type LimitedCall = Pick<Call, 'clientGone' | 'isPipelined'>;

/** Gives the place to the next call while this one waits for something else, and then takes its turn again. */
export type LeavePlace = (wait: () => Promise<void>) => Promise<void>;

export interface ConcurrencyLimit {
	/** Runs a read when it is its turn, unless its client has disconnected. */
	run(
		call: LimitedCall,
		read: (leavePlace: LeavePlace) => Awaitable<RouteResult>,
	): Promise<RouteResult>;
	/**
	 * Limits a whole route. A route that waits for something else than its own reading must leave its place meanwhile, or
	 * it would keep the others waiting.
	 */
	route(route: Route): Route;
}

const nothing = () => {};

/** All reads of a limit share it. `maxAtOnce`: how many of them run at a time. */
export function createConcurrencyLimit(
	store: Pick<Store, 'waitFor'>,
	maxAtOnce: number,
): ConcurrencyLimit {
	let running = 0;
	/** The calls that wait, in their order. */
	const waiting = new Set<{ call: LimitedCall; start(): void }>();
	/**
	 * Takes the first call of a client that does not pipeline; without such a call, the first of all. Pipelined calls can
	 * wait until `waitFor` fails.
	 */
	const takeNext = () => {
		let [next] = waiting;
		for (const entry of waiting) {
			if (entry.call.isPipelined) continue;
			next = entry;
			break;
		}
		if (next) waiting.delete(next);
		return next;
	};
	const begin = async (call: LimitedCall) => {
		if (running < maxAtOnce) {
			running += 1;
			return;
		}
		const entry = { call, start: () => {} };
		const turn = new Promise<void>((resolve) => {
			entry.start = resolve;
		});
		waiting.add(entry);
		// A call that only waits its turn is dropped if its client leaves.
		call.clientGone.addEventListener('abort', nothing);
		try {
			await store.waitFor(turn);
		} catch (failure) {
			// The turn may have come at the same time.
			if (!waiting.delete(entry)) end();
			throw failure;
		} finally {
			call.clientGone.removeEventListener('abort', nothing);
		}
	};
	/** The next call takes the place of the one that ends. */
	const end = () => {
		const next = takeNext();
		if (next) next.start();
		else running -= 1;
	};
	const run: ConcurrencyLimit['run'] = async (call, read) => {
		await begin(call);
		let hasPlace = true;
		const leavePlace: LeavePlace = async (wait) => {
			hasPlace = false;
			end();
			await wait();
			await begin(call);
			hasPlace = true;
		};
		try {
			await yieldToCalls();
			return call.clientGone.aborted ? json(null) : await read(leavePlace);
		} finally {
			if (hasPlace) end();
		}
	};
	return { run, route: (route) => (call) => run(call, () => route(call)) };
}
