/** Rules for orders with more than one payment. */
import type { CallFacts } from './facts.ts';
import { arrivedAtMs, isLost, minuteMs } from './facts.ts';
import type { MerchantOrder, MerchantOrders } from './orders.ts';
import type { Detection, FindingRules } from './rule.ts';
import { detectionOf } from './rule.ts';

export const duplicateRules: FindingRules<
	'same_reference_confirmed_twice' | 'payment_created_twice'
> = {
	same_reference_confirmed_twice: confirmedTwice,
	payment_created_twice: createdTwice,
};

function confirmedTwice({ payments }: MerchantOrder): Detection[] {
	const confirmed = payments.filter(
		({ state, reference }) => state === 'confirmed' && reference !== null,
	);
	if (confirmed.length < 2) return [];
	return [{ payments: confirmed.map(({ transactionId }) => transactionId), entries: [] }];
}

/**
 * Finds payments of one reference that were created while an earlier one was unused. After a lost answer, another
 * payment under the same reference is right, because the document shows no idempotency key.
 */
function createdTwice({ calls }: MerchantOrder): Detection[] {
	const found: Detection[] = [];
	let unused: CallFacts | undefined;
	for (const call of calls) {
		const { transactionId, checkout, resultStatus, resent } = call;
		if (call.call === null || transactionId === null || resent) continue;
		if (call.call !== 'paymentOptions') {
			if (transactionId === unused?.transactionId) unused = undefined;
		} else if (checkout?.reference && (resultStatus < 400 || isLost(call))) {
			const isSecond = unused !== undefined && unused.transactionId !== transactionId;
			if (unused && isSecond && arrivedAtMs(call) <= arrivedAtMs(unused) + minuteMs)
				found.push(detectionOf(unused, call));
			unused = isLost(call) ? undefined : call;
		}
	}
	return found;
}

/**
 * Finds `duplicate_order` in the calls of one customer with one amount. It pairs each call with a call of
 * another order in the minute before it, on the clock of the workspace: a test that moves a manual clock by a week makes
 * two orders, however fast it runs. An earlier payment that has ended unpaid cannot be paid too. Without a reference, nor
 * can one whose cashier address no shopper has.
 */
export function duplicateOrders(
	calls: readonly CallFacts[],
	{ addressed, unpaidEnds }: Pick<MerchantOrders, 'addressed' | 'unpaidEnds'>,
): Detection[] {
	const found: Detection[] = [];
	/**
	 * For each order, the call whose minute ends last. A call is compared until the first match, and ended minutes are
	 * deleted: the search is linear after the sort.
	 */
	const open = new Map<string, CallFacts>();
	const sorted = calls.toSorted((one, other) => arrivedAtMs(one) - arrivedAtMs(other));
	const endOf = ({ transactionId }: CallFacts) => unpaidEnds.get(transactionId ?? '') ?? Infinity;
	for (const call of sorted) {
		const isAddressed = call.checkout?.reference || addressed.has(call.transactionId ?? '');
		if (!isAddressed || endOf(call) <= call.atMs) continue;
		const order = orderOf(call);
		for (const [other, earlier] of open) {
			const hasEnded = endOf(earlier) <= call.atMs || minuteEnd(earlier) < arrivedAtMs(call);
			if (hasEnded) open.delete(other);
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
	return (isLost(call) ? call.atMs : arrivedAtMs(call)) + minuteMs;
}
