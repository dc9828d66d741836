/** Plans the future states of a payment: after a submit, and at the end of the window. */
import { foreseenFate } from './fate.ts';
import type { DecisionContext } from './lifecycle.ts';
import type { Choice, Fate, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import type { TimelineEntry } from './timeline.ts';
import { pastStatesOf, replaceFuture, stateAt } from './timeline.ts';

const dayMs = 24 * 60 * 60_000;
/** The outcome SLOW takes this many times the usual processing delay. */
const slowFactor = 10;

/** Plans the states after an accepted submit. */
export function planAttempt(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const at = context.now;
	if (fate.outcome === 'EXPIRE' || fate.outcome === 'CANCEL') {
		// Open the payment again before it expires: `declined` never changes to `expired` directly.
		const reopened = { state: 'opened', at, cause: 'shopper tries again' } as const;
		const isRetry = stateAt(payment, at) === 'declined';
		const entries = [...(isRetry ? [reopened] : []), ...networkAnswer(payment, fate, context)];
		return { ...payment, timeline: replaceFuture(payment, at, entries) };
	}
	const processing = { state: 'processing', at, cause: 'shopper submitted' } as const;
	return planNetworkAnswer(
		{ ...payment, timeline: replaceFuture(payment, at, [processing]) },
		fate,
		context,
	);
}

/**
 * Plans the network's answer to a payment in processing. If a timeout comes first, the payment expires instead, and its
 * fate has that reason. A late confirmation stays planned (D-09).
 */
export function planNetworkAnswer(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const { now, processingTimeout: timeout } = context;
	const answer = networkAnswer(payment, fate, context);
	if (timeout === null) return { ...payment, timeline: replaceFuture(payment, now, answer) };
	const since = pastStatesOf(payment, now).at(-1)?.at ?? now;
	const at = Math.max(since + timeout.ms, now);
	const [first, confirmedLate] = answer;
	if (first && first.at <= at) return { ...payment, timeline: replaceFuture(payment, now, answer) };
	const expired = { state: 'expired', at, cause: timeout.cause } as const;
	if (confirmedLate) {
		const confirmed = { ...confirmedLate, at: at + dayMs };
		return { ...payment, timeline: replaceFuture(payment, now, [expired, confirmed]) };
	}
	return { ...timedOut(payment), timeline: replaceFuture(payment, now, [expired]) };
}

function timedOut(payment: Payment): Payment {
	const fate = payment.attempts.at(-1)?.fate;
	if (!fate) return payment;
	const { outcome, cause } = fate;
	return withFate(payment, { outcome, cause, reason: 'window_elapsed' });
}

/** The states that the network's answer leads to; none for the outcome HOLD. */
function networkAnswer(payment: Payment, fate: Fate, context: DecisionContext): TimelineEntry[] {
	const { outcome, cause } = fate;
	const { choice } = payment;
	const { now } = context;
	if (choice === null || outcome === 'HOLD') return [];
	if (outcome === 'EXPIRE') return [{ state: 'expired', at: now, cause }];
	if (outcome === 'CANCEL') return [{ state: 'cancelled', at: now, cause }];
	if (outcome === 'LATE') return lateConfirmation(choice, cause, now);
	const delayMs = context.processingMs(choice, payment.attempts.length - 1);
	if (delayMs === null) return [];
	const isConfirmed = outcome === 'APPROVE' || outcome === 'SLOW' || outcome === 'CHALLENGE';
	const state = isConfirmed ? 'confirmed' : 'declined';
	return [{ state, at: now + delayMs * (outcome === 'SLOW' ? slowFactor : 1), cause }];
}

/** Plans the end of the window without a submit: the payment expires, and for LATE it is confirmed afterwards. */
export function planWithoutSubmit(payment: Payment, context: DecisionContext): Payment {
	const fate = foreseenFate(payment, context.rules);
	if (payment.choice === null || fate?.outcome !== 'LATE') return planExpiry(payment, context);
	const entries = lateConfirmation(payment.choice, fate.cause, context.now);
	return { ...payment, foreseen: fate, timeline: replaceFuture(payment, context.now, entries) };
}

/** Plans only the end of the window. */
export function planExpiry(payment: Payment, { now }: DecisionContext): Payment {
	const at = payment.choice?.windowEndsAt ?? now;
	const expired = { state: 'expired', at, cause: windowEnded } as const;
	return { ...payment, foreseen: null, timeline: replaceFuture(payment, now, [expired]) };
}

const windowEnded = "the shopper's window ended";

/** Plans to expire at the end of the window, and to be confirmed a day later. */
function lateConfirmation({ windowEndsAt }: Choice, cause: string, now: number): TimelineEntry[] {
	const at = Math.max(windowEndsAt, now);
	return [
		{ state: 'expired', at, cause: windowEnded },
		{ state: 'confirmed', at: at + dayMs, cause },
	];
}
