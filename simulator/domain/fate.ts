/** Who decides what an attempt meets: the strongest carrier that says something. */
import type { ReasonCode } from '../contract/control.ts';
import type { DefaultOutcome } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { Fate, Payment, Signal } from './payment.ts';
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
	typed: Signal | null,
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
interface Word {
	outcome: Outcome;
	cause: string;
	afterChallenge?: Outcome;
}

function strongest(payment: Payment, attempt: number, typed: Signal | null): Word | null {
	const { steered, headerSignal, choice, requestSignal } = payment;
	if (steered) return wordOf(steered.signal, attempt - steered.fromAttempt);
	const signal = headerSignal ?? typed ?? choice?.bankSignal ?? requestSignal;
	return signal && wordOf(signal, attempt);
}

function wordOf({ outcomes, ...rest }: Signal, position: number): Word {
	const index = Math.min(Math.max(position, 0), outcomes.length - 1);
	return { ...rest, outcome: outcomes[index] ?? 'APPROVE' };
}

function fateByDefault(payment: Payment, outcome: Outcome): Fate {
	return fateOf(payment, { outcome, cause: `default outcome = ${outcome}` });
}

/** What only a card can suffer is an ordinary decline of anything else. */
function fateOf({ choice }: Payment, { outcome, cause, afterChallenge }: Word): Fate {
	const ofCard = outcome === 'EXPCARD' || outcome === 'BADCVV';
	const reason = ofCard && choice?.kind !== 'card' ? 'generic_decline' : reasons[outcome];
	return { outcome, cause, reason, ...(afterChallenge ? { afterChallenge } : {}) };
}

/** The fate that a right code leads to. */
export function afterChallenge(fate: Fate): Fate {
	const outcome = fate.afterChallenge ?? 'APPROVE';
	return { outcome, cause: fate.cause, reason: reasons[outcome] };
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
