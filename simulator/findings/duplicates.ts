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

/** `duplicate_order`, over the calls of one customer with one amount: their orders differ. In the order of their arrival. */
export function duplicateOrders(calls: readonly CallFacts[]): Detection[] {
	const found: Detection[] = [];
	for (const [index, later] of calls.entries()) {
		const earlier = calls[index - 1];
		if (earlier && areDuplicates(earlier, later)) found.push(detected(earlier, later));
	}
	return found;
}

function areDuplicates(earlier: CallFacts, later: CallFacts): boolean {
	if (earlier.transactionId === later.transactionId) return false;
	const reference = later.checkout?.reference ?? null;
	// Without references, nothing shows that they are one order.
	if (reference !== null && reference === earlier.checkout?.reference) return false;
	const sinceMs = isLost(earlier) ? earlier.answeredMs : earlier.arrivedMs;
	return later.arrivedMs - sinceMs <= minuteMs;
}
