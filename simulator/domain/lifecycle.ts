/** All transitions of a payment, as pure functions: (payment, event, context) → the changed payment, or a refusal. */
import type { PaymentState } from '../contract/control.ts';
import type { DeclineReason } from '../contract/reasons.ts';
import type { KeyedDraw } from '../contract/seed.ts';
import type { Settings } from '../contract/settings.ts';
import type { RuleContext } from './allowed.ts';
import { allowedEvents, isChallengePending } from './allowed.ts';
import { acceptedChoice, choose } from './choose.ts';
import type { PaymentEvent } from './event.ts';
import { declineReasonFor, drawFate, fateAfterRightCode } from './fate.ts';
import type { Choice, Fate, Payment } from './payment.ts';
import { withFate } from './payment.ts';
import { planAttempt, planExpiry } from './plan.ts';
import { steer } from './steer.ts';
import type { TimelineEntry } from './timeline.ts';
import { plannedStatesOf, replaceFuture, stateAt } from './timeline.ts';

/** What a decision about an event depends on: the time, the rules and the random numbers. */
export interface DecisionContext extends RuleContext {
	random: KeyedDraw;
	/** How a repeated choice is answered (D-33). */
	repeat: Settings['hybrid']['repeat'];
	/** When a payment in processing expires, and the cause to show; null for never (D-09). */
	processingTimeout: { ms: number; cause: string } | null;
	/** Returns the processing delay of an attempt in milliseconds; null if the network never answers. */
	processingMs(choice: Choice, attempt: number): number | null;
}

export type Transition = { ok: true; payment: Payment } | { ok: false; refusal: LifecycleRefusal };

/** Why an event was refused. `simulator/errors` gives each refusal a status and a text. */
export type LifecycleRefusal =
	| { code: 'session_expired' }
	| { code: 'cancel_not_offered' }
	| { code: 'choice_locked'; state: PaymentState }
	| { code: 'choice_made'; state: PaymentState }
	| { code: 'challenge_too_late'; state: PaymentState }
	| { code: 'cancel_too_late'; state: PaymentState }
	| {
			code: 'not_allowed_in_state';
			event: PaymentEvent['type'];
			state: PaymentState;
			/** The events that the state allows. `repeat-choice`: only the choice that was made before is accepted. */
			allowed: readonly (PaymentEvent['type'] | 'repeat-choice')[];
	  };

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
	return applyAllowed(payment, event, context);
}

const choiceNames = { any: 'choose', same: 'repeat-choice', none: [] } as const;

function applyAllowed(payment: Payment, event: PaymentEvent, context: DecisionContext): Transition {
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
			return steer(withReturnLinkTiming(payment, event), event.trigger, context);
		case 'cancel':
			return enter({ ...payment, foreseen: null }, context.now, {
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

function withReturnLinkTiming(
	payment: Payment,
	{ returnLinkTiming = null }: EventOf<'steer'>,
): Payment {
	return returnLinkTiming === null ? payment : { ...payment, returnLinkTiming };
}

function list(payment: Payment, optionCode: string): Payment {
	const { listedOptions } = payment;
	if (listedOptions.includes(optionCode)) return payment;
	return { ...payment, listedOptions: listedOptions.concat(optionCode) };
}

function open(payment: Payment, now: number): Payment {
	if (stateAt(payment, now) === 'opened') return payment;
	const opened = { state: 'opened', at: now, cause: 'shopper opened the cashier' } as const;
	const timeline = replaceFuture(payment, now, [opened, ...plannedStatesOf(payment, now)]);
	return { ...payment, timeline };
}

/** Adds an attempt. While a challenge is pending, a submit does not add one. */
function submit(
	payment: Payment,
	{ card, typed }: EventOf<'submit'>,
	context: DecisionContext,
): Payment {
	const { now, rules, random } = context;
	if (isChallengePending(payment, now)) return payment;
	const first = stateAt(payment, now) === 'redirected' ? open(payment, now) : payment;
	const fate = drawFate(first, first.attempts.length, typed, rules, random);
	const attempted = { ...first, attempts: first.attempts.concat({ at: now, fate, card }) };
	if (fate.outcome === 'CHALLENGE') return challenge(attempted, fate, context);
	return planAttempt(attempted, fate, context);
}

/** Asks for a code: the payment stays opened until the shopper types it, or the window ends. */
function challenge(payment: Payment, fate: Fate, context: DecisionContext): Payment {
	const next = fateAfterRightCode(payment, fate);
	const challenged = { ...payment, challenge: { wrongCodes: 0, next } };
	// `planExpiry` also removes a late confirmation that was planned before the submit.
	if (stateAt(payment, context.now) === 'opened') return planExpiry(challenged, context);
	const opened = { state: 'opened', at: context.now, cause: 'a code is asked for' } as const;
	const timeline = replaceFuture(challenged, context.now, [opened]);
	return planExpiry({ ...challenged, timeline }, context);
}

const maxWrongCodes = 3;

function otp(payment: Payment, { answer }: EventOf<'otp'>, context: DecisionContext): Transition {
	const { challenge: pending } = payment;
	const fate = payment.attempts.at(-1)?.fate;
	// The event is allowed only while a challenge is pending, so an attempt exists.
	if (!pending || !fate) return { ok: true, payment };
	if (answer === 'passes') {
		const { next } = pending;
		// If the control API steered the payment in the meantime, that fate counts. Otherwise the attempt keeps the outcome
		// CHALLENGE.
		const settled = next.cause === fate.cause ? { ...fate, reason: next.reason } : next;
		const passed = withFate({ ...payment, challenge: null }, settled);
		return { ok: true, payment: planAttempt(passed, pending.next, context) };
	}
	const wrongCodes = pending.wrongCodes + 1;
	if (answer === 'wrong' && wrongCodes < maxWrongCodes) {
		return { ok: true, payment: { ...payment, challenge: { ...pending, wrongCodes } } };
	}
	const failed = withFate(
		{ ...payment, challenge: null },
		{
			...fate,
			reason: 'authentication_failed',
		},
	);
	return enter(failed, context.now, { state: 'declined', cause: 'wrong code' });
}

/** Expires the payment now. A planned late confirmation stays planned. */
function expire(payment: Payment, now: number): Transition {
	const lateConfirmation = plannedStatesOf(payment, now).filter(
		({ state }) => state === 'confirmed',
	);
	return enter(
		payment,
		now,
		{ state: 'expired', cause: 'control API: expire' },
		...lateConfirmation,
	);
}

/** Decides the current attempt now: a network action of the control API. */
function settle(
	payment: Payment,
	{ now }: DecisionContext,
	outcome: 'APPROVE' | 'DECLINE',
	reason: DeclineReason | null,
): Transition {
	const cause = `control API: ${outcome === 'APPROVE' ? 'confirm' : 'decline'}`;
	const settled = withFate(payment, {
		outcome,
		cause,
		...declineReasonFor(payment.choice, reason),
	});
	const state = outcome === 'APPROVE' ? 'confirmed' : 'declined';
	return enter(settled, now, { state, cause });
}

/** Enters a state now and replaces the planned states. */
function enter(
	payment: Payment,
	now: number,
	entry: Omit<TimelineEntry, 'at'>,
	...planned: TimelineEntry[]
): Transition {
	const timeline = replaceFuture(payment, now, [{ ...entry, at: now }, ...planned]);
	return { ok: true, payment: { ...payment, timeline } };
}

function refuse(refusal: LifecycleRefusal): Transition {
	return { ok: false, refusal };
}
