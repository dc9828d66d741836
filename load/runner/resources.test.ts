import { expect, test } from 'vitest';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { describeNeeds, missingResources, needsOf, thisMachine } from './resources.ts';

const mix = { 'card/redirected': 1 };
const planAt = (ratePerSecond: number) =>
	averagePlan({ ratePerSecond, holdMs: 60_000, mix, stories });
const large = { availableMb: 64_000, openFiles: 1_048_576 };

test('a run says what it takes', () => {
	const needs = needsOf(planAt(20));
	expect(needs).toMatchObject({ virtualUsers: 306, connections: 306 });
	expect(describeNeeds(needs, large)).toMatch(
		/^It takes up to 306 virtual users, 306 connections and about \d+ MB of memory; 64,000 MB are available\.$/,
	);
	expect(missingResources(needs, large)).toEqual([]);
});

test('a smoke run needs no canary', () => {
	expect(needsOf(smokePlan(stories)).virtualUsers).toBe(1);
});

test('what the machine lacks is named, with what to do', () => {
	const needs = needsOf(planAt(1000));
	expect(missingResources(needs, { availableMb: 500, openFiles: 1024 })).toEqual([
		expect.stringMatching(/takes about .* MB of memory .* and 450 MB may be used.* Lower --rate/),
		expect.stringMatching(/may open 1,024 files here\. Raise the limit to [\d,]+ \(ulimit -n\)/),
	]);
	expect(missingResources(needs, { ...large, openFiles: null })).toEqual([]);
});

test('longer runs take more: k6 keeps every value', () => {
	const hour = averagePlan({ ratePerSecond: 100, holdMs: 3_600_000, mix, stories });
	expect(needsOf(hour).memoryMb).toBeGreaterThan(needsOf(planAt(100)).memoryMb + 300);
});

test('this machine tells its memory', () => {
	expect(thisMachine().availableMb).toBeGreaterThan(0);
});
