/** The tables of the written rules: who may what where, and which reason goes with which outcome. */
import type { PaymentState } from '../../simulator/contract/control.ts';
import type { ReasonCode } from '../../simulator/contract/reasons.ts';
import type { Outcome } from '../../simulator/contract/test-values.ts';

export interface Settings {
	maxAttempts: number;
	/** Of payment-options, one word an attempt. */
	header: readonly Outcome[] | null;
	/** Of the e-mail address. */
	email: Outcome | null;
	windowMs: number;
	/** How long a payment may stay in processing; null for ever. */
	timeoutMs: number | null;
	/** What a second hybrid-payment may do. */
	repeat: 'same' | 'replace' | 'reject';
}

/** An outcome, and who said it: `steer = FUNDS`. */
export interface Word {
	outcome: Outcome;
	cause: string;
}

export interface Attempt extends Word {
	reason: ReasonCode | null;
}

export interface Due {
	state: PaymentState;
	at: number;
}

/** What an event comes to: `accepted`, or the code of the refusal. */
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

export interface Standing {
	state: PaymentState;
	challenged: boolean;
	mayRetry: boolean;
	final: boolean;
}

/** The table of states and events, by row. */
export function allowedIn({ state, challenged, mayRetry, final }: Standing): string[] {
	switch (state) {
		case 'created':
			return ['list-suboptions', 'choose', 'cancel', 'return', 'expire', 'steer'];
		case 'redirected':
		case 'opened': {
			const here = ['list-suboptions', 'choose', 'open', 'submit', 'cancel', 'return'];
			return [...here, 'expire', 'steer', ...(challenged ? ['otp'] : [])];
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

/** A list's word for an attempt, the last repeating. */
export function nth(words: readonly Outcome[], index: number): Outcome {
	return words[index] ?? words.at(-1) ?? 'APPROVE';
}

export const steerCause = (words: readonly Outcome[]) => `steer = ${words.join(',')}`;
