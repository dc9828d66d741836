/** Finds the order for which the shop made a call. */
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { arrivedMsOf } from '../../simulator/contract/journal.ts';

export function createOrderCalls() {
	/** The references of the orders by the transaction ids of the payments that their shoppers reached. */
	const reached = new Map<string | null, string>();
	const checkouts: { reference: string; startedMs: number }[] = [];
	return {
		/** Call this when a checkout begins, with the time of the machine's clock. */
		addCheckout(reference: string, startedMs: number): void {
			checkouts.push({ reference, startedMs });
		},
		addPage(transactionId: string, reference: string): void {
			reached.set(transactionId, reference);
		},
		/**
		 * Returns the reference of the order whose shopper reached the payment of the call. If no shopper did, for example
		 * because its answer was lost, that is the order whose checkout began last before the call.
		 */
		orderOf(call: JournalEntry): string | undefined {
			const arrivedMs = arrivedMsOf(call);
			const last = checkouts.findLast(({ startedMs }) => startedMs <= arrivedMs);
			return reached.get(call.transactionId) ?? last?.reference;
		},
	};
}
