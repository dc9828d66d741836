import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgedIntervalMs } from '../reports/canary.ts';
import { addBrowserShoppers } from './browser-plan.ts';
import { shopFlowFacts } from './merchant-orders.ts';
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

test('only bank stories take the step payment-suboptions', () => {
	const both = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix: both, stories });
	expect(plan.steps).toEqual(['payment-options', 'payment-suboptions', 'hybrid-payment']);
	expect(plan.stepsByStory).toEqual({
		'card/redirected': ['payment-options', 'hybrid-payment'],
		'bank/redirected': plan.steps,
	});
});

test('the canary beats over warm-up and measured part; a run that judges no latency has none', () => {
	const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });
	expect(k6Options(plan).scenarios.canary).toMatchObject({
		...{ executor: 'constant-arrival-rate', startTime: '0ms', duration: '70000ms' },
		...{ rate: 1000 / judgedIntervalMs, timeUnit: '1s' },
	});
	expect(plan.longestMs).toBeGreaterThan(71_000);
	expect(k6Options(smokePlan(stories)).scenarios).not.toHaveProperty('canary');
});

test('orders of a shop are flows, and shoppers in a browser come beside the measured part', () => {
	const plan = averagePlan({
		...{ ratePerSecond: 5, holdMs: 60_000, mix: { 'merchant/card': 1 } },
		stories: shopFlowFacts(true),
	});
	expect(plan.steps).toEqual(['merchant-checkout', 'merchant-return']);
	const withShoppers = addBrowserShoppers(plan);
	expect(k6Options(withShoppers).scenarios.browser).toEqual({
		...{ exec: 'shopInBrowser', executor: 'constant-arrival-rate', rate: 10, timeUnit: '1m' },
		...{ startTime: '10000ms', duration: '60000ms', preAllocatedVUs: 3, maxVUs: 3 },
		...{ tags: { phase: 'browser' }, gracefulStop: '60000ms' },
		options: { browser: { type: 'chromium' } },
	});
	expect(withShoppers.maxVUs).toBe(plan.maxVUs + 3);
	expect(withShoppers.longestMs).toBe(130_000);
});
