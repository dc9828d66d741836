import { expect, test } from 'vitest';
import { testPayment } from '../../test/support/payment.ts';
import type { Outcome } from '../contract/test-values.ts';
import { drawOf } from '../runtime/chance.ts';
import { drawFate } from './fate.ts';
import type { OutcomeTrigger, Payment } from './payment.ts';

type Source = 'steer' | 'header' | 'card' | 'bank' | 'request';

/** Sources of a trigger, strongest first. */
const sources: readonly Source[] = ['steer', 'header', 'card', 'bank', 'request'];
const triggers: Record<Source, OutcomeTrigger> = {
	steer: { outcomes: ['HOLD'], cause: 'steer = HOLD' },
	header: { outcomes: ['DECLINE'], cause: 'header X-Sandbox-Outcome = DECLINE' },
	card: { outcomes: ['HOLD'], cause: 'test card ending 0259 = HOLD' },
	bank: { outcomes: ['DECLINE'], cause: 'test bank = SIM Bank (declines)' },
	request: { outcomes: ['FUNDS'], cause: 'customer.email = FUNDS' },
};

function setup(given: readonly Source[], attempt = 0) {
	const triggerOf = (source: Source) => (given.includes(source) ? triggers[source] : null);
	const steer = triggerOf('steer');
	const payment: Payment = {
		...testPayment(),
		steered: steer && { trigger: steer, fromAttempt: attempt, at: 0 },
		headerTrigger: triggerOf('header'),
		requestTrigger: triggerOf('request'),
		choice: {
			optionCode: 'co-pse',
			kind: 'bank',
			suboptionId: 'co-pse-01',
			bankTrigger: triggerOf('bank'),
			windowEndsAt: 0,
		},
	};
	const rules = { defaultOutcome: 'DECLINE' } as const;
	return drawFate(payment, attempt, triggerOf('card'), rules, () => 0.5);
}

/** Every subset of the sources. */
const sets = Array.from({ length: 2 ** sources.length }, (_, bits) =>
	sources.filter((_source, index) => (bits >> index) & 1),
);

test.each(sets.map((given) => ({ given })))(
	'of $given, the strongest trigger decides',
	({ given }) => {
		const strongest = sources.find((source) => given.includes(source));
		const expected = strongest ? triggers[strongest].cause : 'default outcome = DECLINE';
		expect(setup(given).cause).toBe(expected);
	},
);

test.each([
	['steer', 'HOLD', null],
	['header', 'DECLINE', 'generic_decline'],
	['card', 'HOLD', null],
	['bank', 'DECLINE', 'generic_decline'],
	['request', 'FUNDS', 'insufficient_funds'],
] as const)('the fate keeps outcome, cause and reason of %s', (source, outcome, reason) => {
	expect(setup([source])).toEqual({ outcome, cause: triggers[source].cause, reason });
});

test('a card and a bank give the same outcome at every attempt', () => {
	for (const attempt of [0, 1, 5]) {
		expect(setup(['card'], attempt).outcome).toBe('HOLD');
		expect(setup(['bank'], attempt).outcome).toBe('DECLINE');
	}
});

test.each([
	[0, 'DECLINE'],
	[1, 'HOLD'],
	[2, 'APPROVE'],
	[3, 'APPROVE'],
	[99, 'APPROVE'],
])('a list gives attempt %i the outcome %s', (attempt, outcome) => {
	const headerTrigger = { outcomes: ['DECLINE', 'HOLD', 'APPROVE'], cause: 'header' } as const;
	const rules = { defaultOutcome: 'APPROVE' } as const;
	const fate = drawFate(testPayment({ headerTrigger }), attempt, null, rules, () => 0.5);
	expect(fate.outcome).toBe(outcome);
});

test('many payments, each drawn by its own key, follow the weights', () => {
	const weights = { APPROVE: 6, DECLINE: 3, HOLD: 1 };
	const total = 20_000;
	const counts: Partial<Record<Outcome, number>> = {};
	for (let index = 0; index < total; index += 1) {
		const random = (decision: string) => drawOf(`1 default order-${index}#1 ${decision}`);
		const rules = { defaultOutcome: weights };
		const { outcome } = drawFate(testPayment(), 0, null, rules, random);
		counts[outcome] = (counts[outcome] ?? 0) + 1;
	}
	for (const outcome of ['APPROVE', 'DECLINE', 'HOLD'] as const) {
		const share = weights[outcome] / 10;
		// Four standard deviations: a right draw is outside once in 16 000 seeds.
		const tolerance = 4 * Math.sqrt(total * share * (1 - share));
		expect(Math.abs((counts[outcome] ?? 0) - total * share)).toBeLessThan(tolerance);
	}
});

test('a drawn default outcome has its own cause, and the reason of its outcome', () => {
	const rules = { defaultOutcome: { APPROVE: 0, DECLINE: 0.1 } };
	expect(drawFate(testPayment(), 0, null, rules, () => 0)).toEqual({
		outcome: 'DECLINE',
		cause: 'drawn default outcome = DECLINE',
		reason: 'generic_decline',
	});
});

test.each([0, 0.5, 1 - 2 ** -53])(
	'an outcome of weight 0 is never drawn, with the random number %f',
	(chance) => {
		const rules = { defaultOutcome: { HOLD: 0, APPROVE: 0.3, DECLINE: 0 } };
		expect(drawFate(testPayment(), 0, null, rules, () => chance).outcome).toBe('APPROVE');
	},
);
