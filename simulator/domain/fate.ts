/** Computes the fate of an attempt: the strongest outcome trigger decides, or else the default outcome. */
import type { ReasonCode } from '../contract/reasons.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { DefaultOutcome } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { Choice, Fate, OutcomeTrigger, Payment } from './payment.ts';

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

/** The fate of an attempt; `attempt` counts from 0. `typed` is the trigger of the card number or holder name. */
export function drawFate(
	payment: Payment,
	attempt: number,
	typed: OutcomeTrigger | null,
	{ defaultOutcome }: FateRules,
	random: KeyedDraw,
): Fate {
	const trigger = strongestTrigger(payment, attempt, typed);
	if (trigger) return fateOf(payment, trigger);
	if (typeof defaultOutcome === 'string') return fateByDefault(payment, defaultOutcome);
	const weights = Object.entries(defaultOutcome) as [Outcome, number][];
	const outcome = pickByWeight(weights, random(`fate ${attempt}`));
	return fateOf(payment, { outcome, cause: `drawn default outcome = ${outcome}` });
}

/** The fate that the next attempt will have without a typed trigger; null if it will be drawn by weights. */
export function foreseenFate(payment: Payment, { defaultOutcome }: FateRules): Fate | null {
	const trigger = strongestTrigger(payment, payment.attempts.length, null);
	if (trigger) return fateOf(payment, trigger);
	return typeof defaultOutcome === 'string' ? fateByDefault(payment, defaultOutcome) : null;
}

/** The outcome that a trigger selects for one attempt. */
interface AttemptTrigger extends Omit<OutcomeTrigger, 'outcomes'> {
	outcome: Outcome;
}

function strongestTrigger(
	payment: Payment,
	attempt: number,
	typed: OutcomeTrigger | null,
): AttemptTrigger | null {
	const { steered, headerTrigger, choice, requestTrigger } = payment;
	if (steered) return atAttempt(steered.trigger, attempt - steered.fromAttempt);
	const trigger = headerTrigger ?? typed ?? choice?.bankTrigger ?? requestTrigger;
	return trigger && atAttempt(trigger, attempt);
}

function atAttempt({ outcomes, ...rest }: OutcomeTrigger, position: number): AttemptTrigger {
	const index = Math.min(Math.max(position, 0), outcomes.length - 1);
	return { ...rest, outcome: outcomes[index] ?? 'APPROVE' };
}

function fateByDefault(payment: Payment, outcome: Outcome): Fate {
	return fateOf(payment, { outcome, cause: `default outcome = ${outcome}` });
}

function fateOf(
	{ choice }: Payment,
	{ outcome, cause, reason, afterChallenge }: AttemptTrigger,
): Fate {
	const why = declineReasonFor(choice, reason ?? reasons[outcome]);
	return { outcome, cause, ...why, ...(afterChallenge ? { afterChallenge } : {}) };
}

const cardReasons: readonly (ReasonCode | null)[] = [
	'expired_card',
	'incorrect_cvc',
	'invalid_number',
	'lost_card',
	'stolen_card',
];

/** The reason for a decline. A reason that only cards have becomes the generic one for other options. */
export function declineReasonFor(
	choice: Choice | null,
	reason: ReasonCode | null,
): Pick<Fate, 'reason' | 'requestedReason'> {
	if (reason === null || choice?.kind === 'card' || !cardReasons.includes(reason))
		return { reason };
	return { reason: 'generic_decline', requestedReason: reason };
}

/** The fate of a CHALLENGE attempt after the shopper typed the right code. */
export function fateAfterRightCode(payment: Payment, fate: Fate): Fate {
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
