/** Who decides what an attempt meets: the strongest carrier that says something. */
import type { ReasonCode } from '../contract/control.ts';
import type { DefaultOutcome } from '../contract/settings.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { Fate, Payment, Signal } from './payment.ts';
import type { Random } from './random.ts';

const reasons: Record<Outcome, ReasonCode | null> = {
	APPROVE: null,
	DECLINE: 'generic_decline',
	HOLD: null,
};

export interface FateRules {
	defaultOutcome: DefaultOutcome;
}

/**
 * The fate of the payment's next attempt, or of its current one when `attempt` says so (0 is the first).
 * A list gives one outcome per attempt, its last repeating.
 */
export function drawFate(
	payment: Payment,
	attempt: number,
	cardSignal: Signal | null,
	rules: FateRules,
	random: Random,
): Fate {
	const { steered, headerSignal, choice } = payment;
	if (steered) return fateOf(steered.signal, attempt - steered.fromAttempt);
	if (headerSignal) return fateOf(headerSignal, attempt);
	if (cardSignal) return fateOf(cardSignal, 0);
	if (choice?.bankSignal) return fateOf(choice.bankSignal, 0);
	return fateByDefault(rules.defaultOutcome, random(`fate ${attempt}`));
}

function fateOf({ outcomes, cause }: Signal, position: number): Fate {
	const last = outcomes.length - 1;
	const outcome = outcomes[Math.min(Math.max(position, 0), last)] ?? 'APPROVE';
	return { outcome, cause, reason: reasons[outcome] };
}

function fateByDefault(rule: DefaultOutcome, chance: number): Fate {
	if (typeof rule === 'string') {
		return { outcome: rule, cause: `default outcome = ${rule}`, reason: reasons[rule] };
	}
	const outcome = pickByWeight(Object.entries(rule) as [Outcome, number][], chance);
	return { outcome, cause: `drawn default outcome = ${outcome}`, reason: reasons[outcome] };
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
