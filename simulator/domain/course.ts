/** What follows: the course a fate gives a payment, and that of a window that nobody uses. */
import { foreseenFate } from './fate.ts';
import type { DecisionContext } from './lifecycle.ts';
import type { Choice, Fate, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import type { TimelineEntry } from './timeline.ts';
import { pastOf, replan, stateAt } from './timeline.ts';

const dayMs = 24 * 60 * 60_000;
/** How much slower SLOW is than the network's delay. */
const slowFactor = 10;

/** The payment with what its accepted attempt does now, and what the network will answer. */
export function withCourse(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const at = context.now;
	if (fate.outcome === 'EXPIRE' || fate.outcome === 'CANCEL') {
		// Declined never turns into expired: who tries again has opened the page before.
		const again = { state: 'opened', at, cause: 'shopper tries again' } as const;
		const isRetry = stateAt(payment, at) === 'declined';
		const entries = [...(isRetry ? [again] : []), ...answerOf(payment, fate, context)];
		return { ...payment, timeline: replan(payment, at, entries) };
	}
	const processing = { state: 'processing', at, cause: 'shopper submitted' } as const;
	return withAnswer({ ...payment, timeline: replan(payment, at, [processing]) }, fate, context);
}

/**
 * The payment in processing with what the network answers from now on. An answer that would come after the timeout
 * finds it expired, and that is then the reason of its fate; a late confirmation is none of it (D-09).
 */
export function withAnswer(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const { now, processingTimeout: timeout } = context;
	const answer = answerOf(payment, fate, context);
	if (timeout === null) return { ...payment, timeline: replan(payment, now, answer) };
	const since = pastOf(payment, now).at(-1)?.at ?? now;
	const at = Math.max(since + timeout.ms, now);
	const [first, confirmedLate] = answer;
	if (first && first.at <= at) return { ...payment, timeline: replan(payment, now, answer) };
	const expired = { state: 'expired', at, cause: timeout.cause } as const;
	if (confirmedLate) {
		const confirmed = { ...confirmedLate, at: at + dayMs };
		return { ...payment, timeline: replan(payment, now, [expired, confirmed]) };
	}
	return { ...ranOut(payment), timeline: replan(payment, now, [expired]) };
}

function ranOut(payment: Payment): Payment {
	const fate = payment.attempts.at(-1)?.fate;
	if (!fate) return payment;
	const { outcome, cause } = fate;
	return withFate(payment, { outcome, cause, reason: 'window_elapsed' });
}

/** The network's answer, counted from now: nothing at all for HOLD. */
function answerOf(payment: Payment, fate: Fate, context: DecisionContext): TimelineEntry[] {
	const { outcome, cause } = fate;
	const { choice } = payment;
	const { now } = context;
	if (choice === null || outcome === 'HOLD') return [];
	if (outcome === 'EXPIRE') return [{ state: 'expired', at: now, cause }];
	if (outcome === 'CANCEL') return [{ state: 'cancelled', at: now, cause }];
	if (outcome === 'LATE') return late(choice, cause, now);
	const delayMs = context.processingMs(choice, payment.attempts.length - 1);
	if (delayMs === null) return [];
	const isConfirmed = outcome === 'APPROVE' || outcome === 'SLOW' || outcome === 'CHALLENGE';
	const state = isConfirmed ? 'confirmed' : 'declined';
	return [{ state, at: now + delayMs * (outcome === 'SLOW' ? slowFactor : 1), cause }];
}

/** The payment with what the end of the shopper's window brings when nobody submits, as far as it is known now. */
export function planWindow(payment: Payment, context: DecisionContext): Payment {
	const fate = foreseenFate(payment, context.rules);
	if (payment.choice === null || fate?.outcome !== 'LATE') return planExpiry(payment, context);
	const course = late(payment.choice, fate.cause, context.now);
	return { ...payment, foreseen: fate, timeline: replan(payment, context.now, course) };
}

/** The payment with nothing ahead but the end of its window. */
export function planExpiry(payment: Payment, { now }: DecisionContext): Payment {
	const at = payment.choice?.windowEndsAt ?? now;
	const expired = { state: 'expired', at, cause: windowEnded } as const;
	return { ...payment, foreseen: null, timeline: replan(payment, now, [expired]) };
}

const windowEnded = "the shopper's window ended";

/** Expired at the end of the window, and confirmed a day later all the same. */
function late({ windowEndsAt }: Choice, cause: string, now: number): TimelineEntry[] {
	const at = Math.max(windowEndsAt, now);
	return [
		{ state: 'expired', at, cause: windowEnded },
		{ state: 'confirmed', at: at + dayMs, cause },
	];
}
