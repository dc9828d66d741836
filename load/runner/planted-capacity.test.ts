/** Planted targets for breakpoint: what the search finds, and what it makes of a shop that is wrong at one step. */

import { expect, test } from 'vitest';
import { measuredCapacitySentence } from '../../reports/load-facts.ts';
import { campaign } from '../../test/support/campaign.ts';
import { measureTarget, queue, settings } from '../../test/support/planted-load.ts';
import { firstRows } from '../../test/support/sample.ts';
import { stepPlan } from '../open-plans.ts';
import { findCapacity } from './breakpoint.ts';

const { signal } = new AbortController();

const rates = [10, 20, 30, 40, 50, 60];
const stepMs = 20_000;

const measureStep = (ratePerSecond: number, callsPerSecond: number, seed: number) =>
	measureTarget(
		stepPlan({ ...settings, ratePerSecond, holdMs: stepMs }),
		queue(callsPerSecond),
		seed,
	);

const climb = (capacity: number, refine: number | null, seed: number) =>
	findCapacity({
		settings: { rates, stepMs, refine },
		signal,
		measureStep: async (rate, number) => measureStep(rate, 2 * capacity, seed * 100 + number),
	});

/** `isInterrupted`: the third step itself is cut short; otherwise the search is stopped after it. */
function climbUntilStopped(isInterrupted: boolean) {
	const stop = new AbortController();
	return findCapacity({
		settings: { rates, stepMs, refine: null },
		signal: stop.signal,
		async measureStep(rate, number) {
			const step = measureStep(rate, 200, number);
			if (number === 3) stop.abort();
			return { ...step, load: { ...step.load, interrupted: isInterrupted && number === 3 } };
		},
	});
}

test.each(firstRows([23, 56, 35, 41], 2))(
	'a planted capacity of %i flows per second is found',
	async (capacity) => {
		for (let seed = 1; seed <= campaign({ sample: 1, full: 2 }); seed += 1) {
			const found = await climb(capacity, 0.04, seed);
			expect(found.verdict).toBe('GO');
			const { rate } = found.capacity;
			expect(Math.abs((rate ?? 0) - capacity) / capacity).toBeLessThanOrEqual(0.05);
			expect(found.capacity.brokenBy).toMatch(/p95|rate|failures/);
			expect(found.series.map(({ second }) => second)).toEqual(found.series.map((_, at) => at));
			expect(found.slo.filter(({ state }) => state === 'broken')).toEqual([]);
		}
	},
);

test('a target that breaks at the lowest rate is a NO-GO', async () => {
	expect(await climb(5, null, 1)).toMatchObject({
		verdict: 'NO-GO',
		capacity: { rate: null, nextRate: 10 },
		levels: [{ state: 'broken' }],
	});
});

test('a search that is stopped between two steps is no GO', async () => {
	const found = await climbUntilStopped(false);
	expect(found).toMatchObject({ verdict: 'INCONCLUSIVE', exitCode: 130, capacity: { rate: 30 } });
	expect(found.reasons[0]).toMatchObject({
		...{ id: 'interrupted', severity: 'inconclusive' },
		text: 'The run was stopped after 3 steps, before it was complete.',
	});
	expect(measuredCapacitySentence(found.capacity)).toBe(
		'The highest rate that was within every limit was 30 flows per second. The run ended before a rate was found that is not kept.',
	);
});

const shopFacts = {
	...{ file: 'merchant.jsonc', command: null, orders: 100, payments: 100, confirmed: 100 },
	...{ orphans: 0, doublePaid: 0, withoutOrder: 0, examples: [] },
};

test.each<[string, string, object, number]>([
	['NO-GO', 'payment-without-order', { withoutOrder: 2 }, 3],
	['NO-GO', 'order-state', { verified: 100, wrongState: 1 }, 3],
	['NO-GO', 'shared-reference', { sharedReferences: 1 }, 3],
	['NO-GO', 'shop-ended', { ended: 'ended with code 1.' }, 2],
	['INCONCLUSIVE', 'unknown-session', { unknownSessions: 1 }, 6],
])('%s: %s at one step of a search', async (verdict, id, facts, steps) => {
	const found = await findCapacity({
		...{ settings: { rates, stepMs, refine: 0.5 }, signal },
		async measureStep(rate, number) {
			const step = measureStep(rate, 200, number);
			const merchant = { ...shopFacts, ...(number === 2 ? facts : {}) };
			return { ...step, load: { ...step.load, merchant } };
		},
	});
	expect(found).toMatchObject({ verdict, capacity: { rate: expect.any(Number) } });
	expect(found.reasons[0]).toMatchObject({
		id,
		text: expect.stringMatching(/^At 20 per second: /),
	});
	// A shop that has ended is not measured again.
	expect(found.levels).toHaveLength(steps);
});

test('a rare flow that fails in a step beyond the capacity does not make the capacity doubtful', async () => {
	const rare = { started: 2, ok: 0, failed: 2, rate: 0.1 };
	const climbWith = (isRare: (rate: number) => boolean) =>
		findCapacity({
			...{ settings: { rates, stepMs, refine: null }, signal },
			async measureStep(rate, number) {
				const step = measureStep(rate, 70, number);
				const flowsByStory = { ...step.load.flowsByStory, ...(isRare(rate) ? { rare } : {}) };
				return { ...step, load: { ...step.load, flowsByStory } };
			},
		});
	const beyond = await climbWith((rate) => rate > 35);
	expect([beyond.verdict, beyond.capacity.rate]).toEqual(['GO', 30]);
	const within = await climbWith((rate) => rate === 20);
	expect(within.verdict).toBe('INCONCLUSIVE');
});

test('an interrupted search has the capacity so far', async () => {
	const found = await climbUntilStopped(true);
	expect(found).toMatchObject({
		...{ verdict: 'INCONCLUSIVE', exitCode: 130 },
		capacity: { rate: 20, nextRate: null },
	});
	expect(found.levels).toHaveLength(2);
	expect(found.series.length).toBeGreaterThan(50);
});
