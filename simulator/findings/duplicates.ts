/** Rules for orders with more than one payment. */
import type { CallFacts } from './facts.ts';
import { arrivedAtMs, cameAfterAnswer, isLost, minuteMs, paymentsWithOtherCalls } from './facts.ts';
import type { MerchantOrder } from './orders.ts';
import type {
	CreationTimes,
	Detection,
	FindingRules,
	PaymentIndex,
	WorkspaceFacts,
} from './rule.ts';
import { detectionOf, earliestUnpaidEndMs } from './rule.ts';

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
 * Finds payments of one reference that were created while an earlier one was unused and had not ended unpaid, and its
 * answer had arrived or was on its way. After a lost answer, another payment under the same reference is right, because
 * the document shows no idempotency key. Several calls may have returned one payment: a call with its session uses it,
 * also one that is refused before it reaches the payment, and one answer is enough. A payment with calls that this
 * journal does not have counts as used: another instance may have answered its hybrid-payment.
 */
function createdTwice({ calls, payments }: MerchantOrder, workspace: WorkspaceFacts): Detection[] {
	const { createdAt } = workspace;
	const found: Detection[] = [];
	const isCreation = createFirstCallCheck();
	/** The transaction ids of payments that were used, and of those in an answer that arrived. */
	const used = new Set(
		paymentsWithOtherCalls(payments, calls).map(({ transactionId }) => transactionId),
	);
	const received = new Set<string>();
	/** The calls that returned payments, up to the first answer with a payment that arrived. */
	const returning: CallFacts[] = [];
	const latestUnused = (next: CallFacts, atMs: number): CallFacts | undefined => {
		for (let call = returning.at(-1); call; call = returning.at(-1)) {
			const wasLost = isLost(call) && cameAfterAnswer(next, call);
			const transactionId = call.transactionId ?? '';
			const hasEnded = earliestUnpaidEndMs(workspace, transactionId) <= atMs;
			if (!wasLost && !hasEnded && !used.has(transactionId)) return call;
			returning.pop();
		}
		return undefined;
	};
	for (const call of calls) {
		const { checkout, transactionId, resultStatus, resent } = call;
		if (call.call === null || transactionId === null || resent) continue;
		if (call.call !== 'paymentOptions') used.add(transactionId);
		else if (checkout?.reference && (resultStatus < 400 || isLost(call))) {
			const atMs = createdAtMs(call, createdAt);
			const unused = isCreation(call) ? latestUnused(call, atMs) : undefined;
			if (unused && atMs <= createdAtMs(unused, createdAt) + minuteMs) {
				found.push(detectionOf(unused, call));
				// A payment is found once.
				returning.pop();
			}
			if (!received.has(transactionId)) returning.push(call);
			if (!isLost(call)) received.add(transactionId);
		}
	}
	return found;
}

/** The most earlier orders that are compared with a call. */
const maxOpenOrders = 20;

/**
 * Finds `duplicate_order` in the calls of one customer with one amount, in the order in which their payments were
 * created: a delay may make it differ from the order of arrival. It names each call that created a payment with the
 * earlier calls of other orders whose payments could still be paid, and whose answers were ready at most a minute before
 * the creation, on the clock of the workspace: a test that moves a manual clock by a week makes two orders, however fast
 * it runs. On a manual clock, a payment that ended at the time of the creation ended before it. Only payments that a
 * shopper can reach are compared: after a lost answer, the first payment of an order cannot be paid.
 */
export function duplicateOrders(calls: readonly CallFacts[], payments: PaymentIndex): Detection[] {
	const { reachable, createdAt } = payments;
	const found: Detection[] = [];
	const isCreation = createFirstCallCheck();
	/** For each order, the call that can be compared for longest; the newest order last. */
	let open: OpenCall[] = [];
	const timed = calls.map((call) => {
		const isRepeat = !isCreation(call);
		const atMs = isRepeat ? call.atMs : createdAtMs(call, createdAt);
		return { call, isRepeat, atMs };
	});
	for (const { call, isRepeat, atMs } of timed.toSorted(byTime)) {
		const transactionId = call.transactionId ?? '';
		if (!reachable.has(transactionId)) continue;
		const order = orderOf(call);
		if (!isRepeat) open = open.filter(({ untilMs }) => untilMs >= atMs);
		const others = open.filter((earlier) => earlier.order !== order);
		if (others.length > 0 && !isRepeat)
			found.push(detectionOf(...others.map((earlier) => earlier.call), call));
		const endMs = earliestUnpaidEndMs(payments, transactionId);
		const untilMs = Math.min(endMs - 1, call.atMs + minuteMs);
		const known = open.find((earlier) => earlier.order === order);
		const kept = known && known.untilMs >= untilMs ? known : { order, call, untilMs };
		open = [...others, kept].slice(-maxOpenOrders);
	}
	return found;
}

interface TimedCall {
	call: CallFacts;
	atMs: number;
}

const byTime = (one: TimedCall, other: TimedCall): number =>
	one.atMs - other.atMs || one.call.order.arrived - other.call.order.arrived;

interface OpenCall {
	order: string;
	call: CallFacts;
	/** The last time, on the workspace's clock, at which a payment can be created that is compared with that of this call. */
	untilMs: number;
}

/** Makes a function that tells the call that created a payment from calls that receive the same payment again. */
export function createFirstCallCheck(): (call: CallFacts) => boolean {
	const known = new Set<string | null>();
	return ({ transactionId }) => {
		const isFirst = !known.has(transactionId);
		known.add(transactionId);
		return isFirst;
	};
}

/** When the payment of a call was created; for a payment that is no longer stored, when the call arrived. */
function createdAtMs(call: CallFacts, createdAt: CreationTimes): number {
	return createdAt.get(call.transactionId ?? '') ?? arrivedAtMs(call);
}

/**
 * The order of a call. Without a reference, nothing shows that two payments belong to one order, so each is its own.
 */
function orderOf({ checkout, transactionId }: CallFacts): string {
	const reference = checkout?.reference ?? null;
	return reference === null ? `payment ${transactionId}` : `reference ${reference}`;
}
