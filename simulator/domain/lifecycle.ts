/** Every transition of a payment, pure: (payment, event, context) → the payment afterwards, or a refusal. */
import type { DeclineReason } from '../contract/reasons.ts';
import type { Settings } from '../contract/settings.ts';
import type { Judged } from './allowed.ts';
import { allowedEvents, challengePending } from './allowed.ts';
import { acceptedChoice, choose } from './choose.ts';
import { planExpiry, withCourse } from './course.ts';
import type { PaymentEvent } from './event.ts';
import { afterChallenge, drawFate, reasonFor } from './fate.ts';
import type { Choice, Fate, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import type { Random } from './random.ts';
import type { LifecycleRefusal } from './refusal.ts';
import { steer } from './steer.ts';
import type { TimelineEntry } from './timeline.ts';
import { plannedOf, replan, stateAt } from './timeline.ts';

/** When an event happens, by which rules, with which chance. */
export interface DecisionContext extends Judged {
	random: Random;
	/** Whether only the same choice may be repeated, another may replace it, or nothing may (D-33). */
	repeat: Settings['hybrid']['repeat'];
	/** After which a payment in processing expires, and who says so; null for never (D-09). */
	processingTimeout: { ms: number; cause: string } | null;
	/** How long the network takes to confirm an attempt, in milliseconds; null when it never does. */
	processingMs(choice: Choice, attempt: number): number | null;
}

export type Transition = { ok: true; payment: Payment } | { ok: false; refusal: LifecycleRefusal };

type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;

export function transition(
	payment: Payment,
	event: PaymentEvent,
	context: DecisionContext,
): Transition {
	const state = stateAt(payment, context.now);
	const documented = event.type === 'list-suboptions' || event.type === 'choose';
	if (state === 'expired' && documented) return refuse({ code: 'session_expired' });
	const permitted = allowedEvents(payment, context);
	if (!permitted.includes(event.type)) {
		if (event.type === 'cancel' && !context.rules.mayCancel) {
			return refuse({ code: 'cancel_not_offered' });
		}
		const allowed = permitted.flatMap((type) =>
			type === 'choose' ? choiceNames[acceptedChoice(payment, context)] : type,
		);
		return refuse({ code: 'not_allowed_in_state', event: event.type, state, allowed });
	}
	return perform(payment, event, context);
}

const choiceNames = { any: 'choose', same: 'repeat-choice', none: [] } as const;

function perform(payment: Payment, event: PaymentEvent, context: DecisionContext): Transition {
	switch (event.type) {
		case 'list-suboptions':
			return { ok: true, payment: list(payment, event.optionCode) };
		case 'return':
			return { ok: true, payment };
		case 'choose':
			return choose(payment, event, context);
		case 'open':
			return { ok: true, payment: open(payment, context.now) };
		case 'submit':
			return { ok: true, payment: submit(payment, event, context) };
		case 'otp':
			return otp(payment, event, context);
		case 'steer':
			return steer(withReturnOrder(payment, event), event.signal, context);
		case 'cancel':
			return become({ ...payment, foreseen: null }, context.now, {
				state: 'cancelled',
				cause: 'shopper cancelled',
			});
		case 'confirm':
			return settle(payment, context, 'APPROVE', null);
		case 'expire':
			return expire(payment, context.now);
		case 'decline':
			return settle(payment, context, 'DECLINE', event.reason);
	}
}

function withReturnOrder(payment: Payment, { returnOrder = null }: EventOf<'steer'>): Payment {
	return returnOrder === null ? payment : { ...payment, returnOrder };
}

function list(payment: Payment, optionCode: string): Payment {
	const { listedOptions } = payment;
	if (listedOptions.includes(optionCode)) return payment;
	return { ...payment, listedOptions: listedOptions.concat(optionCode) };
}

function open(payment: Payment, now: number): Payment {
	if (stateAt(payment, now) === 'opened') return payment;
	const opened = { state: 'opened', at: now, cause: 'shopper opened the cashier' } as const;
	const timeline = replan(payment, now, [opened, ...plannedOf(payment, now)]);
	return { ...payment, timeline };
}

/** One attempt, counted now. While a code is asked for there is no new one. */
function submit(
	payment: Payment,
	{ card, typed }: EventOf<'submit'>,
	context: DecisionContext,
): Payment {
	const { now, rules, random } = context;
	if (challengePending(payment, now)) return payment;
	const first = stateAt(payment, now) === 'redirected' ? open(payment, now) : payment;
	const fate = drawFate(first, first.attempts.length, typed, rules, random);
	const attempted = { ...first, attempts: first.attempts.concat({ at: now, fate, card }) };
	if (fate.outcome === 'CHALLENGE') return challenge(attempted, fate, context);
	return withCourse(attempted, fate, context);
}

/** The payment stays opened until the code comes, or the window ends. */
function challenge(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const next = afterChallenge(payment, fate);
	const challenged = { ...payment, challenge: { wrongCodes: 0, next } };
	// The attempt has its fate now: a late confirmation that was foreseen without it is not coming.
	if (stateAt(payment, context.now) === 'opened') return planExpiry(challenged, context);
	const opened = { state: 'opened', at: context.now, cause: 'a code is asked for' } as const;
	const timeline = replan(challenged, context.now, [opened]);
	return planExpiry({ ...challenged, timeline }, context);
}

/** The third wrong code declines. */
const mostWrongCodes = 3;

function otp(payment: Payment, { answer }: EventOf<'otp'>, context: DecisionContext): Transition {
	const { challenge: pending } = payment;
	const fate = payment.attempts.at(-1)?.fate;
	// Allowed only while a code is asked for, and then an attempt has been made.
	if (!pending || !fate) return { ok: true, payment };
	if (answer === 'passes') {
		const { next } = pending;
		// Who steered meanwhile decides the fate; else the attempt stays one that was challenged.
		const settled = next.cause === fate.cause ? { ...fate, reason: next.reason } : next;
		const passed = withFate({ ...payment, challenge: null }, settled);
		return { ok: true, payment: withCourse(passed, pending.next, context) };
	}
	const wrongCodes = pending.wrongCodes + 1;
	if (answer === 'wrong' && wrongCodes < mostWrongCodes) {
		return { ok: true, payment: { ...payment, challenge: { ...pending, wrongCodes } } };
	}
	const failed = withFate(
		{ ...payment, challenge: null },
		{
			...fate,
			reason: 'authentication_failed',
		},
	);
	return become(failed, context.now, { state: 'declined', cause: 'wrong code' });
}

/** By the control API: what is planned beyond the window, a late confirmation, stays. */
function expire(payment: Payment, now: number): Transition {
	const lateConfirmation = plannedOf(payment, now).filter(({ state }) => state === 'confirmed');
	return become(
		payment,
		now,
		{ state: 'expired', cause: 'control API: expire' },
		...lateConfirmation,
	);
}

/** The network's hand: settles the current attempt now, whatever had been drawn for it. */
function settle(
	payment: Payment,
	{ now }: DecisionContext,
	outcome: 'APPROVE' | 'DECLINE',
	reason: DeclineReason | null,
): Transition {
	const cause = `control API: ${outcome === 'APPROVE' ? 'confirm' : 'decline'}`;
	const settled = withFate(payment, { outcome, cause, ...reasonFor(payment.choice, reason) });
	const state = outcome === 'APPROVE' ? 'confirmed' : 'declined';
	return become(settled, now, { state, cause });
}

/** Enters a state now and replaces everything that was planned. */
function become(
	payment: Payment,
	now: number,
	entry: Omit<TimelineEntry, 'at'>,
	...planned: TimelineEntry[]
): Transition {
	const timeline = replan(payment, now, [{ ...entry, at: now }, ...planned]);
	return { ok: true, payment: { ...payment, timeline } };
}

function refuse(refusal: LifecycleRefusal): Transition {
	return { ok: false, refusal };
}
