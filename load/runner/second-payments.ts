/** Finds payments that a shop created again although it had received the answers for an earlier one of the same order. */
import type { SandboxControl } from '../../scenarios/merchant-mode/sandbox-control.ts';
import { losesAnswer } from '../../simulator/contract/faults.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { serviceCalls } from '../../simulator/contract/routes.ts';
import type { Plan } from '../plan.ts';
import type { MatchedOrders, MatchedPayment, OrderPayments } from './merchant-orders.ts';
import { ordersByReference } from './merchant-orders.ts';

/**
 * Whether the shop received every answer about a payment, by transaction id. A payment is missing if the journal no
 * longer has the call that created it.
 */
export type PaymentAnswers = ReadonlyMap<string, 'received' | 'lost'>;

export interface RepeatedPayments {
	/** Whether the profile counts payments in any state: a repeated call must not create a second payment. */
	countsUnpaid: boolean;
	/** The orders with a second payment, though no answer about the first was lost. */
	createdTwice: [reference: string, order: OrderPayments][];
	/** The number of orders of which the journal does not show whether they have a second payment. */
	unread: number;
}

export async function findRepeatedPayments(
	{ profile }: Pick<Plan, 'profile'>,
	sandbox: Pick<SandboxControl, 'everyCall'>,
	tied: MatchedOrders,
): Promise<RepeatedPayments> {
	if (profile !== 'idempotency') return { countsUnpaid: false, createdTwice: [], unread: 0 };
	const answers = new Map<string, 'received' | 'lost'>();
	for await (const entries of sandbox.everyCall()) {
		for (const entry of entries) addAnswer(answers, entry);
	}
	return { countsUnpaid: true, ...findCreatedTwice(tied, answers) };
}

function addAnswer(answers: Map<string, 'received' | 'lost'>, entry: JournalEntry): void {
	const { endpoint, transactionId, status, gone, fault } = entry;
	if (transactionId === null || !serviceCalls.some((call) => call === endpoint)) return;
	const isLost = gone || status === 0 || (fault !== null && losesAnswer(fault));
	if (isLost) answers.set(transactionId, 'lost');
	else if (endpoint === 'paymentOptions' && !answers.has(transactionId))
		answers.set(transactionId, 'received');
}

/**
 * A shop may create another payment under the same reference after a lost answer, because the document shows no
 * idempotency key. An order may therefore have one
 * payment whose answers all arrived, or that its shopper reached. A second one is an error.
 */
export function findCreatedTwice(
	tied: Pick<MatchedOrders, 'orders' | 'loose'>,
	answers: PaymentAnswers,
): Omit<RepeatedPayments, 'countsUnpaid'> {
	const orderOf = ordersByReference(tied.orders);
	/** Payments that no shopper reached, where references do not name the order. */
	const looseOf = new Map<OrderPayments, MatchedPayment[]>();
	for (const payment of tied.loose) {
		const order = orderOf.get(payment.paymentReference);
		if (order) looseOf.set(order, [...(looseOf.get(order) ?? []), payment]);
	}
	const createdTwice: RepeatedPayments['createdTwice'] = [];
	let unread = 0;
	for (const [reference, order] of tied.orders) {
		const payments = [...order.payments, ...(looseOf.get(order) ?? [])];
		const isReached = ({ sessionId }: MatchedPayment) => sessionId === order.session;
		const received = payments.filter(
			(payment) => isReached(payment) || answers.get(payment.transactionId) === 'received',
		);
		const isUnknown = (payment: MatchedPayment) =>
			!isReached(payment) && !answers.has(payment.transactionId);
		if (received.length > 1) createdTwice.push([reference, { ...order, payments }]);
		else if (payments.length > 1 && payments.some(isUnknown)) unread += 1;
	}
	return { createdTwice, unread };
}
