/**
 * The story API. Stories import only this file and contract files that import nothing, so that they run in Node (CI)
 * and in k6 (load tests).
 */
import type { PaymentState, PaymentView } from '../simulator/contract/control.ts';
import type { FaultRuleInput } from '../simulator/contract/faults.ts';
import type { FindingCode } from '../simulator/contract/finding-table.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { Customer, PaymentOption } from '../simulator/contract/payment-options.ts';
import type { Suboption } from '../simulator/contract/payment-suboptions.ts';
import type { Deviation } from '../simulator/contract/run-report.ts';
import type { SomeSettings } from '../simulator/contract/settings.ts';
import { cards, challengeCodes } from '../simulator/contract/test-values.ts';
import type { ShopContext, ShopNeeds } from './shop.ts';
import {
	expectAllPaid,
	expectFailureHandled,
	expectFaultHandledAtEachCall,
	expectOpenWhileProcessing,
	expectPaidByNextPayment,
	expectPaidInSecondTab,
	expectPaidOnce,
	expectPaidWithoutReturn,
	expectStaysPaidAfterReport,
	expectUnpaidIfCancelled,
	expectUnpaidIfDeclined,
	expectWorksAgain,
	forAll,
	ordersAtOnce,
	slowAnswers,
} from './shop-steps.ts';
import type { Refusal } from './unexpected-response.ts';

export type { Refusal };

// Exported again for stories outside this package, which import only this file.
export {
	cards,
	challengeCodes,
	expectAllPaid,
	expectFailureHandled,
	expectFaultHandledAtEachCall,
	expectOpenWhileProcessing,
	expectPaidByNextPayment,
	expectPaidInSecondTab,
	expectPaidOnce,
	expectPaidWithoutReturn,
	expectStaysPaidAfterReport,
	expectUnpaidIfCancelled,
	expectUnpaidIfDeclined,
	expectWorksAgain,
	forAll,
	ordersAtOnce,
	slowAnswers,
};

/** A payment, as payment-options returned it. */
export interface Session {
	sessionId: string;
	transactionId: string;
	redirectUrl: string;
	paymentOptions: PaymentOption[];
}

export interface Checkout {
	market: Market;
	amount?: number;
	/**
	 * The payment reference; unique by default. Checkouts of one story with the same reference have the same customer.
	 */
	paymentReference?: string;
	customer?: Customer;
	/** The address to which the shopper returns; a page of the shop by default. */
	redirectUrl?: string;
	/** How long the caller waits for the response, in milliseconds. */
	timeoutMs?: number;
	/** The outcome header for the sandbox: a keyword, or a list of keywords. A real host ignores it. */
	outcome?: string;
}

/** The three documented calls. An error response, or one that is not as documented, fails the story. */
export interface Payin {
	paymentOptions(checkout: Checkout): Promise<Session>;
	paymentSuboptions(session: Session, option: PaymentOption): Promise<Suboption[]>;
	/** Returns the URL of the cashier page. */
	hybridPayment(session: Session, option: PaymentOption, suboption?: Suboption): Promise<string>;
}

/**
 * The same calls for expected refusals: each returns the refusal instead of failing the story, or null if the call
 * succeeded.
 */
export type Attempts<Calls> = {
	[Name in keyof Calls]: Calls[Name] extends (...parameters: infer Parameters) => unknown
		? (...parameters: Parameters) => Promise<Refusal | null>
		: never;
};

/** The shopper at the cashier, without a browser: uses the control API's `act`. */
export interface Shopper {
	open(session: Session): Promise<void>;
	/** Submits the form of the chosen option. Missing fields get valid test values of the market. */
	pay(session: Session, details?: { card?: string; holder?: string }): Promise<PaymentState>;
	/** Enters the code that a challenge asks for. */
	enterCode(session: Session, code: string): Promise<PaymentState>;
	cancel(session: Session): Promise<PaymentState>;
	/** Presses RETURN TO ACCOUNT. Returns the URL that the shopper is sent to. */
	returnToAccount(session: Session): Promise<string>;
	/** Waits until the payment has the state. Moves a manual clock; polls on any other clock. */
	waitFor(session: Session, state: PaymentState, withinMs?: number): Promise<void>;
	state(session: Session): Promise<PaymentState>;
}

/** Controls the story's workspace: its clock, settings and payments, and the payment network. */
export interface Control {
	advance(by: string): Promise<void>;
	decline(session: Session): Promise<PaymentState>;
	expire(session: Session): Promise<PaymentState>;
	confirm(session: Session): Promise<PaymentState>;
	/**
	 * Adds a rule that breaks calls on purpose, such as `{ match: { endpoint: 'hybridPayment' }, fault: { kind: 'close'
	 * }, times: 1 }`.
	 */
	fault(rule: FaultRuleInput): Promise<void>;
	/** Changes settings of the workspace, such as `{ cashier: { maxAttempts: 1 } }`. */
	settings(change: SomeSettings): Promise<void>;
	/** Removes all payments, changes of settings and faults of the workspace. */
	reset(): Promise<void>;
	payment(session: Session): Promise<PaymentView>;
	/** Returns all payments with this reference, newest first. */
	payments(paymentReference: string): Promise<readonly PaymentView[]>;
	/** Returns the deviations from the documented shapes so far. They then no longer fail the story. */
	takeDeviations(): readonly Deviation[];
}

export interface Expect {
	equal(what: string, actual: unknown, expected: unknown): void;
	ok(what: string, condition: boolean): void;
}

interface BaseContext {
	payin: Payin;
	expect: Expect;
}

/** What a story's `run` receives, by the story's `needs`. */
export interface StoryContexts {
	/** The three calls, which any host serves. */
	calls: BaseContext;
	/** The calls and the shopper, who needs the cashier of a sandbox. */
	shopper: BaseContext & { shopper: Shopper };
	/** In addition the clock, the settings and the payment network of a sandbox. */
	control: BaseContext & {
		payin: { attempt: Attempts<Payin> };
		shopper: Shopper & { attempt: Attempts<Pick<Shopper, 'pay' | 'enterCode' | 'cancel'>> };
		control: Control;
	};
	/** The integrator's shop with a sandbox behind it, as `--merchant` opens them. */
	merchant: ShopContext;
}

export type Need = keyof StoryContexts;

export interface Story<N extends Need = Need> {
	/** The name of the story: the path of its file below `scenarios/`, without the extension, such as `card/approved`. */
	name: string;
	title: string;
	tags: readonly string[];
	/** What a failure of this story costs in production. */
	cost?: string;
	/** What the integrator should do about a failure. */
	advice?: string;
	/** The findings that this story's calls cause on purpose. The story fails if the sandbox does not report them. */
	expectedFindings?: readonly FindingCode[];
	needs: N;
	/** Only for merchant stories: what the story needs of the shop, and how its calls are judged. */
	shop?: ShopNeeds;
	run(context: StoryContexts[N]): Promise<void>;
}

/** A story with any `needs`. */
export type AnyStory = { [N in Need]: Story<N> }[Need];

/** Declares a story. The type of `needs` decides what `run` receives. */
export function story<N extends Need>(definition: Story<N>): Story<N> {
	return definition;
}

/** Finds the card option by its fields, not by its name: a card has fields, and a bank option has a list instead. */
export function cardOption(session: Session): PaymentOption {
	return pick(session, 'card option', (option) => option.extraData.length > 0);
}

export function bankOption(session: Session): PaymentOption {
	return pick(session, 'bank option', (option) => option.extraData.length === 0);
}

/** Returns the first bank of the list. An empty list fails the story. */
export async function firstBank(
	payin: Payin,
	session: Session,
	option: PaymentOption,
): Promise<Suboption> {
	const [bank] = await payin.paymentSuboptions(session, option);
	if (!bank) throw new Error('The bank list is empty.');
	return bank;
}

/** Returns the suboption with this name. If the list does not contain it, the story fails. */
export async function bankNamed(
	payin: Payin,
	session: Session,
	option: PaymentOption,
	name: string,
): Promise<Suboption> {
	return findByName(await payin.paymentSuboptions(session, option), name);
}

interface ShopperContext {
	payin: Payin;
	shopper: Shopper;
}

/** Creates a payment and opens its card form for the shopper. */
export async function openCardPage(
	{ payin, shopper }: ShopperContext,
	checkout: Checkout,
): Promise<Session> {
	const session = await payin.paymentOptions(checkout);
	await payin.hybridPayment(session, cardOption(session));
	await shopper.open(session);
	return session;
}

/** Creates a payment and opens the page of its bank for the shopper: the named bank, or the first of the list. */
export async function openBankPage(
	{ payin, shopper }: ShopperContext,
	checkout: Checkout,
	name?: string,
): Promise<Session> {
	const session = await payin.paymentOptions(checkout);
	const option = bankOption(session);
	const bank =
		name === undefined
			? await firstBank(payin, session, option)
			: await bankNamed(payin, session, option, name);
	await payin.hybridPayment(session, option, bank);
	await shopper.open(session);
	return session;
}

function pick(session: Session, what: string, fits: (option: PaymentOption) => boolean) {
	const found = session.paymentOptions.find(fits);
	if (!found) throw new Error(`No ${what} among the ${session.paymentOptions.length} offered.`);
	return found;
}

/** Finds an option or a bank by its name. If the list does not contain it, the story fails. */
export function findByName<T extends { name: string }>(list: readonly T[], name: string): T {
	const found = list.find((one) => one.name === name);
	if (!found) throw new Error(`No "${name}" among the ${list.length} offered.`);
	return found;
}
