import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	after,
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
import type { Outcome } from '../contract/test-values.ts';
import { outcomes } from '../contract/test-values.ts';
import { isFinal } from './allowed.ts';
import type { Payment } from './payment.ts';
import { plannedStatesOf, stateAt } from './timeline.ts';

const timeoutMs = 2 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** When something happens, and how slow the network is. */
const at = (ms: number, networkMs: number | null = delayMs, processingTimeoutMs = timeoutMs) =>
	contextAt(start + ms, {
		processingTimeout: { ms: processingTimeoutMs, cause: 'timeout' },
		processingMs: () => networkMs,
	});

/** A payment submitted at the start, with this outcome. */
function setup(outcome: Outcome, networkMs: number | null = delayMs): Payment {
	const context = at(0, networkMs);
	return after(
		testPayment(),
		[chooseCard(), context],
		[steerTo(outcome), context],
		[submitBank, context],
	);
}

const plan = (payment: Payment, now = start) =>
	plannedStatesOf(payment, now).map(({ state, at: due }) => [state, due - start]);

test.each([
	['an answer in time', 'APPROVE', delayMs, [['confirmed', delayMs]]],
	['an answer at the last moment', 'APPROVE', timeoutMs, [['confirmed', timeoutMs]]],
	['an answer too late', 'APPROVE', timeoutMs + 1, [['expired', timeoutMs]]],
	['a decline too late', 'DECLINE', timeoutMs + 1, [['expired', timeoutMs]]],
	['a slow confirmation', 'SLOW', timeoutMs / 2, [['expired', timeoutMs]]],
	['no answer at all', 'APPROVE', null, [['expired', timeoutMs]]],
	['HOLD', 'HOLD', delayMs, [['expired', timeoutMs]]],
	[
		'LATE',
		'LATE',
		delayMs,
		[
			['expired', timeoutMs],
			['confirmed', timeoutMs + dayMs],
		],
	],
] as const)('%s', (_name, outcome, networkMs, expected) => {
	expect(plan(setup(outcome, networkMs))).toEqual(expected);
});

test.each([
	['an answer in time', 'FUNDS', delayMs, 'insufficient_funds'],
	['an answer too late', 'FUNDS', timeoutMs + 1, 'window_elapsed'],
	['no answer at all', 'APPROVE', null, 'window_elapsed'],
	['HOLD', 'HOLD', delayMs, 'window_elapsed'],
	['LATE', 'LATE', delayMs, 'late_confirmation'],
] as const)('the reason of the fate: %s', (_name, outcome, networkMs, reason) => {
	const cause = `steer = ${outcome}`;
	expect(setup(outcome, networkMs).attempts.at(-1)?.fate).toEqual({ outcome, cause, reason });
});

test('the expiry has the cause of the timeout', () => {
	expect(plannedStatesOf(setup('HOLD'), start)[0]?.cause).toBe('timeout');
});

test("a late payment whose window ends before the timeout expires with the window's end", () => {
	const context = at(0, delayMs, windowMs + 1);
	const payment = after(
		testPayment(),
		[chooseCard(), context],
		[steerTo('LATE'), context],
		[submitBank, context],
	);
	expect(plan(payment)).toEqual([
		['expired', windowMs],
		['confirmed', windowMs + dayMs],
	]);
});

test('steering replans against the time of the submit', () => {
	const held = setup('HOLD');
	const soon = after(held, [steerTo('APPROVE'), at(minuteMs)]);
	expect(plan(soon, start + minuteMs)).toEqual([['confirmed', minuteMs + delayMs]]);
	const lastMoment = timeoutMs - delayMs + 1;
	const tooLate = after(held, [steerTo('APPROVE'), at(lastMoment)]);
	expect(plan(tooLate, start + lastMoment)).toEqual([['expired', timeoutMs]]);
});

test('the timeout counts from the code of a challenge, not from the submit', () => {
	const context = at(0);
	const challenged = after(
		testPayment(),
		[chooseCard(), context],
		[steerTo('CHALLENGE'), context],
		[submitBank, context],
		[{ type: 'otp', answer: 'passes' }, at(5 * minuteMs)],
	);
	expect(plan(challenged, start + 5 * minuteMs)).toEqual([['confirmed', 5 * minuteMs + delayMs]]);
});

test('a payment that timed out is final, and a network action may still confirm it', () => {
	const held = setup('HOLD');
	const context = at(timeoutMs);
	expect(stateAt(held, context.now)).toBe('expired');
	expect(isFinal(held, context.now)).toBe(true);
	expect(stateAt(after(held, [{ type: 'confirm' }, context]), context.now)).toBe('confirmed');
});

test('a timeout set after the submit applies to later plans', () => {
	const never = contextAt(start, { processingMs: () => null });
	const waiting = after(testPayment(), [chooseCard(), never], [submitBank, never]);
	expect(plan(waiting)).toEqual([]);
	const steered = after(waiting, [steerTo('HOLD'), at(5 * minuteMs)]);
	expect(stateAt(steered, start + 5 * minuteMs)).toBe('expired');
});

test('with a timeout, no outcome keeps a payment in processing for longer', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...outcomes),
			fc.option(fc.nat(10 * minuteMs)),
			fc.nat(5 * minuteMs),
			(outcome, networkMs, processingTimeoutMs) => {
				const context = at(0, networkMs, processingTimeoutMs);
				const payment = after(
					testPayment(),
					[chooseCard(), context],
					[steerTo(outcome), context],
					[submitBank, context],
				);
				expect(stateAt(payment, start + processingTimeoutMs)).not.toBe('processing');
			},
		),
	);
});
