/** Tables of the written rules: the events that a state allows, and the reasons of outcomes. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { ReasonCode } from '../../simulator/contract/reasons.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';

export interface Settings {
	maxAttempts: number;
	/** From payment-options, one outcome per attempt. */
	header: readonly Outcome[] | null;
	/** From the e-mail address. */
	email: Outcome | null;
	windowMs: number;
	/** The timeout of processing; null for none. */
	timeoutMs: number | null;
	/** Reaction to a second hybrid-payment. */
	repeat: 'same' | 'replace' | 'reject';
}

/** An outcome with its cause: `steer = FUNDS`. */
export interface Trigger {
	outcome: Outcome;
	cause: string;
}

export interface Attempt extends Trigger {
	reason: ReasonCode | null;
}

export interface Due {
	state: PaymentState;
	at: number;
}

/** `accepted`, or the code of the refusal. */
export type Verdict = string;

export const dayMs = 24 * 60 * 60_000;

const reasons: Partial<Record<Outcome, ReasonCode>> = {
	DECLINE: 'generic_decline',
	FUNDS: 'insufficient_funds',
	EXPCARD: 'expired_card',
	BADCVV: 'incorrect_cvc',
	FRAUD: 'fraudulent',
	ERROR: 'processing_error',
	EXPIRE: 'window_elapsed',
	CANCEL: 'cancelled_by_payer',
	LATE: 'late_confirmation',
};

const declining: readonly Outcome[] = ['DECLINE', 'FUNDS', 'EXPCARD', 'BADCVV', 'FRAUD', 'ERROR'];
const cardOnly = ['expired_card', 'incorrect_cvc', 'lost_card', 'stolen_card', 'invalid_number'];

export const answerTo = (outcome: Outcome): PaymentState =>
	declining.includes(outcome) ? 'declined' : 'confirmed';

export function reasonOf(outcome: Outcome, isCard: boolean): ReasonCode | null {
	const reason = reasons[outcome];
	return reason ? reasonHere(reason, isCard) : null;
}

export function reasonHere(reason: ReasonCode, isCard: boolean): ReasonCode {
	return cardOnly.includes(reason) && !isCard ? 'generic_decline' : reason;
}

export interface StateFacts {
	state: PaymentState;
	challenged: boolean;
	mayRetry: boolean;
	final: boolean;
}

/** The table of states and events, by row. */
export function allowedIn({ state, challenged, mayRetry, final }: StateFacts): string[] {
	switch (state) {
		case 'created':
			return ['list-suboptions', 'choose', 'cancel', 'return', 'expire', 'steer'];
		case 'redirected':
		case 'opened': {
			const events = ['list-suboptions', 'choose', 'open', 'submit', 'cancel', 'return'];
			return [...events, 'expire', 'steer', ...(challenged ? ['otp'] : [])];
		}
		case 'processing':
			return ['choose', 'return', 'confirm', 'decline', 'steer'];
		case 'declined':
			return ['choose', 'return', ...(mayRetry ? ['submit', 'cancel', 'steer'] : [])];
		case 'expired':
			return ['return', 'confirm', ...(final ? [] : ['steer'])];
		case 'confirmed':
			return ['choose', 'return'];
		case 'cancelled':
			return ['return'];
	}
}

/** The outcome of a list for an attempt; the last one repeats. */
export function nth(outcomes: readonly Outcome[], index: number): Outcome {
	return outcomes[index] ?? outcomes.at(-1) ?? 'APPROVE';
}

export const steerCause = (outcomes: readonly Outcome[]) => `steer = ${outcomes.join(',')}`;
