import { expect, test } from 'vitest';
import type { Slo } from '../../reports/slo.ts';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { describeFewCalls } from './planned-calls.ts';

const mix = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };
const planOf = (holdMs: number, ratePerSecond = 5) =>
	averagePlan({ ratePerSecond, holdMs, mix, stories });
const call = { p95Ms: 500, maxFailureRatio: 0.01 };
const flow = { maxFailureRatio: 0.01, minAchievedRatio: 0.95 };
const limits = {
	steps: { 'payment-options': call, 'payment-suboptions': call, 'merchant-checkout': call },
	flow,
} as unknown as Slo;

test('a plan with too few calls for its limits says so, with the duration that is long enough', () => {
	expect(describeFewCalls(planOf(60_000), limits)).toBe(
		'2 limits will have too few calls: a p95 needs 400, a p99 2000. The run cannot be GO. Give --duration 4m, or a higher --rate.\n',
	);
	expect(describeFewCalls(planOf(60_000, 0.01), limits)).toMatch(/GO\. Give a higher --rate\.\n$/);
	// 600 calls of payment-options, and 240 of payment-suboptions.
	expect(describeFewCalls(planOf(120_000), limits)).toMatch(/^1 limit will have too few calls: /);
});

test('a plan with enough calls, or without judged response times, says nothing', () => {
	expect(describeFewCalls(planOf(210_000), limits)).toBe('');
	expect(describeFewCalls(planOf(60_000, 20), limits)).toBe('');
	expect(describeFewCalls(smokePlan(stories), limits)).toBe('');
});
