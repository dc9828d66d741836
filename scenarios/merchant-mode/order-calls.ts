/** Finds the order for which the shop made a call. Pure. */
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import type { CashierPage } from '../shop.ts';

/** A request of the runner that makes the shop work for an order: a new order, or a checkout. */
export interface OrderRequest {
	/** The reference of the order. */
	reference: string;
	/** The id of the latest call when the work began. Times of two processes would differ by more than the work takes. */
	latestCallId: number;
}

/**
 * Returns the reference of the order whose shopper reached the payment of the call. If no shopper did, for example
 * because its answer was lost, that is the order for which the shop began to work last before the call. Returns
 * undefined if the shop made the call before any order.
 */
export function referenceOfCall(
	call: JournalEntry,
	pages: readonly CashierPage[],
	requests: readonly OrderRequest[],
): string | undefined {
	const page = pages.find(({ transactionId }) => transactionId === call.transactionId);
	return page?.order.reference ?? requestOfCall(call, requests)?.reference;
}

/** Returns the request of the runner that came last before the call. */
export const requestOfCall = (
	{ id }: Pick<JournalEntry, 'id'>,
	requests: readonly OrderRequest[],
): OrderRequest | undefined => requests.findLast(({ latestCallId }) => latestCallId < id);
