import { expect, test } from 'vitest';
import { spikePlan } from '../open-plans.ts';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { dividedPlan } from './part.ts';
import {
	describeNeeds,
	missingResources,
	needsOfPlan,
	plannedFlowCount,
	thisMachine,
} from './resources.ts';

const mix = { 'card/redirected': 1 };
const planAt = (ratePerSecond: number) =>
	averagePlan({ ratePerSecond, holdMs: 60_000, mix, stories });
const large = { availableMb: 64_000, openFiles: 1_048_576 };

test('a run says what it takes', () => {
	const needs = needsOfPlan(planAt(20));
	expect(needs).toMatchObject({ virtualUsers: 306, connections: 316 });
	expect(needsOfPlan({ ...planAt(20), shopper: 'http' }).connections).toBe(622);
	expect(describeNeeds(needs, large)).toMatch(
		/^It takes up to 306 virtual users, 316 connections and about \d+ MB of memory; 64,000 MB are available\.$/,
	);
	expect(missingResources(needs, large)).toEqual([]);
});

test('a smoke run needs no canary', () => {
	expect(needsOfPlan(smokePlan(stories)).virtualUsers).toBe(1);
});

test('what the machine lacks is named, with what to do', () => {
	const needs = needsOfPlan(planAt(1000));
	expect(missingResources(needs, { availableMb: 500, openFiles: 1024 })).toEqual([
		expect.stringMatching(/takes about .* MB of memory .* and 450 MB may be used.* Lower --rate/),
		expect.stringMatching(/may open 1,024 files here\. Raise the limit to [\d,]+ \(ulimit -n\)/),
	]);
	expect(missingResources(needs, { ...large, openFiles: null })).toEqual([]);
});

test('longer runs take more: k6 keeps every value', () => {
	const hour = averagePlan({ ratePerSecond: 100, holdMs: 3_600_000, mix, stories });
	expect(needsOfPlan(hour).memoryMb).toBeGreaterThan(needsOfPlan(planAt(100)).memoryMb + 300);
});

test('virtual users take more the more flows they play', () => {
	const memory = (holdMs: number) => {
		const plan = averagePlan({ ratePerSecond: 100, holdMs, mix, stories });
		const { memoryMb, virtualUsers } = needsOfPlan(plan);
		return (memoryMb - 60 - plannedFlowCount(plan) * 0.001) / virtualUsers;
	};
	expect(memory(10_000)).toBeLessThan(1.5);
	expect(memory(3_600_000)).toBeCloseTo(2.85, 1);
});

test('the orders of a shop take more, and the peak of a spike counts', () => {
	const hour = averagePlan({ ratePerSecond: 100, holdMs: 3_600_000, mix, stories });
	const { memoryMb } = needsOfPlan({ ...hour, shopper: 'http' });
	expect(memoryMb).toBeGreaterThan(needsOfPlan(hour).memoryMb + 350);
	const settings = { ratePerSecond: 100, holdMs: 60_000, mix, stories };
	const peak = { peakRatePerSecond: 200, recoverMs: 60_000 };
	const [short, long] = [60_000, 3_600_000].map((peakMs) =>
		needsOfPlan(spikePlan(settings, { ...peak, peakMs })),
	);
	expect(long?.memoryMb).toBeGreaterThan((short?.memoryMb ?? 0) + 600);
});

test('this machine tells its memory', () => {
	expect(thisMachine().availableMb).toBeGreaterThan(0);
});

test('a part takes its share of the plan, and a canary of its own', () => {
	const plan = averagePlan({ ratePerSecond: 1000, holdMs: 300_000, mix, stories });
	const part = needsOfPlan(dividedPlan(plan, { number: 1, of: 4 }));
	expect(part.virtualUsers).toBe(plan.maxVUs / 4 + 20);
	expect(part.connections).toBe(part.virtualUsers + 10);
	// The example of docs/load-in-kubernetes.md.
	expect(missingResources(part, { ...large, availableMb: 4096 })).toEqual([]);
	expect(missingResources(needsOfPlan(plan), { ...large, availableMb: 4096 })).toHaveLength(1);
});

test('the flows of a peak take memory too', () => {
	const settings = { ratePerSecond: 20, holdMs: 60_000, mix, stories };
	const spike = (peakMs: number) =>
		needsOfPlan(spikePlan(settings, { peakRatePerSecond: 200, peakMs, recoverMs: 30_000 }));
	// 348 MB for the flows of 29 minutes at 200 a second; the virtual users take more too.
	expect(spike(1_800_000).memoryMb).toBeGreaterThan(spike(60_000).memoryMb + 348);
});
