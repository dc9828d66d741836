import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averagePlan, k6Options, smokePlan } from './profiles.ts';
import { stories } from './stories.ts';

const mix = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };

test('smoke runs every story five times, one flow at a time', () => {
	const plan = smokePlan(stories);
	expect(plan.iterations).toBe(5 * stories.length);
	expect(plan.maxVUs).toBe(1);
	expect(k6Options(plan).scenarios.hold).toMatchObject({
		executor: 'shared-iterations',
		iterations: 5 * stories.length,
		vus: 1,
	});
});

test('average warms up, then holds the rate', () => {
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });
	const { scenarios } = k6Options(plan);
	expect(plan).toMatchObject({ warmUpMs: 10_000, holdMs: 60_000, ratePerSecond: 20 });
	expect(scenarios.warm_up).toMatchObject({ startTime: '0ms', duration: '10000ms', rate: 20 });
	expect(scenarios.hold).toMatchObject({ startTime: '10000ms', duration: '60000ms', rate: 20 });
});

test('virtual users suffice for calls that time out, and all are allocated before the run', () => {
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });
	expect(k6Options(plan).scenarios.hold).toMatchObject({ preAllocatedVUs: 260, maxVUs: 260 });
});

test('the shares of every plan add up to 1, and its end comes after its last flow', () => {
	const choice = fc.record({
		ratePerSecond: fc.integer({ min: 1, max: 1000 }),
		holdMs: fc.integer({ min: 1000, max: 3_600_000 }),
	});
	fc.assert(
		fc.property(choice, (some) => {
			const plan = averagePlan({ ...some, mix, stories });
			const shares = Object.values(plan.mix).reduce((sum, share) => sum + share, 0);
			expect(shares).toBeCloseTo(1);
			expect(plan.longestMs).toBeGreaterThan(plan.warmUpMs + plan.holdMs);
			expect(plan.maxVUs).toBeLessThan(4000);
		}),
		{ seed: 1 },
	);
});

test('every expected step must have samples', () => {
	const { thresholds } = k6Options(
		averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories }),
	);
	expect(thresholds['http_reqs{step:payment-suboptions,phase:hold}']).toEqual(['count>0']);
	const cards = { 'card/redirected': 1 };
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix: cards, stories });
	expect(plan.expectedSteps).toEqual(['payment-options', 'hybrid-payment']);
});

test('a rare story in a short run is not expected', () => {
	const rare = { 'card/redirected': 0.99, 'bank/redirected': 0.01 };
	const plan = averagePlan({ ratePerSecond: 10, holdMs: 5000, mix: rare, stories });
	expect(plan.expectedSteps).not.toContain('payment-suboptions');
});

test('the load on a target that is down stops fifteen seconds into the measured part', () => {
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });
	expect(k6Options(plan).thresholds['http_req_failed{phase:hold}']).toEqual([
		{ threshold: 'rate<0.5', abortOnFail: true, delayAbortEval: '25000ms' },
	]);
	expect(k6Options(smokePlan(stories)).thresholds).not.toHaveProperty([
		'http_req_failed{phase:hold}',
	]);
});
