/** A payment is a value with a timeline of past and planned states. No timer changes it. */
import type { PageKind } from '../contract/control.ts';
import type { ReasonCode } from '../contract/reasons.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import type { Settings } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { CallHistory } from './call-history.ts';
import { creatingCall, historyOfCreation } from './call-history.ts';
import type { TimelineEntry } from './timeline.ts';

/** The outcome of an attempt. It is resolved once, with the outcome trigger that decided it. */
export interface Fate {
	readonly outcome: Outcome;
	readonly cause: string;
	readonly reason: ReasonCode | null;
	/** The reason that was requested, if the chosen option cannot have it. */
	readonly requestedReason?: ReasonCode;
	/** The outcome after the right code of a CHALLENGE. Default: APPROVE. */
	readonly afterChallenge?: Outcome;
}

/**
 * The choice that hybrid-payment made: the option, its bank if it has a list of banks, and the end of the shopper's
 * window.
 */
export interface Choice {
	readonly optionCode: string;
	readonly kind: PageKind;
	readonly suboptionId: string | null;
	/** The trigger of a test bank; null for any other bank and for a card. */
	readonly bankTrigger: OutcomeTrigger | null;
	/** The end of the shopper's window, on the workspace's clock. */
	readonly windowEndsAt: number;
}

/** A request for an outcome: by a header, a test card, a test bank and so on. */
export interface OutcomeTrigger {
	/** The outcomes of the attempts, in order; the last one repeats. */
	readonly outcomes: readonly Outcome[];
	readonly cause: string;
	/** The reason that replaces the usual reason of the outcome. */
	readonly reason?: ReasonCode;
	/** The outcome after the right code of a CHALLENGE. Default: APPROVE. */
	readonly afterChallenge?: Outcome;
}

/** The cashier asks for a code before the attempt continues. The challenge is pending while the payment is opened. */
export interface Challenge {
	readonly wrongCodes: number;
	/** The fate after the right code. */
	readonly next: Fate;
}

export interface Attempt {
	readonly at: number;
	readonly fate: Fate;
	/** The first six and last four digits, which are the only card data that is stored; null for a bank. */
	readonly card: string | null;
}

export interface Payment {
	readonly workspace: string;
	/** The number of earlier payments in the payment's workspace. */
	readonly ordinal: number;
	/** The number of earlier payments with the same reference, without evicted ones (D-34). */
	readonly sameReference: number;
	readonly transactionId: string;
	readonly sessionId: string;
	/** The reference, with card numbers masked. */
	readonly paymentReference: string | null;
	readonly country: string;
	readonly currency: string;
	/** The amount as sent, or rounded (D-02). */
	readonly amount: number;
	/**
	 * How many trailing digits of the amount are decimals: those of the currency if the amount is in minor units,
	 * otherwise 0.
	 */
	readonly minorDigits: number;
	/**
	 * The return address exactly as it was sent, because the shopper follows it. It is masked where it is shown
	 * elsewhere.
	 */
	readonly redirectUrl: string;
	/** The language that the request asked for. */
	readonly language: string | null;
	readonly customerName: string | null;
	readonly createdAt: number;
	/** The codes of the offered payment options, in order. Payments share the array. */
	readonly optionCodes: readonly string[];
	/** Codes of the options whose suboptions were listed (D-32). */
	readonly listedOptions: readonly string[];
	/** How long option ids and suboption ids stay the same, as set when the payment was created (D-28). */
	readonly optionScope: Settings['ids']['optionScope'];
	readonly suboptionScope: Settings['ids']['suboptionScope'];
	/** The most attempts, as set when the payment was created (D-44). */
	readonly maxAttempts: number;
	/** The digest of the request that created the payment; null if no later request is compared with it (D-34, D-35). */
	readonly fingerprint: string | null;
	/** The idempotency key of the request (D-35); null if there was none. */
	readonly idempotencyKey: string | null;
	readonly choice: Choice | null;
	readonly attempts: readonly Attempt[];
	/** The past and planned states, sorted by time. */
	readonly timeline: readonly TimelineEntry[];
	/** The outcome trigger in the header X-Sandbox-Outcome of payment-options. */
	readonly headerTrigger: OutcomeTrigger | null;
	/** The outcome trigger of the e-mail address, or else the reference, or else the amount. */
	readonly requestTrigger: OutcomeTrigger | null;
	/** When the pages of this payment show the return link; null for the setting (D-37). */
	readonly returnLinkTiming: ReturnLinkTiming | null;
	/** The fate if the window ends without a submit; null if the payment then only expires. */
	readonly foreseen: Fate | null;
	/** The challenge of an attempt with the outcome CHALLENGE; null again when a code has ended it. */
	readonly challenge: Challenge | null;
	/** The outcome that the control API set, and when. It is valid from attempt `fromAttempt` on, counted from 0. */
	readonly steered: {
		readonly trigger: OutcomeTrigger;
		readonly fromAttempt: number;
		readonly at: number;
	} | null;
	readonly callHistory: CallHistory;
	/** The times of the calls in `callHistory.latest`. */
	readonly callTimes: readonly number[];
}

/** The fields that change during the life of a payment. */
type Progress =
	| 'choice'
	| 'challenge'
	| 'foreseen'
	| 'listedOptions'
	| 'attempts'
	| 'steered'
	| 'timeline'
	| 'callHistory'
	| 'callTimes';

const none: readonly never[] = [];

interface CreatingCall {
	/** The name of the call in the payment's list of calls. */
	readonly call: string;
	readonly warnings: readonly WarningCode[];
}

/** Creates a payment in the state `created`, planned to expire after `windowMs`. */
export function createPayment(
	facts: Omit<Payment, Progress>,
	windowMs: number,
	{ call, warnings }: CreatingCall = { call: creatingCall, warnings: none },
): Payment {
	const { createdAt } = facts;
	// Write all fields in one literal: V8 copies such a payment ten times faster than one that began with `...facts`.
	return {
		workspace: facts.workspace,
		ordinal: facts.ordinal,
		sameReference: facts.sameReference,
		transactionId: facts.transactionId,
		sessionId: facts.sessionId,
		paymentReference: facts.paymentReference,
		country: facts.country,
		currency: facts.currency,
		amount: facts.amount,
		minorDigits: facts.minorDigits,
		redirectUrl: facts.redirectUrl,
		language: facts.language,
		customerName: facts.customerName,
		createdAt: facts.createdAt,
		optionCodes: facts.optionCodes,
		optionScope: facts.optionScope,
		suboptionScope: facts.suboptionScope,
		maxAttempts: facts.maxAttempts,
		fingerprint: facts.fingerprint,
		idempotencyKey: facts.idempotencyKey,
		headerTrigger: facts.headerTrigger,
		requestTrigger: facts.requestTrigger,
		returnLinkTiming: facts.returnLinkTiming,
		choice: null,
		challenge: null,
		foreseen: null,
		listedOptions: none,
		attempts: none,
		steered: null,
		timeline: [
			{ state: 'created', at: createdAt, cause: call },
			{ state: 'expired', at: createdAt + windowMs, cause: 'the session ended without a choice' },
		],
		callHistory: historyOfCreation(call, warnings),
		callTimes: [createdAt],
	};
}

/** Replaces the fate of the latest attempt; before the first attempt, that of the payment. */
export function withFate(payment: Payment, fate: Fate): Payment {
	if (payment.attempts.length === 0) return { ...payment, foreseen: fate };
	const attempts = payment.attempts.map((attempt, index) =>
		index === payment.attempts.length - 1 ? { ...attempt, fate } : attempt,
	);
	return { ...payment, attempts };
}

type Named = Pick<Payment, 'paymentReference' | 'ordinal' | 'sameReference'>;

/** The name of a payment in random draws: `order-7#1`; without a reference `#42`, the 42nd of its workspace. */
export function paymentKeyOf({ paymentReference, ordinal, sameReference }: Named): string {
	return paymentReference === null ? `#${ordinal + 1}` : `${paymentReference}#${sameReference + 1}`;
}
