/** Orders that a shopper may pay, or has paid, more than once. */
import type { CallFacts } from './facts.ts';
import { isLost } from './facts.ts';
import type { Order } from './orders.ts';
import type { Detection, Rules } from './rule.ts';
import { detected } from './rule.ts';

export const duplicateRules: Rules<'same_reference_confirmed_twice'> = {
	same_reference_confirmed_twice: confirmedTwice,
};

function confirmedTwice({ payments }: Order): Detection[] {
	const confirmed = payments.filter(
		({ state, reference }) => state === 'confirmed' && reference !== null,
	);
	if (confirmed.length < 2) return [];
	return [{ payments: confirmed.map(({ transactionId }) => transactionId), entries: [] }];
}

const minuteMs = 60_000;

/**
 * `duplicate_order`, over the calls of one customer with one amount, in the order of their arrival: each call with the
 * oldest call of another order whose minute is not over.
 */
export function duplicateOrders(calls: readonly CallFacts[]): Detection[] {
	const found: Detection[] = [];
	/** For each order, the call whose minute ends last. A call reads until the first match, and deletes those that are over: linear. */
	const open = new Map<string, CallFacts>();
	for (const call of calls) {
		const order = orderOf(call);
		for (const [other, earlier] of open) {
			if (minuteEnd(earlier) < call.arrivedMs) open.delete(other);
			else if (other !== order) {
				found.push(detected(earlier, call));
				break;
			}
		}
		const known = open.get(order);
		if (!known || minuteEnd(known) < minuteEnd(call)) open.set(order, call);
	}
	return found;
}

/** Without a reference, nothing shows that two payments are one order. */
function orderOf({ checkout, transactionId }: CallFacts): string {
	const reference = checkout?.reference ?? null;
	return reference === null ? `payment ${transactionId}` : `reference ${reference}`;
}

/** After a lost answer, the minute begins when the answer would have come. */
function minuteEnd(call: CallFacts): number {
	return (isLost(call) ? call.answeredMs : call.arrivedMs) + minuteMs;
}
