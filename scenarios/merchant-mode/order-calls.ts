/** Finds the order for which the shop made a call. Pure. */
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { arrivedMsOf } from '../../simulator/contract/journal.ts';
import type { CashierPage } from '../shop.ts';

/** A request of the runner that makes the shop work for an order: a new order, or a checkout. */
export interface StartedOrderWork {
	/** The reference of the order. */
	reference: string;
	/** When it began, in milliseconds on the machine's clock. */
	startedMs: number;
}

/**
 * Returns the reference of the order whose shopper reached the payment of the call. If no shopper did, for example
 * because its answer was lost, that is the order for which the shop began to work last before the call. Returns
 * undefined if the shop made the call before any order.
 */
export function referenceOfCall(
	call: JournalEntry,
	pages: readonly CashierPage[],
	started: readonly StartedOrderWork[],
): string | undefined {
	const page = pages.find(({ transactionId }) => transactionId === call.transactionId);
	const arrivedMs = arrivedMsOf(call);
	const last = started.findLast(({ startedMs }) => startedMs <= arrivedMs);
	return page?.order.reference ?? last?.reference;
}
