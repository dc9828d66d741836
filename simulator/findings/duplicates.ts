/** Rules for orders that a shopper may pay, or has paid, more than once. */
import type { CallFacts } from './facts.ts';
import { isLost } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type { Detection, FindingRules } from './rule.ts';
import { detectionOf } from './rule.ts';

export const duplicateRules: FindingRules<'same_reference_confirmed_twice'> = {
	same_reference_confirmed_twice: confirmedTwice,
};

function confirmedTwice({ payments }: MerchantOrder): Detection[] {
	const confirmed = payments.filter(
		({ state, reference }) => state === 'confirmed' && reference !== null,
	);
	if (confirmed.length < 2) return [];
	return [{ payments: confirmed.map(({ transactionId }) => transactionId), entries: [] }];
}

const minuteMs = 60_000;

/**
 * Finds `duplicate_order` in the calls of one customer with one amount, which are sorted by arrival. It pairs each call
 * with the oldest call of another order in the minute before it.
 */
export function duplicateOrders(calls: readonly CallFacts[]): Detection[] {
	const found: Detection[] = [];
	/**
	 * For each order, the call whose minute ends last. A call is compared until the first match, and ended minutes are
	 * deleted: the whole search is linear.
	 */
	const open = new Map<string, CallFacts>();
	for (const call of calls) {
		const order = orderOf(call);
		for (const [other, earlier] of open) {
			if (minuteEnd(earlier) < call.arrivedMs) open.delete(other);
			else if (other !== order) {
				found.push(detectionOf(earlier, call));
				break;
			}
		}
		const known = open.get(order);
		if (!known || minuteEnd(known) < minuteEnd(call)) open.set(order, call);
	}
	return found;
}

/**
 * The order of a call. Without a reference, nothing shows that two payments belong to one order, so each is its own.
 */
function orderOf({ checkout, transactionId }: CallFacts): string {
	const reference = checkout?.reference ?? null;
	return reference === null ? `payment ${transactionId}` : `reference ${reference}`;
}

/** The end of the minute after a call. After a lost answer, the minute begins when the answer would have arrived. */
function minuteEnd(call: CallFacts): number {
	return (isLost(call) ? call.answeredMs : call.arrivedMs) + minuteMs;
}
