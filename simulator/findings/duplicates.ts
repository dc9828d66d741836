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
 * Finds `duplicate_order` in the calls of one customer with one amount, in the order of their arrival. It pairs each
 * call with an earlier call of another order whose payment could still be paid, and whose answer was ready at most a
 * minute before, on the clock of the workspace: a test that moves a manual clock by a week makes two orders, however
 * fast it runs. On a manual clock, a payment that ended at the time of the call ended before it. Without a reference,
 * only payments whose cashier address the merchant received are paired.
 */
export function duplicateOrders(
	calls: readonly CallFacts[],
	{ addressed, unpaidEnds }: Pick<MerchantOrders, 'addressed' | 'unpaidEnds'>,
): Detection[] {
	const found: Detection[] = [];
	/** For each order, the call that can be paired for longest. Calls that can be paired no longer are deleted. */
	const open = new Map<string, OpenCall>();
	/** The latest of two different orders, the newest first. They are compared first, because they are likely the pair. */
	let latest: OpenCall[] = [];
	for (const call of calls) {
		const transactionId = call.transactionId ?? '';
		if (!call.checkout?.reference && !addressed.has(transactionId)) continue;
		const order = orderOf(call);
		const earlier =
			latest.find((one) => one.order !== order && one.untilMs >= call.atMs) ??
			firstOpen(open, order, call.atMs);
		if (earlier) found.push(detectionOf(earlier.call, call));
		const endMs = unpaidEnds.get(transactionId) ?? Number.POSITIVE_INFINITY;
		const untilMs = Math.min(endMs - 1, call.atMs + minuteMs);
		const known = open.get(order);
		const kept = known && known.untilMs >= untilMs ? known : { order, call, untilMs };
		open.set(order, kept);
		latest = [kept, ...latest.filter((one) => one.order !== order)].slice(0, 2);
	}
	return found;
}

interface OpenCall {
	order: string;
	call: CallFacts;
	/** The last time, on the workspace's clock, at which another call can be paired with this one. */
	untilMs: number;
}

/**
 * Finds a call of another order that can be paired. Deletes those that can no longer be, so that all searches together
 * are linear.
 */
function firstOpen(open: Map<string, OpenCall>, order: string, atMs: number): OpenCall | undefined {
	for (const [other, earlier] of open) {
		if (earlier.untilMs < atMs) open.delete(other);
		else if (other !== order) return earlier;
	}
	return undefined;
}

/**
 * The order of a call. Without a reference, nothing shows that two payments belong to one order, so each is its own.
 */
function orderOf({ checkout, transactionId }: CallFacts): string {
	const reference = checkout?.reference ?? null;
	return reference === null ? `payment ${transactionId}` : `reference ${reference}`;
}
