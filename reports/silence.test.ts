import { expect, test } from 'vitest';
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import { isIn, sampleMeasured, sampleTimes, windowReader } from '../test/support/reports.ts';
import { judgeLoad } from './verdict.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

function judge(changes: Parameters<typeof sampleMeasured>[0]) {
	const { verdict, reasons } = judgeLoad(sampleMeasured(changes));
	return { verdict, reasons, ids: reasons.map(({ id }) => id) };
}

test.each([
	[2, []],
	[3, ['stall']],
])('%i seconds without an answer while flows are due: %j', (length, expected) => {
	const silent = { flowsOk: 0, steps: {} };
	const series = sampleTimes(130, 1, (second) => (isIn(second, 50, length) ? silent : {}));
	expect(judge({ series }).ids).toEqual(expected);
});

/** A run at 20 flows a second whose only silence is from 50.3 s to this second. */
const silentUntil = (endSecond: number, change: Partial<LoadSecond> = {}) =>
	sampleTimes(130, 1, (second) => {
		const [first, last] = [
			second === Math.floor(endSecond) ? endSecond % 1 : 0,
			second === 50 ? 0.3 : 1,
		];
		const isSilent = second > 50 && second < Math.floor(endSecond);
		if (isSilent) return { flowsOk: 0, steps: {}, ...change };
		return { answersMs: [Math.round(first * 1000), Math.round(last * 1000)] };
	});

test.each<[number, Partial<LoadSecond>, string[]]>([
	[52.2, {}, []],
	[52.4, {}, ['stall']],
	[52.4, { flowsStarted: 0 }, ['stall']],
	[53.4, { flowsStarted: 0 }, ['stall']],
])('silence from second 50.3 to %d, with %j in each second: %j', (endSecond, change, expected) => {
	expect(judge({ series: silentUntil(endSecond, change) }).ids).toEqual(expected);
});

test.each([
	[53.2, 3, []],
	[54.2, 3, ['stall']],
])('silence from second 50.3 to %d with %i flows a second: %j', (endSecond, flows, expected) => {
	const series = silentUntil(endSecond).map((second) => ({ ...second, flowsStarted: flows }));
	expect(judge({ series, flows: { started: 2400, ok: 2400, failed: 0, rate: 20 } }).ids).toEqual(
		expected,
	);
});

/** Reads spans in which the load generator stood still. */
const standingStill =
	(canary: Awaited<ReturnType<MeasuredLoad['readSpan']>>['canary'], from: number) =>
	(span: Parameters<MeasuredLoad['readSpan']>[0]) => ({
		...windowReader([])(span),
		canary: span.startSecond === from ? canary : null,
	});

test.each([
	[0, 'NO-GO', / for 2\.9 s while \d+ flows were due\.$/],
	[800, 'NO-GO', / for 2\.9 s while \d+ flows were due\.$/],
	[1_200, 'INCONCLUSIVE', /, and the load generator stood still at times\.$/],
])(
	'a silence of 2.9 s in which the generator stood still for %i ms: %s',
	(lateMs, verdict, text) => {
		const readSpan = standingStill({ p95Ms: 700, p99Ms: 900, lateMs }, 50);
		const judged = judge({ series: silentUntil(53.2), readSpan });
		expect(judged.verdict).toBe(verdict);
		expect(judged.reasons).toMatchObject([{ id: 'stall', text: expect.stringMatching(text) }]);
	},
);

test('a generator that stood still for most of a silence explains it', () => {
	const readSpan = standingStill({ p95Ms: 700, p99Ms: 900, lateMs: 2_500 }, 50);
	expect(judge({ series: silentUntil(53.2), readSpan }).verdict).toBe('GO');
});

test('seconds without an answer are no stall when no flow was due, nor in the warm-up', () => {
	const paused = { flowsStarted: 0, flowsOk: 0, steps: {} };
	const silent = { flowsOk: 0, steps: {} };
	const change = (second: number) =>
		isIn(second, 50, 9) ? paused : isIn(second, 2, 6) ? silent : {};
	expect(judge({ series: sampleTimes(130, 1, change) }).verdict).toBe('GO');
});

test('a starved generator leaves a stall undecided', () => {
	const silent = { flowsOk: 0, steps: {} };
	const series = sampleTimes(130, 1, (second) => (isIn(second, 50, 8) ? silent : {}));
	const generator = { canary: { p95Ms: 116 } };
	const { verdict, reasons } = judge({ series, generator });
	expect(verdict).toBe('INCONCLUSIVE');
	expect(reasons).toContainEqual(
		expect.objectContaining({ id: 'stall', severity: 'inconclusive' }),
	);
});
