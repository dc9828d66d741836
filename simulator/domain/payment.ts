/** A payment is a value with a timeline: what happened to it, and what is planned. Nothing ticks. */
import type { OptionKind, PaymentState, ReasonCode } from '../contract/control.ts';
import type { Outcome } from '../contract/test-values.ts';

/** One dated state, past or planned. */
export interface TimelineEntry {
	readonly state: PaymentState;
	/** Milliseconds since the epoch, on the workspace's clock. */
	readonly at: number;
	readonly cause: string;
}

/** What a payment will meet: resolved once for an attempt, with who decided. */
export interface Fate {
	readonly outcome: Outcome;
	readonly cause: string;
	readonly reason: ReasonCode | null;
	/** What the right code leads to when the outcome is CHALLENGE; APPROVE when left out. */
	readonly afterChallenge?: Outcome;
}

/** The payment option, and the bank where there is a list, that hybrid-payment settled on. */
export interface Choice {
	readonly optionCode: string;
	readonly kind: OptionKind;
	readonly suboptionId: string | null;
	/** What a test bank steers to; null for every other bank and for a card. */
	readonly bankSignal: Signal | null;
	/** The end of the shopper's window, on the workspace's clock. */
	readonly windowEndsAt: number;
}

/** A word about the outcome, and where it was said. */
export interface Signal {
	readonly outcomes: readonly Outcome[];
	readonly cause: string;
	/** What the right code leads to when the word is CHALLENGE; APPROVE when left out. */
	readonly afterChallenge?: Outcome;
}

/** A code is asked for before the attempt goes on; pending while the payment is opened. */
export interface Challenge {
	readonly wrongCodes: number;
	/** What the attempt meets once the right code is given. */
	readonly next: Fate;
}

export interface Attempt {
	readonly at: number;
	readonly fate: Fate;
	/** First six and last four digits; null for a bank. Nothing else of a card is ever kept. */
	readonly card: string | null;
}

export interface CallNote {
	readonly at: number;
	readonly call: string;
	readonly result: string;
}

export interface Payment {
	readonly workspace: string;
	/** Names this payment in every draw of chance: `order-7#1`, or `#42` for the 42nd without a reference. */
	readonly key: string;
	readonly transactionId: string;
	readonly sessionId: string;
	readonly paymentReference: string | null;
	readonly country: string;
	readonly currency: string;
	/** As it was sent, or as it was rounded (D-02). */
	readonly amount: number;
	/** How many of its last digits are decimals: those of the currency when minor units were sent, else 0. */
	readonly minorDigits: number;
	readonly redirectUrl: string;
	/** As it was asked for; null when it was left out. */
	readonly language: string | null;
	readonly customerName: string | null;
	readonly createdAt: number;
	/** Codes of the offered payment options, in order; shared with the catalog. */
	readonly optionCodes: readonly string[];
	/** Whether any list of suboptions was asked for (D-32). */
	readonly suboptionsListed: boolean;
	/** Earlier payments of this world with the same reference (D-34). */
	readonly sameReference: number;
	readonly choice: Choice | null;
	readonly attempts: readonly Attempt[];
	readonly timeline: readonly TimelineEntry[];
	/** What the header of payment-options asked for. */
	readonly headerSignal: Signal | null;
	/** What the request itself asks for: by the e-mail address, else by the reference. */
	readonly requestSignal: Signal | null;
	/** Null when no attempt was challenged since the last choice. */
	readonly challenge: Challenge | null;
	/** What the control API asked for, and from which attempt on (0 is the first). */
	readonly steered: { readonly signal: Signal; readonly fromAttempt: number } | null;
	/** The latest calls, without their bodies; capped. */
	readonly calls: readonly CallNote[];
	/** How often each call was made, for naming the draws of the n-th. */
	readonly callCounts: Readonly<Record<string, number>>;
}

export function stateAt(payment: Payment, now: number): PaymentState {
	return payment.timeline[indexAt(payment, now)]?.state ?? 'created';
}

export function pastOf(payment: Payment, now: number): readonly TimelineEntry[] {
	return payment.timeline.slice(0, indexAt(payment, now) + 1);
}

/** What is still ahead, soonest first. */
export function plannedOf(payment: Payment, now: number): readonly TimelineEntry[] {
	return payment.timeline.slice(indexAt(payment, now) + 1);
}

/** A timeline is short and sorted: the last entry that has come true. */
function indexAt({ timeline }: Payment, now: number): number {
	let index = timeline.length - 1;
	while (index > 0 && (timeline[index] as TimelineEntry).at > now) index -= 1;
	return index;
}

/** What has happened stays; what comes now and later is replaced. */
export function follow(payment: Payment, now: number, entries: readonly TimelineEntry[]): Payment {
	return { ...payment, timeline: [...pastOf(payment, now), ...entries] };
}

/** The payment with another fate of its latest attempt. */
export function withFate(payment: Payment, fate: Fate): Payment {
	const attempts = payment.attempts.map((attempt, index) =>
		index === payment.attempts.length - 1 ? { ...attempt, fate } : attempt,
	);
	return { ...payment, attempts };
}

const maximumCalls = 20;

export function withCall(payment: Payment, note: CallNote): Payment {
	const calls = [...payment.calls.slice(1 - maximumCalls), note];
	const count = (payment.callCounts[note.call] ?? 0) + 1;
	return { ...payment, calls, callCounts: { ...payment.callCounts, [note.call]: count } };
}
