/**
 * The story API. Stories import only this file and contract values without imports, so that Node runs them in CI
 * and k6 runs them under load.
 */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { FaultPhase, FaultRuleInput } from '../simulator/contract/faults.ts';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { Customer, PaymentOption } from '../simulator/contract/payment-options.ts';
import type { Suboption } from '../simulator/contract/payment-suboptions.ts';
import type { ServiceCall } from '../simulator/contract/routes.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import { cards, challengeCodes } from '../simulator/contract/test-values.ts';

// For stories outside this package, which import the story API alone.
export { cards, challengeCodes };

/** A payment: the response of the first call. */
export interface Session {
	sessionId: string;
	transactionId: string;
	redirectUrl: string;
	paymentOptions: PaymentOption[];
}

export interface Checkout {
	market: Market;
	amount?: number;
	/** Unique by default. */
	paymentReference?: string;
	customer?: Customer;
	/** A keyword or a list of keywords for the sandbox; a real host ignores the header. */
	outcome?: string;
}

/** The three documented calls. An error response, or one that breaks the contract, fails the story. */
export interface Payin {
	paymentOptions(checkout: Checkout): Promise<Session>;
	paymentSuboptions(session: Session, option: PaymentOption): Promise<Suboption[]>;
	/** Returns the URL of the cashier page. */
	hybridPayment(session: Session, option: PaymentOption, suboption?: Suboption): Promise<string>;
}

/** The shopper at the cashier, without a browser: through the sandbox's `act`. */
export interface Shopper {
	open(session: Session): Promise<void>;
	/** Submits the form of the chosen option; missing fields get the market's valid test values. */
	pay(session: Session, details?: { card?: string; holder?: string }): Promise<PaymentState>;
	/** The code that a challenge asks for. */
	enterCode(session: Session, code: string): Promise<PaymentState>;
	cancel(session: Session): Promise<PaymentState>;
	/** RETURN TO ACCOUNT: the URL that the shopper is sent to. */
	returnToAccount(session: Session): Promise<string>;
	/** Waits for the state. Moves a manual clock; polls on any other clock. */
	waitFor(session: Session, state: PaymentState, withinMs?: number): Promise<void>;
	state(session: Session): Promise<PaymentState>;
}

/** The clock of the story's workspace, and the network. */
export interface Control {
	advance(by: string): Promise<void>;
	decline(session: Session): Promise<PaymentState>;
	expire(session: Session): Promise<PaymentState>;
	confirm(session: Session): Promise<PaymentState>;
}

export interface Expect {
	equal(what: string, actual: unknown, expected: unknown): void;
	ok(what: string, condition: boolean): void;
}

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
	orderIs(order: ShopOrder, ...states: ShopOrderState[]): Promise<void>;
	/** The order is open or failed. */
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

interface BaseContext {
	payin: Payin;
	expect: Expect;
}

/** What a story receives, by its `needs`. */
export interface StoryContexts {
	/** The three calls: on any host. */
	calls: BaseContext;
	/** Also the cashier: on a sandbox. */
	shopper: BaseContext & { shopper: Shopper };
	/** Also the clock and the network: on a sandbox whose clock may be moved. */
	control: BaseContext & { shopper: Shopper; control: Control };
	/** The integrator's shop, with a sandbox behind it: `--merchant`. */
	merchant: ShopContext;
}

export interface ShopContext {
	merchant: Merchant;
	shopper: ShopVisitor;
	network: Settlement;
	service: ShopService;
	expect: ShopExpect;
}

export type Need = keyof StoryContexts;

export interface Story<N extends Need = Need> {
	/** The path of the file below `scenarios/`, without its extension: `card/approved`. */
	name: string;
	title: string;
	tags: readonly string[];
	/** What a failure costs in production. */
	cost?: string;
	/** What to do about a failure. */
	advice?: string;
	needs: N;
	/** Of a merchant story. */
	shop?: ShopNeeds;
	run(context: StoryContexts[N]): Promise<void>;
}

/** A story with any `needs`. */
export type AnyStory = { [N in Need]: Story<N> }[Need];

/** Declares a story; the type of `needs` decides what `run` receives. */
export function story<N extends Need>(definition: Story<N>): Story<N> {
	return definition;
}

/** Cards and banks are recognized by their fields, not by name: a card has fields, a bank has a list instead. */
export function cardOption(session: Session): PaymentOption {
	return pick(session, 'card option', (option) => option.extraData.length > 0);
}

export function bankOption(session: Session): PaymentOption {
	return pick(session, 'bank option', (option) => option.extraData.length === 0);
}

/** The first bank of the list; an empty list fails the story. */
export async function firstBank(
	payin: Payin,
	session: Session,
	option: PaymentOption,
): Promise<Suboption> {
	const [bank] = await payin.paymentSuboptions(session, option);
	if (!bank) throw new Error('The bank list is empty.');
	return bank;
}

function pick(session: Session, what: string, fits: (option: PaymentOption) => boolean) {
	const found = session.paymentOptions.find(fits);
	if (!found) throw new Error(`No ${what} among the ${session.paymentOptions.length} offered.`);
	return found;
}

/** The option or bank with this name; a list without it fails the story. */
export function named<T extends { name: string }>(list: readonly T[], name: string): T {
	const found = list.find((one) => one.name === name);
	if (!found) throw new Error(`No "${name}" among the ${list.length} offered.`);
	return found;
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
	const page = again ?? (await merchant.checkOut(await merchant.newOrder(order)));
	await isPaidOnce(context, page);
}
