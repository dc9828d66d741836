/** Settling on a payment option, and a bank where there is a list: the first time, and again. */
import { challengePending } from './allowed.ts';
import { planWindow } from './course.ts';
import type { PaymentEvent } from './event.ts';
import type { DecisionContext, Transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { replan, stateAt } from './timeline.ts';

/**
 * The same choice again changes nothing; another one replaces it, in an open cashier too, until the submit, unless
 * the rules are stricter (D-33).
 */
export function choose(
	payment: Payment,
	{ choice, windowMs }: Extract<PaymentEvent, { type: 'choose' }>,
	context: DecisionContext,
): Transition {
	const { now, repeat } = context;
	const before = payment.choice;
	const state = stateAt(payment, now);
	if (before && repeat === 'reject') {
		return { ok: false, refusal: { code: 'choice_made', state } };
	}
	if (before?.optionCode === choice.optionCode && before.suboptionId === choice.suboptionId) {
		return { ok: true, payment };
	}
	const isOpen = ['created', 'redirected', 'opened'].includes(state);
	const isFixed = before !== null && repeat === 'same';
	if (isFixed || !isOpen || challengePending(payment, now)) {
		return { ok: false, refusal: { code: 'choice_locked', state } };
	}
	const { optionCode, kind, suboptionId, bankTrigger } = choice;
	// Written out: spread, each choice would get a shape of its own, which takes more memory than the choice.
	const windowed = { optionCode, kind, suboptionId, bankTrigger, windowEndsAt: now + windowMs };
	const redirected = { state: 'redirected', at: now, cause: 'hybrid-payment' } as const;
	// A choice replaced changes no state: however often it is, the timeline does not grow.
	const timeline = state === 'created' ? replan(payment, now, [redirected]) : payment.timeline;
	return { ok: true, payment: planWindow({ ...payment, choice: windowed, timeline }, context) };
}
