/** The checkout: makes the calls that lead from an order and the shopper's choice to the address of the cashier. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bugs } from './bugs.ts';
import type { Order, OrderStore, PaymentIntent } from './orders.ts';
import type { Bank, PayinClient } from './payin-client.ts';
import { PayinError } from './payin-client.ts';

/**
 * The payment option and the bank that the shopper chose, by their display names. An option without a list has no bank.
 */
export interface ShopperChoice {
	option: string;
	bank: string | null;
}

/** The service no longer offers the option or bank that the shopper chose. */
export class NotOfferedError extends Error {}

interface CheckoutOptions {
	orders: OrderStore;
	payin: PayinClient;
	bugs: Bugs;
	returnUrl(orderId: string): string;
}

interface Session {
	sessionId: string;
	transactionId: string;
	paymentOptionId: string;
}

/** The number of decimals of currencies that do not have two. */
const minorDigits: Readonly<Record<string, number>> = {
	CLP: 0,
	JPY: 0,
	VND: 0,
	KWD: 3,
	BHD: 3,
	TND: 3,
};

/** The pause before a call that has just failed is repeated, in milliseconds. */
const repeatPauseMs = 200;
/** How long a checkout with the bug `shares-order` waits, in milliseconds. */
const sharedForMs = 250;

export function createCheckout({ orders, payin, bugs, returnUrl }: CheckoutOptions) {
	/** The values that the bugs `cached-options`, `cached-banks` and `reuses-session` keep, by country and option. */
	const optionIds = new Map<string, string>();
	const bankLists = new Map<string, Bank[]>();
	const sessions = new Map<string, Session>();
	/** The bug `shares-order`: the order of the latest checkout. */
	let latest: Order | undefined;

	function amountOf({ amount, currency }: Order, bank: string | null): number {
		const minorUnits = 10 ** (minorDigits[currency] ?? 2);
		if (bugs.has('bank-fee') && bank) return Math.round(amount * 1.05 * minorUnits) / minorUnits;
		return bugs.has('minor-units') ? Math.round(amount * minorUnits) : amount;
	}

	/** The bug `shares-order`: while one checkout waits, another one replaces its order. */
	async function sharedOrder(order: Order): Promise<Order> {
		latest = order;
		await sleep(sharedForMs);
		return latest;
	}

	async function openSession(
		order: Order,
		{ option, bank }: ShopperChoice,
		intent: PaymentIntent,
	): Promise<Session> {
		const shown = bugs.has('shares-order') ? await sharedOrder(order) : order;
		const { country, currency } = order;
		const { email, name } = shown;
		const request = {
			country,
			currency: bugs.has('wrong-currency') ? 'USD' : currency,
			amount: amountOf(order, bank),
			redirectUrl: returnUrl(shown.id),
			language: 'EN',
			customer: { ...(name && { name }), ...(email && { email }) },
			paymentReference: intent.reference,
		};
		if (bugs.has('creates-twice')) await payin.paymentOptions(request, intent.key);
		const { sessionId, transactionId, paymentOptions } = await payin.paymentOptions(
			request,
			intent.key,
		);
		orders.setTransaction(intent, transactionId);
		const offered = paymentOptions.find(({ name }) => name === option)?.paymentOptionId;
		if (!offered) throw new NotOfferedError(`${option} is not offered for this order.`);
		const slot = `${country} ${option}`;
		if (!bugs.has('cached-options')) optionIds.delete(slot);
		const paymentOptionId = optionIds.get(slot) ?? offered;
		optionIds.set(slot, paymentOptionId);
		return { sessionId, transactionId, paymentOptionId };
	}

	async function listBanks({ sessionId, paymentOptionId }: Session, slot: string): Promise<Bank[]> {
		const kept = bugs.has('cached-banks') ? bankLists.get(slot) : undefined;
		if (kept) return kept;
		const { result } = await payin.paymentSuboptions({ sessionId, paymentOptionId });
		bankLists.set(slot, result.options);
		return result.options;
	}

	/** Finds the optionId of a bank; undefined for an option without a list. */
	async function bankId(
		session: Session,
		slot: string,
		bank: string | null,
	): Promise<string | undefined> {
		if (bank === null) return undefined;
		if (bugs.has('never-lists-banks')) return 'co-pse-01';
		const banks = await listBanks(session, slot);
		const listed = banks.find(({ name }) => name === bank);
		if (!listed) throw new NotOfferedError(`${bank} is not offered at the moment.`);
		return bugs.has('uuid-as-option') ? listed.uuid : listed.id;
	}

	async function cashierOf(session: Session, slot: string, bank: string | null): Promise<string> {
		const optionId = await bankId(session, slot, bank);
		const { sessionId, paymentOptionId } = session;
		const body = { sessionId, paymentOptionId, ...(optionId && { optionId }) };
		return (await payin.hybridPayment(body)).result.redirectUrl;
	}

	/**
	 * The bug `reuses-session`: reuses a session of an earlier order. If the service has forgotten it, a new one is
	 * created.
	 */
	async function reusedCashier(
		session: Session,
		slot: string,
		bank: string | null,
	): Promise<string | null> {
		try {
			return await cashierOf(session, slot, bank);
		} catch (error) {
			if (error instanceof PayinError && error.status === 404) return null;
			throw error;
		}
	}

	async function pay(order: Order, choice: ShopperChoice, intent: PaymentIntent): Promise<string> {
		const slot = `${order.country} ${choice.option}`;
		const old = bugs.has('reuses-session') ? sessions.get(slot) : undefined;
		if (old) {
			orders.setTransaction(intent, old.transactionId);
			const cashier = await reusedCashier(old, slot, choice.bank);
			if (cashier) return cashier;
		}
		const session = await openSession(order, choice, intent);
		const cashier = await cashierOf(session, slot, choice.bank);
		sessions.set(slot, session);
		return cashier;
	}

	async function attempt(order: Order, choice: ShopperChoice, reference?: string): Promise<string> {
		// Store the payment before the call: if the answer is lost, the shop must still know the payment.
		const intent = orders.beginPayment(order.id, reference);
		if (intent.isRepeat) await sleep(repeatPauseMs);
		try {
			const cashier = await pay(order, choice, intent);
			orders.setLinked(intent);
			return cashier;
		} catch (error) {
			const isUnclear = error instanceof PayinError && error.kind === 'unclear';
			orders.setStopped(intent, isUnclear);
			throw error;
		}
	}

	/** Returns the checkout function. It never repeats a call by itself: the shopper decides whether to try again. */
	return async (order: Order, choice: ShopperChoice): Promise<string> => {
		try {
			return await attempt(order, choice);
		} catch (error) {
			const isLost = error instanceof PayinError && error.kind === 'unclear' && !error.status;
			if (!isLost || !bugs.has('new-reference-on-retry')) throw error;
			return attempt(order, choice, `${order.id}-${Date.now()}`);
		}
	};
}
