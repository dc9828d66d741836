/** Confidence intervals: Wilson intervals for shares, order statistics of a histogram for percentiles. */
import type { HistogramBuckets } from '../simulator/contract/histogram.ts';
import { quantileOf, sampleCountOf } from './buckets.ts';

export type Interval = [low: number, high: number];

/** The z value of a two-sided interval with 95 % confidence. */
const z = 1.96;

/** The Wilson interval of the share `part` of `whole`. `part` may be a fraction. */
export function shareInterval(part: number, whole: number): Interval {
	const share = part / whole;
	const center = (share + (z * z) / (2 * whole)) / (1 + (z * z) / whole);
	const variance = (share * (1 - share)) / whole + (z * z) / (4 * whole * whole);
	const half = (z * Math.sqrt(variance)) / (1 + (z * z) / whole);
	// Include the share itself: rounding errors would leave a share of exactly 0 or 1 outside.
	return [Math.max(0, Math.min(share, center - half)), Math.min(1, Math.max(share, center + half))];
}

/** The confidence interval of a percentile, in milliseconds; null without samples. */
export function percentileInterval(
	histogram: Pick<HistogramBuckets, 'buckets'> | undefined,
	share: number,
): Interval | null {
	if (histogram === undefined) return null;
	const { buckets } = histogram;
	const total = sampleCountOf(buckets);
	if (total === 0) return null;
	const [low, high] = shareInterval(share * total, total);
	return [quantileOf(buckets, total, low), quantileOf(buckets, total, high)];
}

/** The share of the samples above a limit in milliseconds. */
export function shareAbove({ buckets }: HistogramBuckets, limitMs: number): number {
	return (
		sampleCountOf(buckets.filter(([value]) => value / 1000 > limitMs)) / sampleCountOf(buckets)
	);
}

/**
 * How many samples are needed until the interval of `share` no longer contains `limit`; undefined if more than a
 * billion.
 */
export function samplesToDecide(share: number, limit: number): number | undefined {
	for (let samples = 10; samples < 1e9; samples *= 1.05) {
		const [low, high] = shareInterval(share * samples, samples);
		if (low > limit || high <= limit) return Math.ceil(samples);
	}
	return undefined;
}
