/**
 * What a story is and what it may ask for. Stories import only this file and contract values that import
 * nothing, so that Node replays them in CI and k6 runs the portable ones under load.
 */
import type { PaymentState } from '../simulator/contract/control.ts';
import type { Market } from '../simulator/contract/market-samples.ts';
import type { Customer, PaymentOption } from '../simulator/contract/payment-options.ts';
import type { Suboption } from '../simulator/contract/payment-suboptions.ts';

/** A payment a story has started: what the first call returned. */
export interface Session {
	sessionId: string;
	transactionId: string;
	redirectUrl: string;
	paymentOptions: PaymentOption[];
}

export interface Checkout {
	market: Market;
	amount?: number;
	/** Sent as `paymentReference`; the engine makes a unique one when it is left out. */
	paymentReference?: string;
	customer?: Customer;
	/** A keyword, or a list of them, for the sandbox; a real host ignores the header. */
	outcome?: string;
}

/** The three documented calls. A refused call or an answer off the contract ends the story as a failure. */
export interface Payin {
	paymentOptions(checkout: Checkout): Promise<Session>;
	paymentSuboptions(session: Session, option: PaymentOption): Promise<Suboption[]>;
	/** Returns the address of the cashier page. */
	hybridPayment(session: Session, option: PaymentOption, suboption?: Suboption): Promise<string>;
}

/** The person at the cashier, without a browser: through the sandbox's `act`. */
export interface Shopper {
	open(session: Session): Promise<void>;
	/** Submits the form of the chosen option; what is left out gets the market's valid test value. */
	pay(session: Session, details?: { card?: string; holder?: string }): Promise<PaymentState>;
	/** The code that a challenge asks for. */
	enterCode(session: Session, code: string): Promise<PaymentState>;
	cancel(session: Session): Promise<PaymentState>;
	/** RETURN TO ACCOUNT: the address the shopper is sent to. */
	returnToAccount(session: Session): Promise<string>;
	/** Waits for the state: the clock on a sandbox whose clock may be moved, a bounded wait elsewhere. */
	waitFor(session: Session, state: PaymentState, withinMs?: number): Promise<void>;
	state(session: Session): Promise<PaymentState>;
}

/** The sandbox's own hand: its clock and the network. The clock is everybody's, so such a story is replayed alone. */
export interface Control {
	advance(by: string): Promise<void>;
	confirm(session: Session): Promise<PaymentState>;
}

export interface Expect {
	equal(what: string, actual: unknown, expected: unknown): void;
	ok(what: string, condition: boolean): void;
}

interface Basics {
	payin: Payin;
	expect: Expect;
}

/** What a story gets, by what it needs. */
export interface Worlds {
	/** The three calls: any host. */
	calls: Basics;
	/** Also the cashier: a sandbox. */
	shopper: Basics & { shopper: Shopper };
	/** Also the clock and the network's hand: a sandbox whose clock may be moved. */
	control: Basics & { shopper: Shopper; control: Control };
}

export type Need = keyof Worlds;

export interface Story<N extends Need = Need> {
	/** The file's path below `scenarios/`, without its ending: `card/approved`. */
	name: string;
	title: string;
	tags: readonly string[];
	needs: N;
	run(world: Worlds[N]): Promise<void>;
}

/** A story of any need, told apart by its `needs`. */
export type AnyStory = { [N in Need]: Story<N> }[Need];

/** Declares a story; `needs` decides by type which parts of the world `run` may use. */
export function story<N extends Need>(definition: Story<N>): Story<N> {
	return definition;
}

/** Told apart by what they ask for, not by name: a card has fields to fill in, a bank has none and a list instead. */
export function cardOption(session: Session): PaymentOption {
	return pick(session, 'card option', (option) => option.extraData.length > 0);
}

export function bankOption(session: Session): PaymentOption {
	return pick(session, 'bank option', (option) => option.extraData.length === 0);
}

/** The first of the banks offered; a list without any ends the story. */
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
