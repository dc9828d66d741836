/**
 * The story API. Stories import only this file and contract values without imports, so that Node runs them in CI
 * and k6 runs them under load.
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
import { failureIsHandled, isPaidOnce } from './shop.ts';
import type { Refusal } from './unexpected-response.ts';

export type { Refusal };

// For stories outside this package, which import the story API alone.
export { cards, challengeCodes, failureIsHandled, isPaidOnce };

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
	/** Unique by default. Checkouts of one story with the same reference have the same customer. */
	paymentReference?: string;
	customer?: Customer;
	/** A page of the shop by default. */
	redirectUrl?: string;
	/** How long the caller waits for the answer. */
	timeoutMs?: number;
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

/** The same calls. Each returns its refusal in place of failing the story; null for a call that succeeded. */
export type Attempts<Calls> = {
	[Name in keyof Calls]: Calls[Name] extends (...parameters: infer Parameters) => unknown
		? (...parameters: Parameters) => Promise<Refusal | null>
		: never;
};

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

/** The story's workspace: its clock, settings and payments, and the network. */
export interface Control {
	advance(by: string): Promise<void>;
	decline(session: Session): Promise<PaymentState>;
	expire(session: Session): Promise<PaymentState>;
	confirm(session: Session): Promise<PaymentState>;
	/** Breaks calls on purpose: `{ match: { endpoint: 'hybridPayment' }, fault: { kind: 'close' }, times: 1 }`. */
	fault(rule: FaultRuleInput): Promise<void>;
	/** Changes settings: `{ cashier: { maxAttempts: 1 } }`. */
	settings(change: SomeSettings): Promise<void>;
	/** Forgets all payments, changes of settings and faults. */
	reset(): Promise<void>;
	payment(session: Session): Promise<PaymentView>;
	/** All payments with this reference, the latest first. */
	payments(paymentReference: string): Promise<readonly PaymentView[]>;
	/** Returns the deviations from the documented shapes so far, and keeps them from failing the story. */
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

/** What a story receives, by its `needs`. */
export interface StoryContexts {
	/** The three calls: on any host. */
	calls: BaseContext;
	/** Also the cashier: on a sandbox. */
	shopper: BaseContext & { shopper: Shopper };
	/** Also the clock, the settings and the network: on a sandbox. */
	control: BaseContext & {
		payin: { attempt: Attempts<Payin> };
		shopper: Shopper & { attempt: Attempts<Pick<Shopper, 'pay' | 'enterCode' | 'cancel'>> };
		control: Control;
	};
	/** The integrator's shop, with a sandbox behind it: `--merchant`. */
	merchant: ShopContext;
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
	/** What the sandbox finds wrong in this story's calls, on purpose. The story fails when it does not. */
	expectedFindings?: readonly FindingCode[];
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

/** The suboption with this name; a list without it fails the story. */
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

/** A payment whose shopper has the card form open. */
export async function openCardPage(
	{ payin, shopper }: ShopperContext,
	checkout: Checkout,
): Promise<Session> {
	const session = await payin.paymentOptions(checkout);
	await payin.hybridPayment(session, cardOption(session));
	await shopper.open(session);
	return session;
}

/** A payment whose shopper has the page of the bank open: the named one, or the first of the list. */
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

/** The option or bank with this name; a list without it fails the story. */
export function findByName<T extends { name: string }>(list: readonly T[], name: string): T {
	const found = list.find((one) => one.name === name);
	if (!found) throw new Error(`No "${name}" among the ${list.length} offered.`);
	return found;
}
