/** Notes when clients can read their responses: after the requests that were sent before. */
import type { CallOrder } from '../domain/call-order.ts';
import { runInNextTurn } from '../runtime/awaitable.ts';
import { monotonicMs } from '../runtime/time.ts';
import type { RequestContext } from './request-context.ts';

interface Answered {
	answered: number;
}

/** The calls whose responses get their time in the next turn of the event loop, and in the turn after it. */
let next: Answered[] = [];
let afterNext: Answered[] = [];

/**
 * Returns the order of a call that is answered now. A collected response is written in the next turn of the event loop:
 * the requests that were sent before the client could read it are read by the turn after it. Another response is written
 * at once.
 */
export function orderOf({ arrivedMs }: RequestContext, isCollected: boolean): CallOrder {
	const order = { arrived: arrivedMs, answered: Number.POSITIVE_INFINITY };
	if (next.length === 0 && afterNext.length === 0) runInNextTurn(settle);
	if (isCollected) afterNext.push(order);
	else next.push(order);
	return order;
}

function settle(): void {
	const nowMs = monotonicMs();
	for (const order of next) order.answered = nowMs;
	next = afterNext;
	afterNext = [];
	if (next.length > 0) runInNextTurn(settle);
}
