import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoadLevel } from '../simulator/contract/load-results.ts';
import { sampleMeasured, sampleStep } from '../test/support/reports.ts';
import type { RateSearch } from './capacity-search.ts';
import { capacityFromSteps, nextRate, stateOfStep } from './capacity-search.ts';
import { measuredCapacitySentence } from './load-facts.ts';
import { judgeLoad } from './verdict.ts';

type State = LoadLevel['state'];

function levelAt(ratePerSecond: number, state: State): LoadLevel {
	const flows = { started: 1, ok: 1, failed: 0, rate: ratePerSecond };
	const flow = { p50: 1, p95: 1, p99: 1, max: 1 };
	const why = state === 'kept' ? null : `${ratePerSecond} is ${state}`;
	const times = { startSecond: 0, endSecond: 1, dropped: 0 };
	return { ratePerSecond, ...times, flows, flow, state, brokenBy: why && 'flow.rate', why };
}

/** The steps of a search against a target whose states are known. */
function climb(search: RateSearch, stateAt: (rate: number) => State) {
	const levels: LoadLevel[] = [];
	for (let rate = nextRate(levels, search); rate !== null; rate = nextRate(levels, search)) {
		levels.push(levelAt(rate, stateAt(rate)));
		expect(levels.length).toBeLessThan(100);
	}
	return levels;
}

const rates = [10, 20, 30, 40, 50, 60];
const upTo = (capacity: number) => (rate: number) => (rate <= capacity ? 'kept' : 'broken');
const ratesOf = (levels: readonly LoadLevel[]) => levels.map(({ ratePerSecond }) => ratePerSecond);

test('the climb stops after the first broken step', () => {
	const levels = climb({ rates, refine: null }, upTo(35));
	expect(ratesOf(levels)).toEqual([10, 20, 30, 40]);
	expect(capacityFromSteps(levels)).toEqual({
		...{ rate: 30, nextRate: 40, brokenBy: 'flow.rate', why: '40 is broken' },
	});
});

test('refining halves the distance until it is small enough', () => {
	const levels = climb({ rates, refine: 0.05 }, upTo(36));
	expect(ratesOf(levels)).toEqual([10, 20, 30, 40, 35, 37.5, 36.25]);
	expect(capacityFromSteps(levels)).toMatchObject({ rate: 35, nextRate: 36.25 });
});

test('a capacity above the last step is at least that step', () => {
	const levels = climb({ rates, refine: 0.05 }, upTo(100));
	expect(capacityFromSteps(levels)).toMatchObject({ rate: 60, nextRate: null, brokenBy: null });
});

test('a target that keeps no rate has no capacity', () => {
	const levels = climb({ rates, refine: 0.05 }, () => 'broken');
	expect(ratesOf(levels)).toEqual([10]);
	expect(capacityFromSteps(levels)).toMatchObject({ rate: null, nextRate: 10 });
});

test('the sentence of a capacity says what is known', () => {
	const upTo30 = climb({ rates, refine: null }, upTo(35));
	expect(measuredCapacitySentence(capacityFromSteps(upTo30))).toBe(
		'The highest rate that was within every limit was 30 flows per second. 40 was not kept: 40 is broken.',
	);
	const undecided = [levelAt(10, 'undecided')];
	expect(measuredCapacitySentence(capacityFromSteps(undecided), undecided)).toBe(
		'No rate of the plan was kept. 10 could not be judged: 10 is undecided.',
	);
	expect(measuredCapacitySentence(capacityFromSteps([], false))).toBe(
		'No rate of the plan was kept. The run ended before a rate was found that is not kept.',
	);
	expect(measuredCapacitySentence(capacityFromSteps([levelAt(10, 'kept')], false))).not.toContain(
		'Every step',
	);
});

test('an undecided step does not stop the climb, and is no capacity', () => {
	const stateAt = (rate: number): State =>
		rate === 10 || rate === 40 ? 'undecided' : upTo(45)(rate);
	expect(capacityFromSteps(climb({ rates, refine: null }, stateAt))).toMatchObject({
		rate: 30,
		nextRate: 40,
	});
});

test('the capacity comes as close to the planted one as asked for', () => {
	const choice = fc.record({
		capacity: fc.double({ min: 12, max: 59, noNaN: true }),
		refine: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
	});
	fc.assert(
		fc.property(choice, ({ capacity, refine }) => {
			const { rate, nextRate: next } = capacityFromSteps(climb({ rates, refine }, upTo(capacity)));
			expect(rate).toBeLessThanOrEqual(capacity);
			expect(next).toBeGreaterThan(capacity);
			expect(((next ?? 0) - (rate ?? 0)) / (rate ?? 1)).toBeLessThanOrEqual(refine + 0.002);
		}),
		{ seed: 1 },
	);
});

const stateOf = (changes: Parameters<typeof sampleMeasured>[0]) =>
	stateOfStep(judgeLoad(sampleMeasured(changes)));

test('a step is kept with fewer samples than a verdict takes', () => {
	const steps = { 'payment-options': sampleStep({ count: 100 }) };
	const plan = { holdMs: 5000 };
	const flows = { started: 100, ok: 100, failed: 0, rate: 20 };
	expect(stateOf({ steps, plan, flows })).toEqual({ state: 'kept', brokenBy: null, why: null });
});

test('a step beyond a limit is broken, with the limit and the reason', () => {
	const steps = { 'payment-options': sampleStep({ p95: 900, p99: 950, max: 1000 }) };
	expect(stateOf({ steps })).toMatchObject({ state: 'broken', brokenBy: 'payment-options.p95' });
});

test('the number of confirmed payments does not decide a rate', () => {
	const merchant = {
		...{
			file: 'shop.json',
			command: null,
			orders: 100,
			payments: 100,
			confirmed: 0,
			doublePaid: 0,
		},
		...{ orphans: 0, withoutOrder: 0, declined: 100, verified: 100, wrongState: 0 },
		...{ beforeSettle: { orders: 100, read: 100, paid: 0 }, examples: [] },
	};
	expect(stateOf({ merchant, plan: { shopper: 'http' } })).toMatchObject({ state: 'kept' });
});

test('a starved generator leaves a step undecided', () => {
	expect(stateOf({ generator: { canary: { p95Ms: 300 } } })).toMatchObject({
		state: 'undecided',
		why: expect.stringContaining('starved'),
	});
});
