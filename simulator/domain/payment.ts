/** A payment is a value with a timeline: what happened to it, and what is planned. Nothing ticks. */
import type { OptionKind } from '../contract/control.ts';
import type { ReasonCode } from '../contract/reasons.ts';
import type { ReturnOrder } from '../contract/return-url.ts';
import type { Settings } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { CallHistory } from './call-history.ts';
import type { TimelineEntry } from './timeline.ts';

/** What a payment will meet: resolved once for an attempt, with who decided. */
export interface Fate {
	readonly outcome: Outcome;
	readonly cause: string;
	readonly reason: ReasonCode | null;
	/** The reason asked for, where the chosen option can never have it. */
	readonly meant?: ReasonCode;
	/** What the right code leads to when the outcome is CHALLENGE; APPROVE when left out. */
	readonly afterChallenge?: Outcome;
}

/** The payment option, and the bank where there is a list, that hybrid-payment settled on. */
export interface Choice {
	readonly optionCode: string;
	readonly kind: OptionKind;
	readonly suboptionId: string | null;
	/** What a test bank steers to; null for every other bank and for a card. */
	readonly bankTrigger: OutcomeTrigger | null;
	/** The end of the shopper's window, on the workspace's clock. */
	readonly windowEndsAt: number;
}

/** A word about the outcome, and where it was said. */
export interface OutcomeTrigger {
	readonly outcomes: readonly Outcome[];
	readonly cause: string;
	/** Of a decline that no keyword names; that of the outcome when left out. */
	readonly reason?: ReasonCode;
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

export interface Payment {
	readonly workspace: string;
	/** How many payments its world had before this one. */
	readonly ordinal: number;
	/** How many of them had the same reference, as far as they are remembered (D-34). */
	readonly sameReference: number;
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
	/** Codes of the options whose suboptions were asked for (D-32). */
	readonly listedOptions: readonly string[];
	/** Where its paymentOptionIds, and the ids of its suboptions, are the same: fixed when it was created (D-28). */
	readonly optionScope: Settings['ids']['optionScope'];
	readonly suboptionScope: Settings['ids']['suboptionScope'];
	/** Digest of the request that created it; null when nothing may ever be compared with it (D-34, D-35). */
	readonly fingerprint: string | null;
	/** What the request was repeatable under; null without a key (D-35). */
	readonly idempotencyKey: string | null;
	readonly choice: Choice | null;
	readonly attempts: readonly Attempt[];
	/** Past and planned states, sorted by time. */
	readonly timeline: readonly TimelineEntry[];
	/** What the header of payment-options asked for. */
	readonly headerTrigger: OutcomeTrigger | null;
	/** What the request itself asks for: by the e-mail address, else by the reference, else by the amount. */
	readonly requestTrigger: OutcomeTrigger | null;
	/** When its pages show the way back, if it was told of this one; null for the setting (D-37). */
	readonly returnOrder: ReturnOrder | null;
	/** What the end of the window brings though nobody submits, or who decided it since; null when that is only its end. */
	readonly foreseen: Fate | null;
	/** Null when no attempt was challenged since the last choice. */
	readonly challenge: Challenge | null;
	/** What the control API asked for, and from which attempt on (0 is the first). */
	readonly steered: { readonly signal: OutcomeTrigger; readonly fromAttempt: number } | null;
	readonly callHistory: CallHistory;
	/** When each of `callHistory.latest` was made. */
	readonly callTimes: readonly number[];
}

/** The payment with another fate of its latest attempt; without an attempt, of its own. */
export function withFate(payment: Payment, fate: Fate): Payment {
	if (payment.attempts.length === 0) return { ...payment, foreseen: fate };
	const attempts = payment.attempts.map((attempt, index) =>
		index === payment.attempts.length - 1 ? { ...attempt, fate } : attempt,
	);
	return { ...payment, attempts };
}

type Named = Pick<Payment, 'paymentReference' | 'ordinal' | 'sameReference'>;

/** Names a payment in every draw of chance: `order-7#1`; without a reference only the order of arrival does: `#42`, the 42nd of its world. */
export function keyOf({ paymentReference, ordinal, sameReference }: Named): string {
	return paymentReference === null ? `#${ordinal + 1}` : `${paymentReference}#${sameReference + 1}`;
}
