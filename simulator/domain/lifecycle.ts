/** Every transition of a payment, pure: (payment, event, moment) → the payment afterwards, or a refusal. */
import type { Judged } from './allowed.ts';
import { allowedEvents } from './allowed.ts';
import type { PaymentEvent } from './event.ts';
import { drawFate } from './fate.ts';
import type { Choice, Fate, Payment, TimelineEntry } from './payment.ts';
import { pastOf, stateAt } from './payment.ts';
import type { Random } from './random.ts';
import type { LifecycleRefusal } from './refusal.ts';

/** When an event happens, by which rules, with which chance. */
export interface Moment extends Judged {
	random: Random;
	/** How long the network takes to confirm an attempt, in milliseconds; null when it never does. */
	processingMs(choice: Choice, attempt: number): number | null;
}

export type Transition = { ok: true; payment: Payment } | { ok: false; refusal: LifecycleRefusal };

type EventOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>;

export function transition(payment: Payment, event: PaymentEvent, moment: Moment): Transition {
	const state = stateAt(payment, moment.now);
	const documented = event.type === 'list-suboptions' || event.type === 'choose';
	if (state === 'expired' && documented) return refuse({ code: 'session_expired' });
	const permitted = allowedEvents(payment, moment);
	if (!permitted.includes(event.type)) {
		return refuse({ code: 'not_allowed_in_state', event: event.type, state, allowed: permitted });
	}
	return perform(payment, event, moment);
}

function perform(payment: Payment, event: PaymentEvent, moment: Moment): Transition {
	switch (event.type) {
		case 'list-suboptions':
		case 'return':
			return { ok: true, payment };
		case 'choose':
			return choose(payment, event, moment);
		case 'open':
			return { ok: true, payment: open(payment, moment.now) };
		case 'submit':
			return { ok: true, payment: submit(payment, event, moment) };
		case 'steer':
			return { ok: true, payment: steer(payment, event, moment) };
		case 'cancel':
			return become(payment, moment.now, { state: 'cancelled', cause: 'shopper cancelled' });
		case 'confirm':
			return settle(payment, moment, 'APPROVE', null);
		case 'expire':
			return become(payment, moment.now, { state: 'expired', cause: 'control API: expire' });
		case 'decline':
			return settle(payment, moment, 'DECLINE', event.reason);
	}
}

/** The same choice again changes nothing; another one replaces it, in an open cashier too, until the submit (D-33). */
function choose(
	payment: Payment,
	{ choice, windowMs }: EventOf<'choose'>,
	{ now }: Moment,
): Transition {
	const before = payment.choice;
	if (before?.optionCode === choice.optionCode && before.suboptionId === choice.suboptionId) {
		return { ok: true, payment };
	}
	const state = stateAt(payment, now);
	if (!['created', 'redirected', 'opened'].includes(state)) {
		return refuse({ code: 'choice_locked', state });
	}
	const windowEndsAt = now + windowMs;
	const entry = {
		state: state === 'opened' ? state : 'redirected',
		cause: 'hybrid-payment',
	} as const;
	return become({ ...payment, choice: { ...choice, windowEndsAt } }, now, entry, {
		...windowEnd,
		at: windowEndsAt,
	});
}

const windowEnd = { state: 'expired', cause: "the shopper's window ended" } as const;

function open(payment: Payment, now: number): Payment {
	if (stateAt(payment, now) === 'opened') return payment;
	const opened = { state: 'opened', at: now, cause: 'shopper opened the cashier' } as const;
	const planned = payment.timeline.filter((entry) => entry.at > now);
	return { ...payment, timeline: [...pastOf(payment, now), opened, ...planned] };
}

function submit(payment: Payment, { card }: EventOf<'submit'>, moment: Moment): Payment {
	const { now, rules, random } = moment;
	const first = stateAt(payment, now) === 'redirected' ? open(payment, now) : payment;
	const fate = drawFate(first, first.attempts.length, card?.signal ?? null, rules, random);
	const attempts = [...first.attempts, { at: now, fate, card: card?.masked ?? null }];
	const processing = { state: 'processing', at: now, cause: 'shopper submitted' } as const;
	return plan({ ...first, attempts, timeline: [...pastOf(first, now), processing] }, fate, moment);
}

/** Adds what the network will do to a payment in processing: nothing at all for HOLD. */
function plan(payment: Payment, fate: Fate, moment: Moment): Payment {
	const state = outcomeStates[fate.outcome];
	if (state === null || payment.choice === null) return payment;
	const delayMs = moment.processingMs(payment.choice, payment.attempts.length - 1);
	if (delayMs === null) return payment;
	const entry = { state, at: moment.now + delayMs, cause: fate.cause };
	return { ...payment, timeline: [...payment.timeline, entry] };
}

const outcomeStates = { APPROVE: 'confirmed', DECLINE: 'declined', HOLD: null } as const;

/** In processing the current attempt is replanned from now; at any other time the next attempt meets the word. */
function steer(payment: Payment, { signal }: EventOf<'steer'>, moment: Moment): Payment {
	const { now, rules, random } = moment;
	const made = payment.attempts.length;
	if (stateAt(payment, now) !== 'processing') {
		return { ...payment, steered: { signal, fromAttempt: made } };
	}
	const steered = { ...payment, steered: { signal, fromAttempt: made - 1 } };
	const fate = drawFate(steered, made - 1, null, rules, random);
	return plan({ ...withFate(steered, fate), timeline: pastOf(payment, now) }, fate, moment);
}

/** The network's hand: settles the current attempt now, whatever had been drawn for it. */
function settle(
	payment: Payment,
	{ now }: Moment,
	outcome: 'APPROVE' | 'DECLINE',
	reason: Fate['reason'],
): Transition {
	const cause = `control API: ${outcome === 'APPROVE' ? 'confirm' : 'decline'}`;
	const settled = withFate(payment, { outcome, cause, reason });
	return become(settled, now, { state: outcomeStates[outcome], cause });
}

function withFate(payment: Payment, fate: Fate): Payment {
	const attempts = payment.attempts.map((attempt, index) =>
		index === payment.attempts.length - 1 ? { ...attempt, fate } : attempt,
	);
	return { ...payment, attempts };
}

/** Enters a state now and replaces everything that was planned. */
function become(
	payment: Payment,
	now: number,
	entry: Omit<TimelineEntry, 'at'>,
	...planned: TimelineEntry[]
): Transition {
	const timeline = [...pastOf(payment, now), { ...entry, at: now }, ...planned];
	return { ok: true, payment: { ...payment, timeline } };
}

function refuse(refusal: LifecycleRefusal): Transition {
	return { ok: false, refusal };
}
