/** What merchant stories use: the integrator's shop, its shoppers, and the service behind it. */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { FaultPhase, FaultRuleInput } from '../simulator/contract/faults.ts';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { ServiceCall } from '../simulator/contract/routes.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import type { Expect } from './scenario.ts';

/** Which kind of option the shopper chooses: `bank` has a list of banks, `card` has none. */
export type ShopFlow = 'card' | 'bank';

/** An order of the integrator's shop. */
export interface ShopOrder {
	reference: string;
	market: Market;
	flow: ShopFlow;
	/** Major units. No two orders of a story have the same amount. */
	amount: number;
	/** Display names, as the service lists them. */
	option: string;
	bank: string | null;
	/** The `id` of the bank in the list. */
	bankId: string | null;
}

/** The cashier page that the shop sent the shopper to. */
export interface CashierPage {
	order: ShopOrder;
	sessionId: string;
	transactionId: string;
}

/** The integrator's shop, through the requests of the merchant file. */
export interface Merchant {
	/** The flows that its markets offer. */
	flows: readonly ShopFlow[];
	/** Whether the merchant file has `settle`. */
	canSettle: boolean;
	/** The market and the bank are the first that fit; `odd` adds characters that need encoding to the reference. */
	newOrder(order: { flow: ShopFlow; market?: Market; odd?: boolean }): Promise<ShopOrder>;
	/** Fails unless the shop sends the shopper to the cashier. */
	checkOut(order: ShopOrder): Promise<CashierPage>;
	/** Null when the shopper sees an error. Fails when the shopper sees neither an error nor the cashier. */
	tryToCheckOut(order: ShopOrder): Promise<CashierPage | null>;
}

/** The shopper of the shop, without a browser. */
export interface ShopVisitor {
	/** Submits the form at the cashier. */
	pay(page: CashierPage): Promise<void>;
	cancel(page: CashierPage): Promise<void>;
	/** RETURN TO ACCOUNT: the shop must answer the return address with a 2xx. */
	returnToShop(page: CashierPage): Promise<void>;
	/** Opens the return address without having paid, with `added` at the end of its query. */
	forgeReturn(page: CashierPage, added?: string): Promise<void>;
}

/** The network behind the service. */
export interface Settlement {
	/** Moves the clock until the payment has the state, and reports it to the shop where the merchant file has `settle`. */
	settles(page: CashierPage, state: PaymentState): Promise<void>;
}

/** The service that the shop calls: a sandbox, reset before the story. */
export interface ShopService {
	/** The next such call meets the fault. */
	breaks(call: ServiceCall, fault: FaultRuleInput['fault'], phase?: FaultPhase): Promise<void>;
	heal(): Promise<void>;
	change(settings: SomeSettings): Promise<void>;
	/** A keyword or a list of keywords for the attempts of the payment. */
	decide(page: CashierPage, outcome: string): Promise<void>;
}

/** What a state of the merchant file means. */
export type ShopOrderState = 'paid' | 'failed' | 'open' | 'flagged';

export interface ShopExpect extends Expect {
	/** Waits up to a second for one of the states. Without `paid` and `flagged` among them: the order must not become paid. */
	orderIs(order: ShopOrder, ...states: ShopOrderState[]): Promise<void>;
	/** The order is open or failed, and stays so for half a second: a shop may mark it as paid a moment later. */
	orderIsNotPaid(order: ShopOrder): Promise<void>;
	paymentIs(page: CashierPage, state: PaymentState): Promise<void>;
	/** The service received such a call: a JSON subset of its body. */
	received(call: ServiceCall, body?: { readonly [field: string]: unknown }): Promise<void>;
	/** Counts the confirmed payments of the story. */
	confirmedPayments(count: number): Promise<void>;
}

/** What a merchant story requires of the shop, and how its calls are judged. */
export interface ShopNeeds {
	market?: Market;
	flow?: ShopFlow;
	/** The story expects a paid order, which needs `settle`. */
	paid?: true;
	/** Findings that the story brings about by itself. */
	allows?: readonly FindingCode[];
	/** Findings that fail the story although their severity is lower than `wrong`. */
	forbids?: readonly FindingCode[];
}

export interface ShopContext {
	merchant: Merchant;
	shopper: ShopVisitor;
	network: Settlement;
	service: ShopService;
	expect: ShopExpect;
}

/** The shopper pays and returns, and the shop receives the final state: the order is paid, by one payment. */
export async function isPaidOnce(context: ShopContext, page: CashierPage): Promise<void> {
	const { merchant, shopper, network, expect } = context;
	await shopper.pay(page);
	await shopper.returnToShop(page);
	await network.settles(page, 'confirmed');
	if (merchant.canSettle) await expect.orderIs(page.order, 'paid');
	await expect.confirmedPayments(1);
}

/**
 * A failed call is handled when the shopper gets an error or the cashier, the order is not paid, and the next checkout works:
 * that of the same order, or of a new one where the shop gives up an order that failed.
 */
export async function failureIsHandled(context: ShopContext, order: ShopOrder): Promise<void> {
	const { merchant, service, expect } = context;
	const first = await merchant.tryToCheckOut(order);
	await service.heal();
	await expect.orderIsNotPaid(order);
	const again = first ?? (await merchant.tryToCheckOut(order));
	// The order that is given up ends at its refusal: such a story allows `refusal_ignored`.
	const page = again ?? (await merchant.checkOut(await merchant.newOrder(order)));
	await isPaidOnce(context, page);
}
