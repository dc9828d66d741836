/** Matches the payments of a sandbox with the orders of a load run. Pure. */

import { exampleOf } from '../../reports/merchant-reasons.ts';
import type { CountedCases } from '../../reports/verdict-rules.ts';
import { hasAmountOf } from '../../scenarios/merchant-mode/order-amount.ts';
import type { OrderCustomer } from '../../scenarios/merchant-mode/order-customer.ts';
import {
	createCustomerCheck,
	describeCustomer,
} from '../../scenarios/merchant-mode/order-customer.ts';
import type { OrderMethod, PaymentMethod } from '../../scenarios/merchant-mode/order-method.ts';
import {
	createFlowCheck,
	createMethodCheck,
	describeMethod,
} from '../../scenarios/merchant-mode/order-method.ts';
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import { sendsAmount, sendsPlaceholder } from '../../simulator/contract/merchant-file.ts';
import { createOrderFinder, createRunOrderFinder } from '../merchant-orders.ts';
import type { CheckoutCalls } from './checkout-calls.ts';
import { ordersByReference } from './payment-references.ts';
import type { RepeatedPayments } from './second-payments.ts';
import type { CheckedOutOrder } from './tally.ts';

export interface MatchedPayment extends PaymentMethod, PaymentFacts {}

type PaymentFacts = Pick<
	PaymentView,
	| 'transactionId'
	| 'sessionId'
	| 'paymentReference'
	| 'redirectUrl'
	| 'state'
	| 'final'
	| 'majorAmount'
	| 'currency'
>;

export interface OrderPayments extends CheckedOutOrder {
	/** The payments of this order. Payments that no shopper reached are included if their reference names the order. */
	payments: MatchedPayment[];
}

export type MatchedOrder = readonly [reference: string, order: OrderPayments];

export interface MatchedOrders {
	orders: Map<string, OrderPayments>;
	/** Payments that neither a redirect nor a reference matches with an order. */
	unmatched: MatchedPayment[];
	/** The number of payments that a redirect led to. */
	reached: number;
	orphans: number;
	/** The session ids of all payments. */
	sessions: ReadonlySet<string>;
	/** Orders whose redirect led to a payment that names another order. */
	wrongOrder: { reference: string; payment: MatchedPayment; named: string }[];
}

export function matchOrders(
	checkedOut: ReadonlyMap<string, CheckedOutOrder>,
	payments: Iterable<MatchedPayment>,
	prefix: string,
): MatchedOrders {
	const orders = new Map<string, OrderPayments>();
	const bySession = new Map<string, readonly [reference: string, OrderPayments]>();
	for (const [reference, facts] of checkedOut) {
		const order = { ...facts, payments: [] };
		orders.set(reference, order);
		const { session } = facts;
		if (session !== undefined && !bySession.has(session))
			bySession.set(session, [reference, order]);
	}
	const findOrder = createOrderFinder(prefix);
	const findOrderOfRun = createRunOrderFinder(prefix);
	const unmatched: MatchedPayment[] = [];
	const sessions = new Set<string>();
	const wrongOrder: MatchedOrders['wrongOrder'] = [];
	let [reached, orphans] = [0, 0];
	for (const payment of payments) {
		sessions.add(payment.sessionId);
		const [reference, redirected] = bySession.get(payment.sessionId) ?? [];
		if (reference !== undefined) {
			reached += 1;
			const named = otherOrder(payment, reference);
			if (named !== undefined) wrongOrder.push({ reference, payment, named });
		} else orphans += 1;
		const order = redirected ?? namedOrder(payment);
		if (order) order.payments.push(payment);
		else unmatched.push(payment);
	}
	return { orders, unmatched, reached, orphans, sessions, wrongOrder };

	/** The other order that the payment's reference or its return address names. */
	function otherOrder({ paymentReference, redirectUrl }: MatchedPayment, reference: string) {
		const isOfThisStep = (named: string) => findOrder(named) === named;
		return [paymentReference, redirectUrl].map(findOrderOfRun).find(
			// An order of this step whose checkout k6 stopped is not known.
			(named) =>
				named !== undefined &&
				named !== reference &&
				(checkedOut.has(named) || !isOfThisStep(named)),
		);
	}

	function namedOrder({ paymentReference }: MatchedPayment): OrderPayments | undefined {
		const reference = findOrder(paymentReference);
		if (reference === undefined) return undefined;
		const known = orders.get(reference);
		if (known) return known;
		// An entry for a checkout that k6 stopped: its story and session are unknown.
		const stopped: OrderPayments = { story: '', session: undefined, payments: [] };
		orders.set(reference, stopped);
		return stopped;
	}
}

export const isConfirmed = ({ state }: MatchedPayment) => state === 'confirmed';
const shownExamples = 10;

/**
 * Counts the payments for the report, and finds the orders with too many: an order may have one confirmed payment, or
 * with `countsUnpaid` one payment in any state. `createdTwice` are orders with a second payment under one reference.
 */
export function countPayments(
	{ orders, unmatched, reached, orphans, sessions, wrongOrder }: MatchedOrders,
	{ countsUnpaid, createdTwice }: Omit<RepeatedPayments, 'unread'>,
) {
	const all = [...orders];
	const withConfirmed = (least: number) =>
		all.filter(([, { payments }]) => payments.filter(isConfirmed).length >= least);
	const referencesOf = (payments: readonly MatchedPayment[]) =>
		new Set(payments.map(({ paymentReference }) => paymentReference)).size;
	const second = all.filter(([, { payments }]) => referencesOf(payments) > 1);
	const unknown = all.filter(([, { session }]) => session !== undefined && !sessions.has(session));
	const twice = new Map([
		...withConfirmed(2),
		...(countsUnpaid ? [...second, ...createdTwice] : []),
	]);
	const nameless = namelessSeconds({ orders, unmatched });
	const withoutOrder = unmatched.filter(isConfirmed);
	const paymentsOf = ({ payments }: OrderPayments) =>
		payments.map(({ paymentReference, state }) => `${paymentReference ?? 'no reference'} ${state}`);
	const named = (some: Iterable<[string, OrderPayments]>) =>
		[...some]
			.slice(0, shownExamples)
			.map(([reference, order]) => `${reference}: ${paymentsOf(order).join(', ')}`);
	const seconds: CountedCases = {
		count: twice.size + (countsUnpaid ? nameless : 0),
		examples: named(twice),
	};
	const figures = {
		orders: orders.size,
		payments: reached,
		confirmed: [...all.flatMap(([, { payments }]) => payments), ...unmatched].filter(isConfirmed)
			.length,
		orphans,
		doublePaid: withConfirmed(2).length,
		withoutOrder: withoutOrder.length,
		secondPayments: second.length + nameless,
		...(countsUnpaid ? { createdTwice: createdTwice.length } : {}),
		unknownSessions: unknown.length,
		wrongOrder: wrongOrder.length,
		examples: [
			...seconds.examples.map((text) => exampleOf('twoPayments', text)),
			...named(second.filter(([reference]) => !twice.has(reference))).map((text) =>
				exampleOf('twoReferences', text),
			),
			...wrongOrder
				.slice(0, shownExamples)
				.map(({ reference, payment: { transactionId }, named }) =>
					exampleOf('wrongOrder', `${reference} got ${transactionId} of ${named}`),
				),
			...withoutOrder
				.slice(0, shownExamples)
				.map(({ transactionId, paymentReference }) =>
					exampleOf('withoutOrder', `${transactionId}, reference ${paymentReference ?? 'none'}`),
				),
			...unknown
				.slice(0, shownExamples)
				.map(([reference, { session }]) =>
					exampleOf('unknownSession', `${session} of order ${reference}`),
				),
		],
	};
	return { figures, seconds };
}

/** For shops whose references do not name the order: how many payments there are beyond one for each order. */
function namelessSeconds({
	orders,
	unmatched,
}: Pick<MatchedOrders, 'orders' | 'unmatched'>): number {
	const known = ordersByReference(orders);
	const references = new Set(
		unmatched
			.filter(({ paymentReference }) => !known.has(paymentReference))
			.map(({ paymentReference, transactionId }) => paymentReference ?? transactionId),
	);
	const unpaid = [...orders.values()].filter(({ payments }) => payments.length === 0);
	return Math.max(0, references.size - unpaid.length);
}

interface OrderAmount {
	amount: number;
	amountMinor: number;
	currency: string;
}

/**
 * Describes each order with a payment of another amount or currency. Checks only the fields that the merchant file
 * sends, because otherwise the shop has its own prices.
 */
export function describeWrongAmounts(
	{ orders }: Pick<MatchedOrders, 'orders'>,
	amountOf: (order: MatchedOrder) => OrderAmount,
	file: Pick<MerchantFile, 'prepare' | 'checkout'>,
): string[] {
	const comparesAmount = sendsAmount(file);
	const sendsCurrency = sendsPlaceholder(file, 'currency');
	return [...orders].flatMap((order) => {
		const [reference, { story, payments }] = order;
		// The story of a checkout that k6 stopped is unknown, and so is the amount of its order.
		if (story === '') return [];
		const own = amountOf(order);
		const wrong = payments.find(
			(payment) =>
				// An amount that is sent without its currency is one in that of the order.
				(comparesAmount && !hasAmountOf(payment, own)) ||
				(sendsCurrency && payment.currency !== own.currency),
		);
		if (wrong === undefined) return [];
		const paid = `${wrong.majorAmount} ${wrong.currency}`;
		return [`${reference}: ${own.amount} ${own.currency}, and its payment has ${paid}`];
	});
}

/** Describes each order with a payment of another option or bank. */
export function describeWrongMethods(
	matched: Pick<MatchedOrders, 'orders'>,
	methodOf: (order: MatchedOrder) => OrderMethod,
	file: Pick<MerchantFile, 'prepare' | 'checkout'>,
): string[] {
	return ordersWithOther(matched, methodOf, createMethodCheck(file)).map(
		({ reference, method, other }) =>
			`${reference}: ${describeMethod(method)}, and its payment has ${other}`,
	);
}

/** Describes each order with a payment of another flow than its own, if the merchant file sends no payment method. */
export function describeOtherFlows(
	matched: Pick<MatchedOrders, 'orders'>,
	methodOf: (order: MatchedOrder) => OrderMethod,
	file: Pick<MerchantFile, 'prepare' | 'checkout'>,
): string[] {
	return ordersWithOther(matched, methodOf, createFlowCheck(file)).map(
		({ reference, story, other }) => `${reference} of ${story}: its payment is by ${other}`,
	);
}

/** Returns the orders with a payment that is made otherwise than the shopper chose, as `otherOf` finds it. */
function ordersWithOther(
	{ orders }: Pick<MatchedOrders, 'orders'>,
	methodOf: (order: MatchedOrder) => OrderMethod,
	otherOf: (payment: PaymentMethod, method: OrderMethod) => string | undefined,
) {
	return [...orders].flatMap((order) => {
		const [reference, { story, payments }] = order;
		// The story of a checkout that k6 stopped is unknown, and so is its option.
		if (story === '') return [];
		const method = methodOf(order);
		const [other] = payments.flatMap((payment) => otherOf(payment, method) ?? []);
		return other === undefined ? [] : [{ reference, story, method, other }];
	});
}

/** Returns each order whose story is known, with the transaction id of the payment that its shopper reached. */
export const paymentsReached = ({ orders }: Pick<MatchedOrders, 'orders'>) =>
	[...orders].flatMap((order): (readonly [MatchedOrder, transactionId: string])[] => {
		const [, { session, payments }] = order;
		const payment = payments.find(({ sessionId }) => sessionId === session);
		return payment === undefined ? [] : [[order, payment.transactionId]];
	});

/** Describes each order whose shopper reached a payment of another customer, if the journal still has its calls. */
export function describeWrongCustomers(
	reached: ReturnType<typeof paymentsReached>,
	calls: ReadonlyMap<string, Pick<CheckoutCalls, 'request'>>,
	customerOf: (order: MatchedOrder) => OrderCustomer,
	file: Pick<MerchantFile, 'prepare' | 'checkout'>,
): string[] {
	const otherCustomer = createCustomerCheck(file);
	return reached.flatMap(([order, transactionId]) => {
		const customer = customerOf(order);
		const other = otherCustomer(calls.get(transactionId)?.request, customer);
		return other === undefined
			? []
			: [`${order[0]}: ${describeCustomer(customer)}, and its payment has ${other}`];
	});
}
