import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending, distributionOf, middleHalf, quantile, spreadOf } from './statistics.ts';

const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 });

test('a spread is the median between the lowest and the highest', () => {
	expect(spreadOf([3, 1, 2])).toEqual({ median: 2, lowest: 1, highest: 3 });
	expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, lowest: 1, highest: 4 });
	expect(spreadOf([10, 9])).toEqual({ median: 9.5, lowest: 9, highest: 10 });
});

test.each([
	[[90, 1, 5, 4, 6, 3, 7, 2, 8], 3, 7],
	[[1, 90, 3, 2], 2, 3],
	[[2, 1], 1, 2],
	[[4], 4, 4],
	[[], Number.NaN, Number.NaN],
])('the middle half of %j is from %d to %d', (all, from, to) => {
	expect(middleHalf(all)).toEqual({ from, to });
});

test('the middle half is as much above as below', () => {
	fc.assert(
		fc.property(values, (all) => {
			const { from, to } = middleHalf(all);
			const mirrored = middleHalf(all.map((value) => 0 - value));
			expect(mirrored).toEqual({ from: 0 - to, to: 0 - from });
		}),
	);
});

test('nothing measured is no number, and not nought', () => {
	expect(spreadOf([])).toEqual({ median: Number.NaN, lowest: Number.NaN, highest: Number.NaN });
	expect(quantile([], 0.5)).toBeNaN();
});

test('a quantile is one of the values, and grows with its share', () => {
	fc.assert(
		fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
			const sorted = ascending(all);
			expect(all).toContain(quantile(sorted, share));
			expect(quantile(sorted, share)).toBeLessThanOrEqual(quantile(sorted, 1));
			expect(quantile(sorted, share)).toBeGreaterThanOrEqual(quantile(sorted, 0));
		}),
	);
	expect(quantile([1, 2, 3, 4], 0.5)).toBe(3);
	expect(quantile([1, 2, 3, 4], 1)).toBe(4);
});

test('a distribution goes from the lowest value to the highest, and never back', () => {
	fc.assert(
		fc.property(values, (all) => {
			const points = distributionOf(ascending(all));
			expect(points[0]).toEqual([Math.min(...all), 0]);
			expect(points.at(-1)).toEqual([Math.max(...all), 1]);
			for (const [index, [value, share]] of points.entries()) {
				const [before, below] = points[index - 1] ?? [-Infinity, -1];
				expect(value).toBeGreaterThanOrEqual(before);
				expect(share).toBeGreaterThan(below);
			}
		}),
	);
});
