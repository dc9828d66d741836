import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistogram, latencySummaryOf } from './histogram.ts';

const milliseconds = fc.double({ min: 0.001, max: 3_600_000, noNaN: true });
const samples = fc.array(milliseconds, { minLength: 1, maxLength: 300 });

function filled(values: readonly number[]) {
	const histogram = createHistogram();
	for (const value of values) histogram.add(value);
	return histogram;
}

test('a quantile differs by at most 1 % from its sample', () => {
	fc.assert(
		fc.property(samples, fc.double({ min: 0.001, max: 1, noNaN: true }), (values, share) => {
			const sorted = [...values].sort((a, b) => a - b);
			const exact = sorted[Math.max(1, Math.ceil(share * values.length)) - 1] ?? 0;
			const estimate = filled(values).quantile(share) ?? 0;
			expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * 0.01 + 1e-9);
		}),
		{ seed: 1 },
	);
});

test('merging two histograms is the same as filling one', () => {
	fc.assert(
		fc.property(samples, samples, (left, right) => {
			const merged = filled(left);
			merged.merge(filled(right));
			const whole = filled([...left, ...right]);
			expect(new Map(merged.buckets)).toEqual(new Map(whole.buckets));
			expect(latencySummaryOf(merged)).toEqual(latencySummaryOf(whole));
		}),
		{ seed: 2 },
	);
});

test('the largest value is kept exactly', () => {
	expect(filled([1, 2, 1234.567]).max).toBe(1234.567);
});

test('without samples the percentiles are null, not zero', () => {
	expect(latencySummaryOf(createHistogram())).toEqual({
		p50: null,
		p95: null,
		p99: null,
		max: null,
	});
});

test('memory does not grow with the number of samples', () => {
	const histogram = createHistogram();
	for (let index = 0; index < 200_000; index += 1) histogram.add((index % 60_000) + 0.5);
	expect(histogram.count).toBe(200_000);
	expect(histogram.buckets.size).toBeLessThan(1_200);
});
