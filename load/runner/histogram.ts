/** A log-linear histogram of milliseconds. Its error is at most 1 %, and merging histograms loses nothing. */
import type { Buckets } from '../../reports/buckets.ts';
import { latencyFromBuckets, quantileOf } from '../../reports/buckets.ts';
import type { HistogramBuckets } from '../../simulator/contract/histogram.ts';
import type { Latency } from '../../simulator/contract/load-results.ts';

/** Each power of two has 64 equal buckets: the middle of a bucket differs by at most 1/128 from any value in it. */
const bucketsPerOctave = 64;
/** The largest value: one hour in microseconds. Values are clamped to between 1 µs and this. */
const largestUs = 3_600_000_000;

function indexOf(us: number): number {
	const octave = Math.floor(Math.log2(us));
	// Math.log2 may round a value just below a power of two up to it.
	const base = 2 ** octave > us ? octave - 1 : octave;
	const within = Math.floor((us / 2 ** base - 1) * bucketsPerOctave);
	return base * bucketsPerOctave + within;
}

function middleOf(index: number): number {
	const base = 2 ** Math.floor(index / bucketsPerOctave);
	return base * (1 + ((index % bucketsPerOctave) + 0.5) / bucketsPerOctave);
}

export interface Histogram {
	readonly count: number;
	readonly max: number;
	add(ms: number): void;
	merge(other: Histogram): void;
	/** The value in milliseconds that `share` of the samples do not exceed; undefined without samples. */
	quantile(share: number): number | undefined;
	/** The number of samples in each bucket; at most about two thousand entries. */
	readonly buckets: ReadonlyMap<number, number>;
}

export function createHistogram(): Histogram {
	const buckets = new Map<number, number>();
	let count = 0;
	let max = 0;
	const put = (index: number, samples: number) => {
		buckets.set(index, (buckets.get(index) ?? 0) + samples);
		count += samples;
	};
	return {
		buckets,
		get count() {
			return count;
		},
		get max() {
			return max;
		},
		add(ms) {
			put(indexOf(Math.min(largestUs, Math.max(1, ms * 1000))), 1);
			max = Math.max(max, ms);
		},
		merge(other) {
			for (const [index, samples] of other.buckets) put(index, samples);
			max = Math.max(max, other.max);
		},
		quantile(share) {
			if (count === 0) return undefined;
			return Math.min(quantileOf(toReportBuckets(buckets), count, share), max);
		},
	};
}

export const latencySummaryOf = ({ buckets, count, max }: Histogram): Latency =>
	latencyFromBuckets(toReportBuckets(buckets), count === 0 ? null : Math.round(max * 1000) / 1000);

/** Converts a histogram to the list of its buckets in a report. */
export const bucketsOf = ({ buckets }: Histogram): HistogramBuckets => ({
	unit: 'us',
	digits: 2,
	buckets: toReportBuckets(buckets),
});

/** The middle of each bucket in microseconds, with its samples, in order. */
const toReportBuckets = (buckets: Histogram['buckets']): Buckets =>
	[...buckets].sort(([a], [b]) => a - b).map(([index, samples]) => [middleOf(index), samples]);
