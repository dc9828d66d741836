import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomes } from '../contract/test-values.ts';
import { isFinal } from './allowed.ts';
import type { PaymentEvent } from './event.ts';
import { transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { pastOf, stateAt } from './payment.ts';
import {
	chooseBank,
	chooseCard,
	listBanks,
	minuteMs,
	momentAt,
	start,
	steerTo,
	submitBank,
	testPayment,
} from './test-payment.ts';

const maxAttempts = 3;

/** Every step there is between two entries of a timeline. */
const edges = [
	'created > redirected',
	'created > cancelled',
	'created > expired',
	'redirected > opened',
	'redirected > cancelled',
	'redirected > expired',
	'opened > processing',
	'opened > declined',
	'opened > cancelled',
	'opened > expired',
	'processing > confirmed',
	'processing > declined',
	'processing > expired',
	'processing > cancelled',
	'declined > opened',
	'declined > processing',
	'declined > cancelled',
	'expired > confirmed',
];

const steer = fc
	.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 3 })
	.map((outcomes) => steerTo(...outcomes));

/** What leads on comes more often than what ends: a payment lives long enough to see everything. */
const event: fc.Arbitrary<PaymentEvent> = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(chooseCard(), chooseBank(), chooseBank('co-pse-02')) },
	{ weight: 4, arbitrary: fc.constant(submitBank) },
	{ weight: 3, arbitrary: fc.constant({ type: 'decline', reason: 'generic_decline' } as const) },
	{ weight: 2, arbitrary: fc.constant({ type: 'open' } as const) },
	{ weight: 2, arbitrary: steer },
	{
		weight: 2,
		arbitrary: fc
			.constantFrom('passes' as const, 'fails' as const, 'wrong' as const)
			.map((answer) => ({ type: 'otp' as const, answer })),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom<PaymentEvent>(
			listBanks,
			{ type: 'return' },
			{ type: 'cancel' },
			{ type: 'expire' },
			{ type: 'confirm' },
			{ type: 'decline', reason: 'fraudulent' },
		),
	},
);

const step = fc.record({
	event,
	/** Mostly moments, at times the end of a window. */
	waitMs: fc.oneof(
		{ weight: 9, arbitrary: fc.nat(10_000) },
		{ weight: 1, arbitrary: fc.nat(40 * minuteMs) },
	),
	delayMs: fc.option(fc.nat(10_000)),
	processingTimeoutMs: fc.option(fc.nat(60 * minuteMs)),
	repeat: fc.constantFrom('same' as const, 'replace' as const, 'reject' as const),
	chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

/** Applies the steps; `check` sees the payment before and after each, at the moment of the step. */
function setup(
	steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
	check: (before: Payment, after: Payment, event: PaymentEvent, now: number) => void,
): Payment {
	let payment = testPayment();
	let now = start;
	for (const { event: next, waitMs, delayMs, chance, ...rules } of steps) {
		now += waitMs;
		const moment = momentAt(now, {
			rules: {
				maxAttempts,
				mayCancel: true,
				defaultOutcome: {
					APPROVE: 1,
					DECLINE: 2,
					HOLD: 1,
					CHALLENGE: 1,
					LATE: 1,
					EXPIRE: 1,
					CANCEL: 1,
				},
			},
			random: () => chance,
			processingMs: () => delayMs,
			...rules,
		});
		const done = transition(payment, next, moment);
		const after = done.ok ? done.payment : payment;
		check(payment, after, next, now);
		payment = after;
	}
	return payment;
}

test('any events at any times keep a payment whole', () => {
	const seen = new Set<string>();
	fc.assert(
		fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
			setup(steps, (before, after, { type }, now) => {
				const { timeline } = after;
				for (const [index, { state, at }] of timeline.entries()) {
					const previous = timeline[index - 1];
					if (!previous) continue;
					expect(at).toBeGreaterThanOrEqual(previous.at);
					expect(edges).toContain(`${previous.state} > ${state}`);
					seen.add(`${previous.state} > ${state}`);
				}
				const past = pastOf(before, now);
				expect(timeline.slice(0, past.length)).toEqual(past);
				expect(after.attempts.length).toBeLessThanOrEqual(maxAttempts);
				const submits = pastOf(after, now).filter(({ state }) => state === 'processing');
				expect(after.attempts.length).toBeGreaterThanOrEqual(submits.length);
				const moment = momentAt(now);
				if (isFinal(before, moment)) {
					const late = type === 'confirm' && stateAt(before, now) === 'expired';
					expect(stateAt(after, now)).toBe(late ? 'confirmed' : stateAt(before, now));
					expect(isFinal(after, moment)).toBe(true);
				}
			});
		}),
		// That no rare edge is missed by chance, the same events are drawn each time.
		{ numRuns: 2_000, seed: 1 },
	);
	expect([...seen].sort()).toEqual([...edges].sort());
});

test('what is planned can be read at any later time and ends somewhere', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 15, size: 'max' }), (steps) => {
			const payment = setup(steps, () => {});
			const farOff = start + 10_000 * minuteMs;
			const state = stateAt(payment, farOff);
			expect(state).toBe(payment.timeline.at(-1)?.state);
			expect(['created', 'redirected', 'opened']).not.toContain(state);
			expect(isFinal(payment, momentAt(farOff))).toBe(state !== 'processing');
		}),
		{ numRuns: 1_000 },
	);
});
