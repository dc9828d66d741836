/** Finds the order for which the shop made a call. Pure. */
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { arrivedMsOf } from '../../simulator/contract/journal.ts';
import type { CashierPage } from '../shop.ts';

/** A checkout of a shopper. */
export interface StartedCheckout {
	/** The reference of the order. */
	reference: string;
	/** When it began, in milliseconds on the machine's clock. */
	startedMs: number;
}

/**
 * Returns the reference of the order whose shopper reached the payment of the call. If no shopper did, for example
 * because its answer was lost, that is the order whose checkout began last before the call. Returns undefined if the
 * shop made the call before any checkout.
 */
export function referenceOfCall(
	call: JournalEntry,
	pages: readonly CashierPage[],
	checkouts: readonly StartedCheckout[],
): string | undefined {
	const page = pages.find(({ transactionId }) => transactionId === call.transactionId);
	const arrivedMs = arrivedMsOf(call);
	const last = checkouts.findLast(({ startedMs }) => startedMs <= arrivedMs);
	return page?.order.reference ?? last?.reference;
}
