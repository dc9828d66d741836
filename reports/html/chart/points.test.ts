import { expect, test } from 'vitest';
import type { LoadSecond } from '../../../simulator/contract/load-results.ts';
import { chartPointsOf } from './points.ts';

function second(at: number, p99: number | null = 10, flowsOk = 20): LoadSecond {
	const step = { p50: 5, p95: 8, p99, max: 20, count: 20, failed: 0 };
	return {
		second: at,
		flowsStarted: 0,
		flowsOk,
		flowsFailed: 1,
		dropped: 0,
		steps: { 'hybrid-payment': step },
	};
}

const run = (seconds: number) => Array.from({ length: seconds }, (_, at) => second(at));

test('a short run keeps its seconds', () => {
	const { width, length, points } = chartPointsOf(run(120));
	expect({ width, length, count: points.length }).toEqual({ width: 1, length: 120, count: 120 });
});

test('a long run is grouped into points', () => {
	const { width, points } = chartPointsOf(run(28_800));
	expect(width).toBe(300);
	expect(points.length).toBe(96);
	expect(points[0]).toMatchObject({ ok: 20, failed: 1 });
});

test('flows are averaged, and a percentile is that of the worst second', () => {
	const series = run(240);
	series[7] = second(7, 900, 0);
	const { points } = chartPointsOf(series);
	expect(points[3]).toMatchObject({ second: 6, ok: 10 });
	expect(points[3]?.steps['hybrid-payment']?.p99).toBe(900);
});

test('a second without an entry counts as zero', () => {
	const { points } = chartPointsOf([second(0), second(2)]);
	expect(points.map(({ ok }) => ok)).toEqual([20, 0, 20]);
	expect(points[1]?.steps).toEqual({});
});

test('the last point is averaged over its actual seconds', () => {
	const { width, points } = chartPointsOf(run(241));
	expect(width).toBe(5);
	expect(points.at(-1)).toMatchObject({ second: 240, ok: 20 });
});

test('an unmeasured percentile stays unknown', () => {
	expect(chartPointsOf([second(0, null)]).points[0]?.steps['hybrid-payment']?.p99).toBeNull();
	expect(chartPointsOf([]).points).toEqual([]);
});
