import { expect, test } from 'vitest';
import { addBrowserShoppers } from '../browser-plan.ts';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import { dividedPlan } from './part.ts';
import { createProgress, describeProgress } from './progress.ts';
import { createTally, newSecond } from './tally.ts';

const mix = { 'card/redirected': 1 };
const plan = averagePlan({ ratePerSecond: 20, holdMs: 60_000, mix, stories });

/** The output of a run that finishes 20 flows in each second. */
function watched(seconds: number, isTerminal: boolean, startSeconds = 0) {
	const tally = createTally();
	const written: string[] = [];
	const progress = createProgress(plan, tally, { err: (text) => written.push(text), isTerminal });
	for (let second = 0; second < startSeconds; second += 1) {
		tally.virtualUsers += 100;
		progress.tick();
	}
	for (let second = 0; second < seconds; second += 1) {
		const { flow } = newSecond();
		flow.add(200);
		tally.seconds.set(second, { ...newSecond(), flow });
		tally.lastSecond = second;
		tally.everything.started += second === 0 ? 23 : 20;
		tally.everything.ok += 20;
		progress.tick();
	}
	progress.end();
	return written;
}

test('a terminal shows one line that is rewritten', () => {
	const written = watched(3, true);
	expect(written).toHaveLength(4);
	expect(written[2]).toBe(
		'\rload average  warm-up  3/70 s  20.0 of 20 flows/s  3 in flight  p95 200 ms  0 failed  0 dropped  1 min 7 s left\u001b[K',
	);
	expect(written[3]).toBe('\n');
});

test('elsewhere there is a plain line every five seconds, with the part of the plan', () => {
	expect(watched(16, false)).toEqual([
		'load average  warm-up  5/70 s  20.0 of 20 flows/s  3 in flight  p95 200 ms  0 failed  0 dropped  1 min 5 s left\n',
		'load average  warm-up  10/70 s  20.0 of 20 flows/s  3 in flight  p95 200 ms  0 failed  0 dropped  1 min left\n',
		'load average  hold  15/70 s  20.0 of 20 flows/s  3 in flight  p95 200 ms  0 failed  0 dropped  55 s left\n',
	]);
});

test('after the last start, the line says that flows still run', () => {
	expect(watched(70, false).at(-1)).toMatch(/ hold {2}70\/70 s .* last flows\n$/);
});

test('while k6 creates its virtual users, the line counts them', () => {
	const [first, second] = watched(5, true, 2);
	expect(first).toContain('load average  k6 starts: 100 of 306 virtual users');
	expect(second).toContain('200 of 306');
});

test('a smoke run counts flows, not time', () => {
	const tally = createTally();
	Object.assign(tally.everything, { started: 8, ok: 6, failed: 1 });
	expect(describeProgress(smokePlan(stories), tally, { seconds: 4, okRate: 2 })).toBe(
		`load smoke  4 s  7/${5 * stories.length} flows  1 in flight  p95 –  1 failed`,
	);
});

test('beside shoppers in a browser, the line shows the phase and the rate of the load', () => {
	const tally = createTally();
	const line = (seconds: number) =>
		describeProgress(addBrowserShoppers(plan), tally, { seconds, okRate: 20 });
	expect(line(10)).toContain('load average  warm-up  10/70 s  20.0 of 20 flows/s');
	expect(line(15)).toContain('load average  hold  15/70 s  20.0 of 20 flows/s');
});

test('a part shows its share of the rate and of the virtual users', () => {
	const tally = createTally();
	const written: string[] = [];
	const divided = dividedPlan(plan, { number: 1, of: 2 });
	const progress = createProgress(divided, tally, {
		err: (text) => written.push(text),
		isTerminal: true,
	});
	progress.tick();
	expect(written[0]).toContain('k6 starts: 0 of 163 virtual users');
	Object.assign(tally.everything, { started: 10, ok: 8 });
	progress.tick();
	expect(written[1]).toContain('8.0 of 10 flows/s');
});
