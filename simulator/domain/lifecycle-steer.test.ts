import { expect, test } from 'vitest';
import {
	after,
	chooseCard,
	contextAt,
	delayMs,
	start,
	steerTo,
	submitBank,
	testPayment,
} from '../../test/support/payment.ts';
import type { PaymentEvent } from './event.ts';
import type { Payment } from './payment.ts';
import { plannedStatesOf, stateAt } from './timeline.ts';

const decline: PaymentEvent = { type: 'decline', reason: 'generic_decline' };

function setup(changes: Parameters<typeof testPayment>[0] = {}): Payment {
	return after(testPayment(changes), [chooseCard(), contextAt(start)]);
}

const at = (seconds: number) => contextAt(start + seconds * 1_000);
const outcomesOf = ({ attempts }: Payment) => attempts.map(({ fate }) => fate.outcome);

/** Submits now and again, two delays apart, as long as the retry is there. */
function submitTimes(payment: Payment, times: number): Payment {
	let submitted = payment;
	for (let index = 0; index < times; index += 1) {
		submitted = after(submitted, [submitBank, at(100 + 10 * index)]);
	}
	return submitted;
}

test('steering before the submit decides the submit', () => {
	const payment = after(setup(), [steerTo('DECLINE'), at(1)], [submitBank, at(2)]);
	expect(payment.attempts[0]?.fate).toEqual({
		outcome: 'DECLINE',
		cause: 'steer = DECLINE',
		reason: 'generic_decline',
	});
	expect(stateAt(payment, start + 2_000 + delayMs)).toBe('declined');
});

test('steering a created payment decides its later submit', () => {
	const steered = after(testPayment(), [steerTo('HOLD'), at(0)]);
	const payment = after(steered, [chooseCard(), at(1)], [submitBank, at(2)]);
	expect(outcomesOf(payment)).toEqual(['HOLD']);
});

test('the later of two steerings before the submit decides', () => {
	const steered = after(setup(), [steerTo('DECLINE'), at(1)], [steerTo('HOLD'), at(2)]);
	expect(outcomesOf(after(steered, [submitBank, at(3)]))).toEqual(['HOLD']);
});

test('steering in processing replans from now and adds no attempt', () => {
	const processing = after(setup(), [submitBank, at(0)]);
	const steered = after(processing, [steerTo('DECLINE'), at(4)]);
	expect(outcomesOf(steered)).toEqual(['DECLINE']);
	expect(plannedStatesOf(steered, start + 4_000)).toEqual([
		{ state: 'declined', at: start + 4_000 + delayMs, cause: 'steer = DECLINE' },
	]);
	expect(stateAt(steered, start + delayMs)).toBe('processing');
});

test('steering to HOLD in processing removes the planned confirmation', () => {
	const held = after(setup(), [submitBank, at(0)], [steerTo('HOLD'), at(4)]);
	expect(plannedStatesOf(held, start + 4_000)).toEqual([]);
	const released = after(held, [steerTo('APPROVE'), at(90)]);
	expect(stateAt(released, start + 90_000 + delayMs)).toBe('confirmed');
});

test('steering after a decline decides only the next attempt', () => {
	const declined = after(setup(), [submitBank, at(0)], [decline, at(1)]);
	const retried = after(declined, [steerTo('HOLD'), at(2)], [submitBank, at(3)]);
	expect(outcomesOf(retried)).toEqual(['DECLINE', 'HOLD']);
});

test('a steered list begins at the attempt that it was sent for', () => {
	const processing = after(setup(), [submitBank, at(0)]);
	const steered = after(processing, [steerTo('DECLINE', 'APPROVE'), at(1)]);
	expect(outcomesOf(submitTimes(steered, 1))).toEqual(['DECLINE', 'APPROVE']);

	const declined = after(setup(), [submitBank, at(0)], [decline, at(1)]);
	const later = after(declined, [steerTo('DECLINE', 'HOLD'), at(2)]);
	expect(outcomesOf(submitTimes(later, 2))).toEqual(['DECLINE', 'DECLINE', 'HOLD']);
});

test('a list in the header gives one outcome per attempt, and the last one repeats', () => {
	const headerTrigger = { outcomes: ['DECLINE', 'APPROVE'], cause: 'header' } as const;
	const payment = submitTimes(setup({ headerTrigger }), 2);
	expect(outcomesOf(payment)).toEqual(['DECLINE', 'APPROVE']);

	const always = { outcomes: ['DECLINE'], cause: 'header' } as const;
	const declined = submitTimes(setup({ headerTrigger: always }), 3);
	expect(outcomesOf(declined)).toEqual(['DECLINE', 'DECLINE', 'DECLINE']);
});

test('a drawn decline needs no further event, and its retry can be confirmed', () => {
	const headerTrigger = { outcomes: ['DECLINE', 'APPROVE'], cause: 'header' } as const;
	const payment = after(setup({ headerTrigger }), [submitBank, at(0)]);
	expect(stateAt(payment, start + delayMs)).toBe('declined');
	const retried = after(payment, [submitBank, at(60)]);
	expect(stateAt(retried, start + 60_000 + delayMs)).toBe('confirmed');
	expect(retried.timeline.map(({ state }) => state)).toEqual([
		'created',
		'redirected',
		'opened',
		'processing',
		'declined',
		'processing',
		'confirmed',
	]);
});

test('each attempt draws its own fate and its own delay by its number', () => {
	const drawn: string[] = [];
	const asked: number[] = [];
	const context = (seconds: number) =>
		contextAt(start + seconds * 1_000, {
			rules: { mayCancel: true, defaultOutcome: { DECLINE: 1 } },
			random: (decision) => drawn.push(decision) * 0,
			processingMs: (_choice, attempt) => asked.push(attempt) * 10,
		});
	after(setup(), [submitBank, context(0)], [submitBank, context(9)], [submitBank, context(18)]);
	expect(drawn).toEqual(['fate 0', 'fate 1', 'fate 2']);
	expect(asked).toEqual([0, 1, 2]);
});
