/** Steering by the control API: sets the outcome of the current or the next attempt. */
import { isChallengePending } from './allowed.ts';
import { drawFate } from './fate.ts';
import type { DecisionContext, Transition } from './lifecycle.ts';
import type { OutcomeTrigger, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import { planNetworkAnswer, planWithoutSubmit } from './plan.ts';
import { replaceFuture, stateAt } from './timeline.ts';

/**
 * Sets the outcome. An attempt in processing or with a pending challenge is planned again from now; otherwise the next
 * attempt gets the outcome.
 */
export function steer(
	payment: Payment,
	trigger: OutcomeTrigger | null,
	context: DecisionContext,
): Transition {
	if (trigger === null) return { ok: true, payment };
	const { now, rules, random } = context;
	const state = stateAt(payment, now);
	const attempts = payment.attempts.length;
	const isUnderWay = state === 'processing' || isChallengePending(payment, now);
	const fromAttempt = isUnderWay ? attempts - 1 : attempts;
	const steered = { ...payment, steered: { trigger, fromAttempt, at: now } };
	if (isUnderWay) {
		const fate = drawFate(steered, attempts - 1, null, rules, random);
		if (fate.outcome === 'CHALLENGE') {
			return { ok: false, refusal: { code: 'challenge_too_late', state } };
		}
		if (fate.outcome === 'CANCEL' && state === 'processing') {
			return { ok: false, refusal: { code: 'cancel_too_late', state } };
		}
		if (payment.challenge && state === 'opened') {
			return {
				ok: true,
				payment: { ...steered, challenge: { ...payment.challenge, next: fate } },
			};
		}
		return { ok: true, payment: planNetworkAnswer(withFate(steered, fate), fate, context) };
	}
	if (state === 'redirected' || state === 'opened') {
		return { ok: true, payment: planWithoutSubmit(steered, context) };
	}
	const [outcome = 'APPROVE'] = trigger.outcomes;
	if (state === 'expired' && outcome !== 'LATE') {
		// This also removes a planned late confirmation.
		const { cause } = trigger;
		const ended = withFate(steered, { outcome, cause, reason: 'window_elapsed' });
		return { ok: true, payment: { ...ended, timeline: replaceFuture(ended, now, []) } };
	}
	return { ok: true, payment: steered };
}
