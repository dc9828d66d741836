import { expect, test } from 'vitest';
import { spikePlan } from '../open-plans.ts';
import { averagePlan, k6Options } from '../profiles.ts';
import { stories } from '../stories.ts';
import type { PartOptions } from './part.ts';
import { checkK6Api, dividedPlan, k6SegmentArguments, parsePart, parseStartAt } from './part.ts';
import { describePlan } from './plan-text.ts';

const options = { profile: 'average', target: 'http://127.0.0.1:8080' };

function problemsOf(changes: Partial<PartOptions>): string[] {
	const problems: string[] = [];
	const all = { ...options, ...changes };
	parsePart(all, problems);
	parseStartAt(all, problems);
	checkK6Api(all, problems);
	return problems;
}

const late = '2999-01-01T00:00:00Z';

test.each([
	[{ part: '0/4' }, /--part must be the number of a part/],
	[{ part: '5/4' }, /--part must be/],
	[{ part: '2' }, /--part must be .* 2\/4\./],
	[{ part: '1/1001' }, /at most 1000/],
	[{ part: '1/4', profile: 'smoke' }, /no meaning for the profile smoke/],
	[{ part: '1/4', profile: 'breakpoint' }, /no meaning for the profile breakpoint/],
	[{ part: '1/4', target: undefined }, /--part needs a --target/],
	[{ part: '1/4', merchant: 'shop.json' }, /--part does not go with --merchant/],
	[{ part: '1/4', merchant: 'shop.json', target: undefined }, /does not go with --merchant/],
	[{ startAt: '2020-01-01T00:00:00Z' }, /has passed/],
	[{ startAt: '2999-01-01T00:00:00' }, /with its zone/],
	[{ startAt: 'noon' }, /must be a time/],
	[{ startAt: late, k6Api: '127.0.0.1:6565' }, /Give one of them/],
	[{ k6Api: 'here' }, /an address with a port/],
])('%j is refused with the fix', (changes, sentence) => {
	const problems = problemsOf(changes);
	expect(problems).toHaveLength(1);
	expect(problems[0]).toMatch(sentence);
});

test('a part, a common start and an address of the API are taken', () => {
	expect(problemsOf({ part: '2/4', startAt: late })).toEqual([]);
	expect(problemsOf({ part: '4/4', k6Api: '0.0.0.0:6565' })).toEqual([]);
	expect(problemsOf({ k6Api: '[::1]:6565' })).toEqual([]);
});

test('a part is an execution segment in a sequence of equal ones', () => {
	expect(k6SegmentArguments({ number: 2, of: 4 })).toEqual([
		...['--execution-segment', '1/4:2/4'],
		...['--execution-segment-sequence', '0/4,1/4,2/4,3/4,4/4'],
	]);
});

test('k6 can give every part the same number of virtual users, and so the same rate', () => {
	const mix = { 'card/redirected': 0.6, 'bank/redirected': 0.4 };
	const plan = averagePlan({ ratePerSecond: 25, holdMs: 8000, mix, stories });
	const divided = dividedPlan(plan, { number: 1, of: 3 });
	expect(divided.scenarios.map(({ vus }) => vus % 3)).toEqual([0, 0]);
	expect(divided.maxVUs).toBeGreaterThanOrEqual(plan.maxVUs);
	expect(divided.ratePerSecond).toBe(25);
});

const spike = { peakRatePerSecond: 100, peakMs: 60_000, recoverMs: 30_000 };
const paced = { ratePerSecond: 20, holdMs: 60_000, mix: { 'card/redirected': 1 }, stories };

test('a part of a spike has the virtual users that are at work at the same time', () => {
	const plan = spikePlan(paced, spike);
	const { maxVUs, scenarios } = dividedPlan(plan, { number: 1, of: 4 });
	expect(maxVUs).toBeLessThan(scenarios.reduce((sum, { vus }) => sum + vus, 0));
	expect(maxVUs - plan.maxVUs).toBeLessThan(4 * scenarios.length);
});

test('each part has a whole canary', () => {
	const plan = averagePlan(paced);
	const canaryOf = (one: typeof plan) => k6Options(one).scenarios.canary;
	expect(canaryOf(plan)).toMatchObject({ rate: 10, maxVUs: 20 });
	const divided = dividedPlan(plan, { number: 1, of: 4 });
	expect(canaryOf(divided)).toMatchObject({ rate: 40, maxVUs: 80 });
});

test('a part announces its share of the rates', () => {
	expect(describePlan(dividedPlan(spikePlan(paced, spike), { number: 1, of: 4 }))).toMatch(
		/^load spike: 5 flows\/s, .* 1 min peak of 25 flows\/s,/,
	);
});
