/** Who decides what an attempt meets: the strongest carrier that says something. */
import type { ReasonCode } from '../contract/reasons.ts';
import type { DefaultOutcome } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { Choice, Fate, OutcomeTrigger, Payment } from './payment.ts';
import type { Random } from './random.ts';

const reasons: Record<Outcome, ReasonCode | null> = {
	APPROVE: null,
	DECLINE: 'generic_decline',
	FUNDS: 'insufficient_funds',
	EXPCARD: 'expired_card',
	BADCVV: 'incorrect_cvc',
	FRAUD: 'fraudulent',
	HOLD: null,
	SLOW: null,
	EXPIRE: 'window_elapsed',
	CANCEL: 'cancelled_by_payer',
	LATE: 'late_confirmation',
	CHALLENGE: null,
	ERROR: 'processing_error',
};

export interface FateRules {
	defaultOutcome: DefaultOutcome;
}

/**
 * The fate of an attempt (0 is the first). `typed` is what the shopper's card or name says. A list gives one outcome
 * per attempt, its last repeating.
 */
export function drawFate(
	payment: Payment,
	attempt: number,
	typed: OutcomeTrigger | null,
	{ defaultOutcome }: FateRules,
	random: Random,
): Fate {
	const signal = strongest(payment, attempt, typed);
	if (signal) return fateOf(payment, signal);
	if (typeof defaultOutcome === 'string') return fateByDefault(payment, defaultOutcome);
	const weights = Object.entries(defaultOutcome) as [Outcome, number][];
	const outcome = pickByWeight(weights, random(`fate ${attempt}`));
	return fateOf(payment, { outcome, cause: `drawn default outcome = ${outcome}` });
}

/** What the next attempt will meet unless the shopper types otherwise; null when it is still to be drawn. */
export function foreseenFate(payment: Payment, { defaultOutcome }: FateRules): Fate | null {
	const signal = strongest(payment, payment.attempts.length, null);
	if (signal) return fateOf(payment, signal);
	return typeof defaultOutcome === 'string' ? fateByDefault(payment, defaultOutcome) : null;
}

/** One word of one carrier. */
interface Word extends Omit<OutcomeTrigger, 'outcomes'> {
	outcome: Outcome;
}

function strongest(payment: Payment, attempt: number, typed: OutcomeTrigger | null): Word | null {
	const { steered, headerTrigger, choice, requestTrigger } = payment;
	if (steered) return wordOf(steered.signal, attempt - steered.fromAttempt);
	const signal = headerTrigger ?? typed ?? choice?.bankTrigger ?? requestTrigger;
	return signal && wordOf(signal, attempt);
}

function wordOf({ outcomes, ...rest }: OutcomeTrigger, position: number): Word {
	const index = Math.min(Math.max(position, 0), outcomes.length - 1);
	return { ...rest, outcome: outcomes[index] ?? 'APPROVE' };
}

function fateByDefault(payment: Payment, outcome: Outcome): Fate {
	return fateOf(payment, { outcome, cause: `default outcome = ${outcome}` });
}

function fateOf({ choice }: Payment, { outcome, cause, reason, afterChallenge }: Word): Fate {
	const why = reasonFor(choice, reason ?? reasons[outcome]);
	return { outcome, cause, ...why, ...(afterChallenge ? { afterChallenge } : {}) };
}

const ofCards: readonly (ReasonCode | null)[] = [
	'expired_card',
	'incorrect_cvc',
	'invalid_number',
	'lost_card',
	'stolen_card',
];

/** What only a card can suffer is an ordinary decline of anything else. */
export function reasonFor(
	choice: Choice | null,
	reason: ReasonCode | null,
): Pick<Fate, 'reason' | 'meant'> {
	if (reason === null || choice?.kind === 'card' || !ofCards.includes(reason)) return { reason };
	return { reason: 'generic_decline', meant: reason };
}

/** The fate that a right code leads to. */
export function afterChallenge(payment: Payment, fate: Fate): Fate {
	const { cause, afterChallenge: outcome = 'APPROVE' } = fate;
	return fateOf(payment, { outcome, cause });
}

function pickByWeight(weights: [Outcome, number][], chance: number): Outcome {
	const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
	let left = chance * total;
	for (const [outcome, weight] of weights) {
		left -= weight;
		if (left < 0) return outcome;
	}
	return weights.findLast(([, weight]) => weight > 0)?.[0] ?? 'APPROVE';
}
