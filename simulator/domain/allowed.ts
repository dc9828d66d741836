/** The events that each state of a payment allows. */
import type { PaymentState } from '../contract/control.ts';
import type { PaymentEvent } from './event.ts';
import type { FateRules } from './fate.ts';
import type { Payment } from './payment.ts';
import { stateAt } from './timeline.ts';

type EventType = PaymentEvent['type'];

/** The time and the rules that apply to a payment. */
export interface RuleContext {
	/** The time on the workspace's clock, in milliseconds since the epoch. */
	now: number;
	rules: FateRules & {
		/** Whether the cashier has a cancel button (D-38). */
		mayCancel: boolean;
	};
}

/** The events that each state allows. The row of `declined` is for a payment without a retry left. */
const allowed: Record<PaymentState, readonly EventType[]> = {
	created: ['list-suboptions', 'choose', 'cancel', 'return', 'expire', 'steer'],
	redirected: [
		'list-suboptions',
		'choose',
		'open',
		'submit',
		'cancel',
		'return',
		'expire',
		'steer',
	],
	opened: ['list-suboptions', 'choose', 'open', 'submit', 'cancel', 'return', 'expire', 'steer'],
	processing: ['choose', 'return', 'confirm', 'decline', 'steer'],
	confirmed: ['choose', 'return'],
	declined: ['choose', 'return'],
	cancelled: ['return'],
	expired: ['return', 'confirm'],
};
const allowedOnRetry: readonly EventType[] = ['choose', 'submit', 'cancel', 'return', 'steer'];

export function allowedEvents(payment: Payment, context: RuleContext): readonly EventType[] {
	const events = eventsOf(payment, context.now);
	return context.rules.mayCancel ? events : events.filter((event) => event !== 'cancel');
}

function eventsOf(payment: Payment, now: number): readonly EventType[] {
	if (canRetry(payment, now)) return allowedOnRetry;
	const state = stateAt(payment, now);
	if (isChallengePending(payment, now)) return [...allowed[state], 'otp'];
	if (state === 'expired' && !isFinal(payment, now)) return [...allowed[state], 'steer'];
	return allowed[state];
}

/** Whether the cashier waits for the code of a challenge. */
export function isChallengePending(payment: Payment, now: number): boolean {
	return payment.challenge !== null && stateAt(payment, now) === 'opened';
}

/**
 * Whether the shopper may try again after a decline: attempts remain, the window is open, and the reason was not fraud.
 */
export function canRetry(payment: Payment, now: number): boolean {
	return stateAt(payment, now) === 'declined' && now < retriesEndAt(payment);
}

/** When the payment can no longer be tried again; minus infinity if no attempt is left. */
function retriesEndAt({ attempts, maxAttempts, choice }: Payment): number {
	const none = attempts.length >= maxAttempts || attempts.at(-1)?.fate.reason === 'fraudulent';
	return none || choice === null ? Number.NEGATIVE_INFINITY : choice.windowEndsAt;
}

export function isFinal(payment: Payment, now: number): boolean {
	return now >= becomesFinalAt(payment);
}

/**
 * When the payment next changes by time alone: it reaches a planned state, or no further attempt is allowed. Infinity if
 * time changes nothing.
 */
export function nextChangeAt(payment: Payment, now: number): number {
	const planned = payment.timeline.find(({ at }) => at > now)?.at ?? Number.POSITIVE_INFINITY;
	const finalAt = becomesFinalAt(payment);
	return finalAt > now ? Math.min(planned, finalAt) : planned;
}

/** When the payment becomes final without another event; infinity if it is held in processing. */
export function becomesFinalAt(payment: Payment): number {
	const last = payment.timeline.at(-1);
	switch (last?.state) {
		case 'confirmed':
		case 'cancelled':
			return last.at;
		case 'expired':
			// A steer that came later removed a planned late confirmation: until then, the payment was not final.
			return Math.max(last.at, payment.steered?.at ?? last.at);
		case 'declined':
			return Math.max(last.at, retriesEndAt(payment));
		default:
			return Number.POSITIVE_INFINITY;
	}
}
