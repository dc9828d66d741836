import { expect, test } from 'vitest';
import {
	after,
	chooseBank,
	chooseCard,
	contextAt,
	delayMs,
	minuteMs,
	start,
	steerTo,
	submitBank,
	testPayment,
	windowMs,
} from '../../test/support/payment.ts';
import { canRetry } from './allowed.ts';
import type { PaymentEvent } from './event.ts';
import { transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { plannedStatesOf, stateAt } from './timeline.ts';

const decline: PaymentEvent = { type: 'decline', reason: 'generic_decline' };
const dayMs = 24 * 60 * minuteMs;

function setup(): { redirected: Payment; opened: Payment; processing: Payment } {
	const redirected = after(testPayment(), [chooseCard(), contextAt(start)]);
	const opened = after(redirected, [{ type: 'open' }, contextAt(start + 1)]);
	return { redirected, opened, processing: after(opened, [submitBank, contextAt(start + 2)]) };
}

const statesOf = ({ timeline }: Payment) => timeline.map(({ state }) => state);
const outcomesOf = ({ attempts }: Payment) => attempts.map(({ fate }) => fate.outcome);

test('a payment without a choice expires 30 minutes after its creation', () => {
	const payment = testPayment();
	expect(stateAt(payment, start + windowMs - 1)).toBe('created');
	expect(stateAt(payment, start + windowMs)).toBe('expired');
});

test('hybrid-payment starts the window of the choice', () => {
	const later = start + 20 * minuteMs;
	const payment = after(testPayment(), [chooseCard({}, 3 * dayMs), contextAt(later)]);
	expect(payment.choice?.windowEndsAt).toBe(later + 3 * dayMs);
	expect(stateAt(payment, later + 3 * dayMs - 1)).toBe('redirected');
	expect(stateAt(payment, later + 3 * dayMs)).toBe('expired');
});

test('the same choice again has no effect', () => {
	for (const payment of Object.values(setup())) {
		const done = transition(payment, chooseCard({}, 5), contextAt(start + 1_000));
		expect(done).toEqual({ ok: true, payment });
	}
});

test('another choice replaces the first and restarts the window', () => {
	const { redirected } = setup();
	const later = start + 20 * minuteMs;
	const payment = after(redirected, [chooseBank(), contextAt(later)]);
	expect(payment.choice).toMatchObject({ optionCode: 'co-pse', suboptionId: 'co-pse-01' });
	expect(plannedStatesOf(payment, later)).toMatchObject([
		{ state: 'expired', at: later + windowMs },
	]);
});

test('another bank of the same option is another choice', () => {
	const { opened } = setup();
	const at = contextAt(start + 9);
	const payment = after(opened, [chooseBank(), at], [chooseBank('co-pse-02'), at]);
	expect(payment.choice?.suboptionId).toBe('co-pse-02');
	expect(stateAt(payment, start + 9)).toBe('opened');
});

test('the choice is locked after the submit, also after a decline', () => {
	const { processing } = setup();
	const declined = after(processing, [decline, contextAt(start + 3)]);
	for (const payment of [processing, declined]) {
		const state = stateAt(payment, start + 3);
		const done = transition(payment, chooseBank(), contextAt(start + 3));
		expect(done).toEqual({ ok: false, refusal: { code: 'choice_locked', state } });
	}
});

test('a submit without an opened page opens it first', () => {
	const payment = after(setup().redirected, [submitBank, contextAt(start + 5)]);
	expect(statesOf(payment)).toEqual(['created', 'redirected', 'opened', 'processing', 'confirmed']);
});

test('a submit plans the confirmation and removes the end of the window', () => {
	const { processing } = setup();
	const due = start + 2 + delayMs;
	expect(stateAt(processing, due - 1)).toBe('processing');
	expect(stateAt(processing, due)).toBe('confirmed');
	expect(stateAt(processing, start + 100 * windowMs)).toBe('confirmed');
});

test('a second opening changes nothing', () => {
	const { opened } = setup();
	const again = after(opened, [{ type: 'open' }, contextAt(start + minuteMs)]);
	expect(again).toBe(opened);
	expect(stateAt(opened, start + windowMs)).toBe('expired');
});

test('every submit counts as one attempt, with its card and its time', () => {
	const submitCard: PaymentEvent = {
		type: 'submit',
		card: '424242******4242',
		typed: null,
	};
	const payment = after(setup().opened, [submitCard, contextAt(start + 7)]);
	expect(payment.attempts).toMatchObject([{ at: start + 7, card: '424242******4242' }]);
});

test('after the third decline, no attempt is left', () => {
	let payment = setup().opened;
	for (const attempt of [1, 2, 3]) {
		const at = contextAt(start + 10 * attempt);
		payment = after(payment, [submitBank, at], [decline, at]);
		expect(payment.attempts).toHaveLength(attempt);
		expect(canRetry(payment, at.now)).toBe(attempt < 3);
	}
	const done = transition(payment, submitBank, contextAt(start + 40));
	expect(done).toMatchObject({ ok: false, refusal: { state: 'declined' } });
});

test('a retry ends with the window, and declined never becomes expired', () => {
	const declined = after(setup().processing, [decline, contextAt(start + 3)]);
	expect(canRetry(declined, start + windowMs - 1)).toBe(true);
	expect(canRetry(declined, start + windowMs)).toBe(false);
	expect(stateAt(declined, start + 100 * windowMs)).toBe('declined');
});

test('a fraudulent decline leaves no retry', () => {
	const fraud: PaymentEvent = { type: 'decline', reason: 'fraudulent' };
	const declined = after(setup().processing, [fraud, contextAt(start + 3)]);
	expect(declined.attempts.at(-1)?.fate.reason).toBe('fraudulent');
	expect(canRetry(declined, start + 3)).toBe(false);
});

test('processing has no timeout: HOLD waits for a network action', () => {
	const held = after(setup().opened, [steerTo('HOLD'), contextAt(start + 2)]);
	const processing = after(held, [submitBank, contextAt(start + 2)]);
	const farOff = start + 3_650 * dayMs;
	expect(stateAt(processing, farOff)).toBe('processing');
	const confirmed = after(processing, [{ type: 'confirm' }, contextAt(farOff)]);
	expect(stateAt(confirmed, farOff)).toBe('confirmed');
});

test('a network that never answers leaves the payment in processing', () => {
	const never = contextAt(start + 2, { processingMs: () => null });
	const payment = after(setup().opened, [submitBank, never]);
	expect(plannedStatesOf(payment, start + 2)).toEqual([]);
});

test('a network action can confirm an expired payment', () => {
	const late = start + windowMs + dayMs;
	const payment = after(setup().opened, [{ type: 'confirm' }, contextAt(late)]);
	expect(stateAt(payment, late - 1)).toBe('expired');
	expect(stateAt(payment, late)).toBe('confirmed');
});

test('a network action decides an attempt now and replaces its plan', () => {
	const { processing } = setup();
	const declined = after(processing, [decline, contextAt(start + 3)]);
	expect(outcomesOf(declined)).toEqual(['DECLINE']);
	expect(stateAt(declined, start + dayMs)).toBe('declined');
	const confirmed = after(processing, [{ type: 'confirm' }, contextAt(start + 3)]);
	expect(confirmed.timeline.at(-1)).toMatchObject({ state: 'confirmed', at: start + 3 });
});
