/** Chooses a payment option and a bank, for the first time or again. */
import { isChallengePending } from './allowed.ts';
import type { PaymentEvent } from './event.ts';
import type { DecisionContext, Transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { planWithoutSubmit } from './plan.ts';
import { replaceFuture, stateAt } from './timeline.ts';

/** Which choice is accepted now (D-33): any choice, only the one that was made before, or none. */
export function acceptedChoice(
	payment: Payment,
	{ now, repeat }: Pick<DecisionContext, 'now' | 'repeat'>,
): 'any' | 'same' | 'none' {
	const isOpen = ['created', 'redirected', 'opened'].includes(stateAt(payment, now));
	// A payment without a choice may have expired: it can still be confirmed late, but takes no choice.
	if (payment.choice === null) return isOpen ? 'any' : 'none';
	if (repeat === 'reject') return 'none';
	return isOpen && repeat === 'replace' && !isChallengePending(payment, now) ? 'any' : 'same';
}

/** Makes a choice. The same choice again changes nothing; another choice replaces it if the settings allow that. */
export function choose(
	payment: Payment,
	{ choice, windowMs }: Extract<PaymentEvent, { type: 'choose' }>,
	context: DecisionContext,
): Transition {
	const { now } = context;
	const before = payment.choice;
	const state = stateAt(payment, now);
	const accepted = acceptedChoice(payment, context);
	if (before && accepted === 'none') return { ok: false, refusal: { code: 'choice_made', state } };
	if (before?.optionCode === choice.optionCode && before.suboptionId === choice.suboptionId) {
		return { ok: true, payment };
	}
	if (accepted !== 'any') return { ok: false, refusal: { code: 'choice_locked', state } };
	const { optionCode, kind, suboptionId, bankTrigger } = choice;
	// List the fields: with a spread, V8 takes 250 bytes more for each payment.
	const windowed = { optionCode, kind, suboptionId, bankTrigger, windowEndsAt: now + windowMs };
	const redirected = { state: 'redirected', at: now, cause: 'hybrid-payment' } as const;
	// A replaced choice does not change the state, so the timeline does not grow.
	const timeline =
		state === 'created' ? replaceFuture(payment, now, [redirected]) : payment.timeline;
	return {
		ok: true,
		payment: planWithoutSubmit({ ...payment, choice: windowed, timeline }, context),
	};
}
