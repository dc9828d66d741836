/** The API of merchant stories: the integrator's shop, its shoppers, and the service behind it. */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { FaultPhase, FaultRuleInput } from '../simulator/contract/faults.ts';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { ServiceCall } from '../simulator/contract/routes.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import type { Expect } from './scenario.ts';

/** The kind of option that the shopper chooses: `bank` has a list of banks, `card` has none. */
export type ShopFlow = 'card' | 'bank';

export const shopFlows: readonly ShopFlow[] = ['card', 'bank'];

/** An order in the integrator's shop. */
export interface ShopOrder {
	reference: string;
	market: Market;
	flow: ShopFlow;
	/** The amount in major units. No two orders of a story have the same amount. */
	amount: number;
	/** The currency of the market, as in ISO 4217. */
	currency: string;
	/** The display name of the option, as the service lists it. */
	option: string;
	/** That of the bank; null if the option has no list, or if the merchant file does not send `{bank}`. */
	bank: string | null;
	/** The `id` of the bank in the service's list; null as `bank` is. */
	bankId: string | null;
}

/** An option of a market beside the card and the bank option of its flows. */
export interface OtherOption {
	/** Its display name, as the service lists it. */
	option: string;
	flow: ShopFlow;
}

/** The cashier page to which the shop sent the shopper. */
export interface CashierPage {
	order: ShopOrder;
	sessionId: string;
	transactionId: string;
}

/** The integrator's shop. Each method sends a request of the merchant file. */
export interface Merchant {
	/** The markets of the merchant file, with those of its `flows` that the service offers there. */
	markets: readonly {
		market: Market;
		flows: readonly ShopFlow[];
		others: readonly OtherOption[];
	}[];
	/** Those of the `flows` of the merchant file that its markets offer. */
	flows: readonly ShopFlow[];
	/** Whether the merchant file describes how to report a settlement (`settle`). */
	canSettle: boolean;
	/**
	 * Creates an order in the first market, with the first bank, that fits. Without `flow`, it has the first one that the
	 * market offers. `specialCharacters` adds characters that need
	 * encoding to the reference. With `sameShopperAs`, the shopper of that order places it, in the same browser. `otherOption` is
	 * one of `others` of the market.
	 */
	newOrder(order: {
		flow?: ShopFlow;
		market?: Market;
		specialCharacters?: boolean;
		sameShopperAs?: ShopOrder;
		/** The story is not tried if the shop refuses the order. */
		mayBeRefused?: boolean;
		otherOption?: string;
	}): Promise<ShopOrder>;
	/** Creates an order, as `newOrder` does, also if the shop answers with an error. */
	tryToOrder(order: { flow: ShopFlow }): Promise<void>;
	/**
	 * The shopper of an order that can no longer be paid places another one, with the same market and flow. `mayBeRefused` is
	 * that of `newOrder`.
	 */
	orderAgain(order: ShopOrder, mayBeRefused?: boolean): Promise<ShopOrder>;
	/** Returns the order with another payment method, which the shopper chooses at the next checkout. */
	withFlow(order: ShopOrder, flow: ShopFlow): ShopOrder;
	/**
	 * Returns the order with another bank; null if the option of its flow has no other one, or if the merchant file does
	 * not send `{bank}`.
	 */
	withOtherBank(order: ShopOrder): ShopOrder | null;
	/** Checks out. Fails unless the shop sends the shopper to the cashier. */
	checkOut(order: ShopOrder): Promise<CashierPage>;
	/**
	 * Checks out. Returns null if the shopper sees an error; fails if the shopper sees neither an error nor the cashier.
	 */
	tryToCheckOut(order: ShopOrder): Promise<CashierPage | null>;
	/**
	 * Checks out. Returns null if the shop refuses the payment method before it calls the service: it does not offer it. Fails
	 * unless the shop sends the shopper to the cashier otherwise.
	 */
	checkOutIfOffered(order: ShopOrder): Promise<CashierPage | null>;
	/**
	 * Checks out the order of a payment that has ended unpaid, again and again for up to `order.within` of the merchant
	 * file: a shop may learn in a queue that it has ended. Returns null if the shopper sees an error. Fails if the shop
	 * still sends the shopper to this payment.
	 */
	checkOutAfterEnd(ended: CashierPage): Promise<CashierPage | null>;
	/**
	 * Checks out an order whose checkout failed, again and again for up to `order.within` of the merchant file, once the
	 * service works again. Returns null if the shop has given the order up: it has failed, or is gone. Fails if the
	 * shopper can still not pay it.
	 */
	checkOutAfterFailure(order: ShopOrder): Promise<CashierPage | null>;
	/**
	 * Checks out an order that is paid, or about to be. Returns null unless the shop sends the shopper to the cashier: the shopper may see
	 * an error, or any other page of the shop.
	 */
	checkOutPaid(order: ShopOrder): Promise<CashierPage | null>;
	/**
	 * The shopper clicks twice: two checkouts of the order at the same time. Returns the cashier pages that they reach, one
	 * or two. One click may end at an error, or at any other page of the shop.
	 */
	checkOutTwice(order: ShopOrder): Promise<[CashierPage, ...CashierPage[]]>;
	/** Checks out all orders at the same time, each by its own shopper. Fails unless all reach the cashier. */
	checkOutTogether(orders: readonly ShopOrder[]): Promise<CashierPage[]>;
}

/** The shopper of the shop, who acts without a browser. */
export interface MerchantShopper {
	/** Submits the form of the cashier page. */
	pay(page: CashierPage): Promise<void>;
	cancel(page: CashierPage): Promise<void>;
	/** Presses RETURN TO ACCOUNT. Fails unless the shop answers the return address with a 2xx status. */
	returnToShop(page: CashierPage): Promise<void>;
	/** Opens the return address without having paid. `added` is appended to its query. */
	forgeReturn(page: CashierPage, added?: string): Promise<void>;
}

/** The payment network behind the service, and its settlement report to the shop. */
export interface PaymentNetwork {
	/**
	 * Moves the clock until the payment has the state. Then reports the state to the shop, if the merchant file has
	 * `settle`; `reports`: so many times at the same time.
	 */
	settles(page: CashierPage, state: PaymentState, reports?: number): Promise<void>;
	/** Reports the state of an ended payment once more, if the merchant file has `settle`: a settlement may list it again. */
	reportsAgain(page: CashierPage, state: PaymentState): Promise<void>;
}

/** The service that the shop calls: a sandbox that is reset before the story. */
export interface ShopService {
	/** Breaks the next call of this kind with the fault. */
	breaks(call: ServiceCall, fault: FaultRuleInput['fault'], phase?: FaultPhase): Promise<void>;
	/** Breaks all calls with the fault, until `heal`. */
	breaksAll(fault: FaultRuleInput['fault']): Promise<void>;
	heal(): Promise<void>;
	change(settings: SomeSettings): Promise<void>;
	/** Selects the outcomes of the payment: a keyword, or a list with one keyword for each attempt. */
	decide(page: CashierPage, outcome: string): Promise<void>;
}

/** What an order's state in the merchant file means. */
export type ShopOrderState = 'paid' | 'failed' | 'open' | 'flagged';

export interface ShopExpect extends Expect {
	/**
	 * Waits until the order has one of the states, at most `order.within` of the merchant file. If `paid` and `flagged` are not among them, the order
	 * must not become paid either.
	 */
	orderIs(order: ShopOrder, ...states: ShopOrderState[]): Promise<void>;
	/**
	 * Checks that the order is open or failed, and stays so for half a second: a shop may mark it as paid a moment later.
	 */
	orderIsNotPaid(order: ShopOrder): Promise<void>;
	/** Checks that the order, which is paid already, stays so for half a second. */
	orderStaysPaid(order: ShopOrder): Promise<void>;
	paymentIs(page: CashierPage, state: PaymentState): Promise<void>;
	/** Checks that the payment has the amount and the currency of its order, in the unit that the sandbox takes (D-02). */
	paymentHasAmount(page: CashierPage): Promise<void>;
	/** Checks that the service received such a call. `body` is a part of its JSON body. */
	received(call: ServiceCall, body?: { readonly [field: string]: unknown }): Promise<void>;
	/** Checks the number of confirmed payments of the story. */
	confirmedPayments(count: number): Promise<void>;
}

/** What a merchant story needs of the shop, and how its calls are judged. */
export interface ShopNeeds {
	market?: Market;
	flow?: ShopFlow;
	/** The story expects a paid order, so the merchant file must have `settle`. */
	paid?: true;
	/** The story compares the amount of the order, so the merchant file must send it to the shop. */
	amount?: true;
	/** The story needs a shop that gets this choice of the shopper: the placeholder must be in the merchant file. */
	sends?: 'option' | 'bank';
	/** The shopper chooses another payment method at the second checkout of an order: both in one market, and sent there. */
	changesFlow?: true;
	/** The findings that the story itself causes. */
	allows?: readonly FindingCode[];
	/** The findings that fail the story even if they are less severe than `wrong`. */
	forbids?: readonly FindingCode[];
}

export interface ShopContext {
	merchant: Merchant;
	shopper: MerchantShopper;
	network: PaymentNetwork;
	service: ShopService;
	expect: ShopExpect;
	/** Ends the story as not tried, for this reason. */
	skip(reason: string): never;
}
