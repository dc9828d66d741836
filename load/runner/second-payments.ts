/** Finds payments that a shop created again although it had received the answers for an earlier one of the same order. */
import type { Plan } from '../plan.ts';
import type { CallsByPayment, CheckoutCalls } from './checkout-calls.ts';
import type { MatchedOrders, MatchedPayment, OrderPayments } from './match-payments.ts';
import { ordersByReference } from './payment-references.ts';

export interface RepeatedPayments {
	/** Whether the profile counts payments in any state: a repeated call must not create a second payment. */
	countsUnpaid: boolean;
	/** The orders with a second payment, though no answer about the first was lost. */
	createdTwice: [reference: string, order: OrderPayments][];
	/** The number of orders of which the journal does not show whether they have a second payment. */
	unread: number;
}

export function findRepeatedPayments(
	{ profile }: Pick<Plan, 'profile'>,
	matched: MatchedOrders,
	calls: CallsByPayment,
): RepeatedPayments {
	if (profile !== 'idempotency') return { countsUnpaid: false, createdTwice: [], unread: 0 };
	return { countsUnpaid: true, ...findCreatedTwice(matched, calls) };
}

/**
 * A shop may create another payment under the same reference after a lost answer, because the document shows no
 * idempotency key. An order may therefore have one payment whose answers all arrived, or that its shopper reached. A
 * second one is an error.
 */
export function findCreatedTwice(
	matched: Pick<MatchedOrders, 'orders' | 'unmatched'>,
	calls: ReadonlyMap<string, Pick<CheckoutCalls, 'isWhole' | 'isAnswerLost'>>,
): Omit<RepeatedPayments, 'countsUnpaid'> {
	const orderOf = ordersByReference(matched.orders);
	/** Payments that no shopper reached, where references do not name the order. */
	const unmatchedOf = new Map<OrderPayments, MatchedPayment[]>();
	for (const payment of matched.unmatched) {
		const order = orderOf.get(payment.paymentReference);
		if (order) unmatchedOf.set(order, [...(unmatchedOf.get(order) ?? []), payment]);
	}
	const createdTwice: RepeatedPayments['createdTwice'] = [];
	let unread = 0;
	for (const [reference, order] of matched.orders) {
		const payments = [...order.payments, ...(unmatchedOf.get(order) ?? [])];
		const isReached = ({ sessionId }: MatchedPayment) => sessionId === order.session;
		const answersOf = (payment: MatchedPayment): 'received' | 'lost' | 'unread' => {
			if (isReached(payment)) return 'received';
			const { isWhole, isAnswerLost } = calls.get(payment.transactionId) ?? {};
			if (isAnswerLost) return 'lost';
			return isWhole ? 'received' : 'unread';
		};
		const answers = payments.map(answersOf);
		const received = answers.filter((answer) => answer === 'received').length;
		if (received > 1) createdTwice.push([reference, { ...order, payments }]);
		else if (answers.length > 1 && answers.includes('unread')) unread += 1;
	}
	return { createdTwice, unread };
}
