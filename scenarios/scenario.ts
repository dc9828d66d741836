/**
 * The story API. Stories import only this file and contract values without imports, so that Node runs them in CI
 * and k6 runs them under load.
 */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { Customer, PaymentOption } from '../simulator/contract/payment-options.ts';
import type { Suboption } from '../simulator/contract/payment-suboptions.ts';
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
