import { expect, test } from 'vitest';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { findCollapse } from './abort-guard.ts';
import { createTally, newSecond } from './tally.ts';

const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });

/** A run that has come to this second, with 20 flows a second. */
function running(second: number, failedAt: (second: number) => number) {
	const tally = createTally();
	for (let number = 0; number <= second; number += 1) {
		const flowsFailed = failedAt(number);
		tally.seconds.set(number, { ...newSecond(), flowsFailed, flowsOk: 20 - flowsFailed });
	}
	tally.lastSecond = second;
	return tally;
}

test('a target that is down from the start stops fifteen seconds after the warm-up', () => {
	expect(
		findCollapse(
			plan,
			running(24, () => 20),
		),
	).toBeUndefined();
	expect(
		findCollapse(
			plan,
			running(25, () => 20),
		),
	).toEqual({
		...{ second: 25, overSeconds: 15, finished: 300, failed: 300 },
	});
});

test('a late collapse stops the run, however well it went before', () => {
	const failing = (second: number) => (second >= 50 ? 20 : 0);
	expect(findCollapse(plan, running(56, failing))).toBeUndefined();
	expect(findCollapse(plan, running(58, failing))).toMatchObject({ finished: 300, failed: 160 });
});

test('an outage of a few seconds does not stop the run', () => {
	expect(
		findCollapse(
			plan,
			running(40, (second) => (second > 34 ? 20 : 0)),
		),
	).toBeUndefined();
});

test('neither does a handful of flows, or a smoke run', () => {
	const tally = createTally();
	tally.lastSecond = 40;
	tally.seconds.set(30, { ...newSecond(), flowsFailed: 10 });
	expect(findCollapse(plan, tally)).toBeUndefined();
	expect(
		findCollapse(
			smokePlan(stories),
			running(40, () => 20),
		),
	).toBeUndefined();
});
