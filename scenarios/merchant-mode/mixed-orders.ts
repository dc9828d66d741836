/**
 * Finds shoppers who got something that is not their order's: another amount, customer, option, payment or return page.
 * Pure.
 */
import { randomBytes } from 'node:crypto';
import type { PaymentView } from '../../simulator/contract/control.ts';
import type { MerchantFile } from '../../simulator/contract/merchant-file.ts';
import { sendsAmount } from '../../simulator/contract/merchant-file.ts';
import type { orderPlaceholders } from '../../simulator/contract/placeholders.ts';
import type { PaidAmount } from './order-amount.ts';
import { hasAmountOf } from './order-amount.ts';
import { createCustomerCheck, describeCustomer } from './order-customer.ts';
import { createMethodCheck, describeMethod } from './order-method.ts';

export type OrderValues = ReturnType<typeof orderPlaceholders>;

/** What a shopper got for an order. */
export interface ReachedPayment {
	order: OrderValues;
	payment: PaidAmount &
		Pick<PaymentView, 'paymentReference' | 'redirectUrl' | 'country' | 'option' | 'suboption'>;
	/** The body of the payment-options request. */
	request: unknown;
	/** The addresses and the texts of the pages to which the shopper returned. */
	returnPages: readonly string[];
}

export type OrderReferences = ReturnType<typeof createOrderReferences>;

/**
 * The references of the orders of a run. They are short, because shops limit order ids, and new in each run, because a
 * running shop keeps its orders. The number has a fixed width, so that no reference begins with another one.
 */
export function createOrderReferences() {
	const tag = randomBytes(3).toString('hex');
	const pattern = new RegExp(`t${tag}-\\d{4,}`);
	let count = 0;
	return {
		tag,
		next: () => `t${tag}-${String(++count).padStart(4, '0')}`,
		/** The reference of another order that a text names; undefined if it names this order too, or none. */
		otherIn(text: string | null, { reference }: Pick<OrderValues, 'reference'>) {
			const [own = reference] = pattern.exec(reference) ?? [];
			return text === null || text.includes(own) ? undefined : pattern.exec(text)?.[0];
		},
	};
}

/** What of an order's payment is not the order's. `other`: its reference, address, page, customer or country. */
type MixedUp = 'amount' | 'option' | 'other';

export interface MixedOrder {
	text: string;
	mixedUp: MixedUp[];
}

/** Finds each order whose shopper got something that is not the order's. */
export function findMixedOrders(
	reached: readonly ReachedPayment[],
	/** The orders of the whole run: a page may show the customer of an earlier story. */
	ordersOfRun: readonly OrderValues[],
	references: OrderReferences,
	file: Pick<MerchantFile, 'prepare' | 'checkout'>,
): MixedOrder[] {
	const otherCustomer = createCustomerCheck(file);
	const otherMethod = createMethodCheck(file);
	const hasAmounts = sendsAmount(file);
	return reached.flatMap(({ order, payment, request, returnPages }) => {
		const { paymentReference, redirectUrl } = payment;
		const facts: string[] = [];
		const mixedUp: MixedUp[] = [];
		const add = (what: MixedUp, fact: string) => {
			facts.push(fact);
			mixedUp.push(what);
		};
		const addNamed = (what: string, texts: readonly (string | null)[]) => {
			const other = texts.map((text) => references.otherIn(text, order)).find((text) => text);
			if (other !== undefined) add('other', `its ${what} names order ${other}`);
			return other !== undefined;
		};
		addNamed('paymentReference', [paymentReference]);
		// The page follows from the address, so it adds nothing to a wrong address.
		if (!addNamed('redirectUrl', [redirectUrl]) && !addNamed('return page', returnPages)) {
			const shown = otherCustomerOn(returnPages, order, ordersOfRun);
			if (shown) add('other', `its return page shows the customer ${describeCustomer(shown)}`);
		}
		const customer = otherCustomer(request, order);
		if (customer !== undefined)
			add('other', `its payment has the customer ${customer}, not ${describeCustomer(order)}`);
		const method = otherMethod(payment, order);
		if (method !== undefined)
			add('option', `its payment has the option ${method}, not ${describeMethod(order)}`);
		if (payment.country !== order.country)
			add('other', `its payment has the country ${payment.country}, not ${order.country}`);
		if (hasAmounts && !hasAmountOf(payment, order)) {
			const priced = reached.find((other) => hasAmountOf(payment, other.order));
			const whose = priced ? ` of order ${priced.order.reference}` : '';
			add(
				priced ? 'other' : 'amount',
				`its payment has the amount ${payment.majorAmount} ${payment.currency}${whose}, not ${order.amount} ${order.currency}`,
			);
		}
		if (facts.length === 0) return [];
		return [{ text: `Order ${order.reference}: ${facts.join(', ')}.`, mixedUp }];
	});
}

/** The customer of another order whom a page shows, by full name or e-mail address. */
function otherCustomerOn(
	pages: readonly string[],
	order: OrderValues,
	others: readonly OrderValues[],
): OrderValues | undefined {
	const own = describeCustomer(order);
	const isShown = (text: string) =>
		!own.includes(text) && pages.some((page) => page.includes(text));
	// A name of one word may be a part of any word.
	return others.find(({ name, email }) => isShown(email) || (name.includes(' ') && isShown(name)));
}
