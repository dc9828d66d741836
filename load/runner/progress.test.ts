import { expect, test } from 'vitest';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { createProgress, describeProgress } from './progress.ts';
import { createTally } from './tally.ts';

const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });

/** The output of a run that finishes 20 flows in each second. */
function watched(seconds: number, isTerminal: boolean) {
	const tally = createTally();
	const written: string[] = [];
	const progress = createProgress(plan, tally, { err: (text) => written.push(text), isTerminal });
	progress.tick();
	for (let second = 0; second < seconds; second += 1) {
		tally.everything.started += 20;
		tally.everything.ok += 20;
		progress.tick();
	}
	progress.end();
	return written;
}

test('a terminal shows one line that is rewritten', () => {
	const written = watched(3, true);
	expect(written).toHaveLength(4);
	expect(written[2]).toBe('\rload average  3/70 s  60 flows  20.0 flows/s  0 failed\u001b[K');
	expect(written[3]).toBe('\n');
});

test('elsewhere there is a plain line every five seconds', () => {
	expect(watched(11, false)).toEqual([
		'load average  5/70 s  100 flows  20.0 flows/s  0 failed\n',
		'load average  10/70 s  200 flows  20.0 flows/s  0 failed\n',
	]);
});

test('a smoke run counts flows, not time', () => {
	expect(
		describeProgress(smokePlan(stories), { seconds: 4, finished: 7, rate: 2, failed: 1 }),
	).toBe(`load smoke  4 s  7/${5 * stories.length} flows  2.0 flows/s  1 failed`);
});
