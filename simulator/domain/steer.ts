/** Steering from outside: what a new word about the outcome changes, by where the payment stands. */
import { challengePending } from './allowed.ts';
import { planWindow, withAnswer } from './course.ts';
import { drawFate } from './fate.ts';
import type { DecisionContext, Transition } from './lifecycle.ts';
import type { OutcomeTrigger, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import { replan, stateAt } from './timeline.ts';

/** In processing the current attempt is replanned from now; at any other time the next attempt meets the word. */
export function steer(
	payment: Payment,
	signal: OutcomeTrigger | null,
	context: DecisionContext,
): Transition {
	if (signal === null) return { ok: true, payment };
	const { now, rules, random } = context;
	const state = stateAt(payment, now);
	const made = payment.attempts.length;
	const isUnderWay = state === 'processing' || challengePending(payment, now);
	const fromAttempt = isUnderWay ? made - 1 : made;
	const steered = { ...payment, steered: { signal, fromAttempt } };
	if (isUnderWay) {
		const fate = drawFate(steered, made - 1, null, rules, random);
		if (fate.outcome === 'CHALLENGE') {
			return { ok: false, refusal: { code: 'challenge_too_late', state } };
		}
		if (payment.challenge && state === 'opened') {
			return {
				ok: true,
				payment: { ...steered, challenge: { ...payment.challenge, next: fate } },
			};
		}
		return { ok: true, payment: withAnswer(withFate(steered, fate), fate, context) };
	}
	if (state === 'redirected' || state === 'opened') {
		return { ok: true, payment: planWindow(steered, context) };
	}
	const [outcome = 'APPROVE'] = signal.outcomes;
	if (state === 'expired' && outcome !== 'LATE') {
		// The late confirmation is taken away, and with it what the end of the window was to bring.
		const { cause } = signal;
		const over = withFate(steered, { outcome, cause, reason: 'window_elapsed' });
		return { ok: true, payment: { ...over, timeline: replan(over, now, []) } };
	}
	return { ok: true, payment: steered };
}
