/** A payment: a value with a timeline of past and planned states. No timer changes it. */
import type { PageKind } from '../contract/control.ts';
import type { ReasonCode } from '../contract/reasons.ts';
import type { ReturnLinkTiming } from '../contract/return-url.ts';
import type { Settings } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { CallHistory } from './call-history.ts';
import { creatingCall, historyOfCreation } from './call-history.ts';
import type { TimelineEntry } from './timeline.ts';

/** The outcome of an attempt, resolved once, with the outcome trigger that decided it. */
export interface Fate {
	readonly outcome: Outcome;
	readonly cause: string;
	readonly reason: ReasonCode | null;
	/** The requested reason, when the chosen option cannot have it. */
	readonly requestedReason?: ReasonCode;
	/** Outcome after the right code of a CHALLENGE; APPROVE by default. */
	readonly afterChallenge?: Outcome;
}

/** What hybrid-payment decided: the option, its bank if it has a list of banks, and the end of the shopper's window. */
export interface Choice {
	readonly optionCode: string;
	readonly kind: PageKind;
	readonly suboptionId: string | null;
	/** The outcome of a test bank; null for every other bank and for a card. */
	readonly bankTrigger: OutcomeTrigger | null;
	/** The end of the shopper's window, on the workspace's clock. */
	readonly windowEndsAt: number;
}

/** A request for an outcome, from a header, a test card, a test bank and so on. */
export interface OutcomeTrigger {
	/** One for each attempt; the last one repeats. */
	readonly outcomes: readonly Outcome[];
	readonly cause: string;
	/** Replaces the reason of the outcome. */
	readonly reason?: ReasonCode;
	/** Outcome after the right code of a CHALLENGE; APPROVE by default. */
	readonly afterChallenge?: Outcome;
}

/** The cashier asks for a code before the attempt continues. Pending while the payment is opened. */
export interface Challenge {
	readonly wrongCodes: number;
	/** The fate after the right code. */
	readonly next: Fate;
}

export interface Attempt {
	readonly at: number;
	readonly fate: Fate;
	/** First six and last four digits, the only card data that is kept; null for a bank. */
	readonly card: string | null;
}

export interface Payment {
	readonly workspace: string;
	/** The number of earlier payments in its workspace. */
	readonly ordinal: number;
	/** The number of earlier payments with the same reference, evicted ones not counted (D-34). */
	readonly sameReference: number;
	readonly transactionId: string;
	readonly sessionId: string;
	/** Card numbers are masked. */
	readonly paymentReference: string | null;
	readonly country: string;
	readonly currency: string;
	/** As sent, or rounded (D-02). */
	readonly amount: number;
	/** The number of trailing digits that are decimals: those of the currency for minor units, else 0. */
	readonly minorDigits: number;
	/** As sent, because the shopper follows it. What is shown elsewhere is masked. */
	readonly redirectUrl: string;
	/** The requested language. */
	readonly language: string | null;
	readonly customerName: string | null;
	readonly createdAt: number;
	/** Codes of the offered payment options, in order: an array of the catalog, so that payments share it. */
	readonly optionCodes: readonly string[];
	/** Codes of the options whose suboptions were listed (D-32). */
	readonly listedOptions: readonly string[];
	/** The scopes in which option ids and suboption ids are stable, as set at the creation (D-28). */
	readonly optionScope: Settings['ids']['optionScope'];
	readonly suboptionScope: Settings['ids']['suboptionScope'];
	/** Digest of the request that created it; null when no later request is compared with it (D-34, D-35). */
	readonly fingerprint: string | null;
	/** See D-35; null without a key. */
	readonly idempotencyKey: string | null;
	readonly choice: Choice | null;
	readonly attempts: readonly Attempt[];
	/** Past and planned states, sorted by time. */
	readonly timeline: readonly TimelineEntry[];
	/** From the header X-Sandbox-Outcome of payment-options. */
	readonly headerTrigger: OutcomeTrigger | null;
	/** From the e-mail address, else the reference, else the amount. */
	readonly requestTrigger: OutcomeTrigger | null;
	/** When the pages of this payment show the return link; null for the setting (D-37). */
	readonly returnOrder: ReturnLinkTiming | null;
	/** The fate when the window ends without a submit; null when the payment then only expires. */
	readonly foreseen: Fate | null;
	/** Set by an attempt with the outcome CHALLENGE, and null again once a code has ended it. */
	readonly challenge: Challenge | null;
	/** The outcome that the control API set, valid from attempt `fromAttempt` on (0 is the first). */
	readonly steered: { readonly trigger: OutcomeTrigger; readonly fromAttempt: number } | null;
	readonly callHistory: CallHistory;
	/** When each of `callHistory.latest` was made. */
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
	/** Its name in the list of calls. */
	readonly call: string;
	readonly warnings: readonly WarningCode[];
}

/** A new payment: created, and planned to expire after `windowMs`. */
export function createPayment(
	facts: Omit<Payment, Progress>,
	windowMs: number,
	{ call, warnings }: CreatingCall = { call: creatingCall, warnings: none },
): Payment {
	const { createdAt } = facts;
	// One literal with all fields: V8 copies such a payment ten times faster than one that began with `...facts`.
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
		fingerprint: facts.fingerprint,
		idempotencyKey: facts.idempotencyKey,
		headerTrigger: facts.headerTrigger,
		requestTrigger: facts.requestTrigger,
		returnOrder: facts.returnOrder,
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

/** Replaces the fate of the latest attempt, or of the payment itself before the first attempt. */
export function withFate(payment: Payment, fate: Fate): Payment {
	if (payment.attempts.length === 0) return { ...payment, foreseen: fate };
	const attempts = payment.attempts.map((attempt, index) =>
		index === payment.attempts.length - 1 ? { ...attempt, fate } : attempt,
	);
	return { ...payment, attempts };
}

type Named = Pick<Payment, 'paymentReference' | 'ordinal' | 'sameReference'>;

/** The name of a payment in random draws: `order-7#1`, or without a reference `#42`, the 42nd of its workspace. */
export function paymentKeyOf({ paymentReference, ordinal, sameReference }: Named): string {
	return paymentReference === null ? `#${ordinal + 1}` : `${paymentReference}#${sameReference + 1}`;
}
