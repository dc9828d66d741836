/** Groups calls and payments by the order of the merchant that they belong to. */
import type { CallFacts, PaymentFacts } from './facts.ts';
import { isLost } from './facts.ts';
import type { PaymentIndex } from './rule.ts';

/** The calls and payments that belong to one order of the merchant. */
export interface MerchantOrder {
	/** The calls in the order of their arrival. A refused call has the payment of its session. */
	readonly calls: readonly CallFacts[];
	/** The payments, oldest first. */
	readonly payments: readonly PaymentFacts[];
	/**
	 * What the calls have in common. `session`: a session that belongs to no known payment, so their order is unknown.
	 * `nothing`: the calls name neither, for example because their bodies are not JSON.
	 */
	readonly common: 'order' | 'session' | 'nothing';
}

/**
 * The calls and payments of a workspace, grouped by order. Two checkouts of one customer with the same amount may be
 * one order.
 */
export interface MerchantOrders extends PaymentIndex {
	readonly orders: readonly MerchantOrder[];
	/** For each customer and amount, the calls that created payments, in the order of arrival. */
	readonly sameCheckouts: readonly (readonly CallFacts[])[];
}

interface OrderDraft {
	calls: CallFacts[];
	payments: PaymentFacts[];
}

/** The key of calls that name nothing, and the beginning of the keys of sessions. */
const unknownOrder = 'unknown';
const unknownSession = 'session ';

/**
 * Groups calls and payments by order. An order is identified by its paymentReference; without one by customer, amount
 * and return URL; otherwise by its payment or session. Calls and payments are sorted oldest first. Yields after each step.
 */
export function* groupByOrder(
	calls: readonly CallFacts[],
	payments: readonly PaymentFacts[],
): Generator<void, MerchantOrders> {
	const drafts = new Map<string, OrderDraft>();
	const checkouts = new Map<string, CallFacts[]>();
	const keys = new Map<string, string>();
	/** The transaction ids by session id. */
	const sessions = new Map<string, string>();
	const reachable = new Set<string>();
	const createdAt = new Map<string, number>();
	const unpaidEnds = new Map<string, number>();
	const draftOf = (key: string) => {
		const known = drafts.get(key);
		if (known) return known;
		const draft: OrderDraft = { calls: [], payments: [] };
		drafts.set(key, draft);
		return draft;
	};

	for (const payment of payments) {
		const { transactionId, sessionId, reference, state, finalAtMs, wasSubmitted } = payment;
		const { createdAtMs } = payment;
		sessions.set(sessionId, transactionId);
		createdAt.set(transactionId, createdAtMs);
		if (state !== 'confirmed') unpaidEnds.set(transactionId, finalAtMs);
		if (reference !== null) keys.set(transactionId, `reference ${reference}`);
		if (wasSubmitted) reachable.add(transactionId);
		yield;
	}
	for (const recorded of calls) {
		const { sessionId, checkout } = recorded;
		const transactionId = recorded.transactionId ?? sessions.get(sessionId ?? '') ?? null;
		const call =
			recorded.transactionId === transactionId ? recorded : { ...recorded, transactionId };
		const key = keys.get(transactionId ?? '') ?? keyOf(call);
		draftOf(key).calls.push(call);
		if (transactionId !== null) {
			keys.set(transactionId, key);
			if (sessionId !== null) sessions.set(sessionId, transactionId);
			const hasAnswer = call.resultStatus < 400 && !isLost(call);
			if (call.call === 'hybridPayment' && hasAnswer) reachable.add(transactionId);
		}
		const sameCheckout = checkout && checkoutKey(recorded);
		if (sameCheckout) {
			const same = checkouts.get(sameCheckout);
			if (same) same.push(call);
			else checkouts.set(sameCheckout, [call]);
		}
		yield;
	}
	for (const payment of payments) {
		const { transactionId } = payment;
		draftOf(keys.get(transactionId) ?? `payment ${transactionId}`).payments.push(payment);
		yield;
	}

	const orders: MerchantOrder[] = [];
	for (const [key, draft] of drafts) {
		orders.push({ ...draft, calls: byArrival(draft.calls), common: commonOf(key) });
		yield;
	}
	const sameCheckouts: CallFacts[][] = [];
	for (const same of checkouts.values()) {
		if (same.length > 1) sameCheckouts.push(byArrival(same));
		yield;
	}
	return { orders, sameCheckouts, reachable, createdAt, unpaidEnds };
}

function keyOf({ checkout, transactionId, sessionId }: CallFacts): string {
	if (checkout?.reference) return `reference ${checkout.reference}`;
	if (checkout?.customer) {
		const { customer, currency, amount, redirectUrl } = checkout;
		return `checkout ${JSON.stringify([customer, currency, amount, redirectUrl])}`;
	}
	if (transactionId !== null) return `payment ${transactionId}`;
	return sessionId === null ? unknownOrder : unknownSession + sessionId;
}

function commonOf(key: string): MerchantOrder['common'] {
	if (key === unknownOrder) return 'nothing';
	return key.startsWith(unknownSession) ? 'session' : 'order';
}

/**
 * The customer and amount of a checkout as a key; null if the call created no payment, or has no customer or amount.
 */
function checkoutKey({ checkout, transactionId, problem }: CallFacts): string | null {
	// A fault may replace the response after the payment was created; a fault before the commit leaves no transaction id.
	const isCreated = transactionId !== null && (problem === null || problem === 'injected_fault');
	if (!checkout || !isCreated) return null;
	const { customer, currency, amount } = checkout;
	if (customer === null || amount === null) return null;
	return JSON.stringify([customer, currency, amount]);
}

function byArrival(calls: readonly CallFacts[]): CallFacts[] {
	return calls.toSorted((one, other) => one.order.arrived - other.order.arrived);
}
