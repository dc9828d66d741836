/** Groups the seconds of a run into at most 120 points of a chart. */
import type { LoadSecond } from '../../../simulator/contract/load-results.ts';

export interface Percentiles {
	p50: number | null;
	p95: number | null;
	p99: number | null;
}

/** One point of a chart. Its rates are per second. */
export interface ChartPoint {
	second: number;
	started: number;
	ok: number;
	failed: number;
	dropped: number;
	/** Failed calls per second. */
	failedCalls: number;
	/** The highest number of flows in flight; null if it was not recorded. */
	inFlight: number | null;
	/** The response times of each call; the name `flow` stands for whole flows. */
	steps: Readonly<Record<string, Percentiles>>;
}

export interface ChartPoints {
	/** The number of seconds that one point covers. */
	width: number;
	/** The number of recorded seconds, from the start of the run. */
	length: number;
	points: ChartPoint[];
}

const maxPoints = 120;
const widths = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];

export function chartPointsOf(series: readonly LoadSecond[]): ChartPoints {
	const length = series.reduce((last, { second }) => Math.max(last, second + 1), 0);
	const width =
		widths.find((candidate) => length / candidate <= maxPoints) ?? Math.ceil(length / maxPoints);
	const buckets = Array.from({ length: Math.ceil(length / width) }, (): LoadSecond[] => []);
	for (const entry of series) buckets[Math.floor(entry.second / width)]?.push(entry);
	const points = buckets.map((bucket, index) => {
		const second = index * width;
		// The last point may cover fewer seconds. A second without an entry counts as zero.
		return toPoint(bucket, second, Math.min(width, length - second));
	});
	return { width, length, points };
}

function toPoint(bucket: readonly LoadSecond[], second: number, seconds: number): ChartPoint {
	const rate = (pick: (entry: LoadSecond) => number) =>
		bucket.reduce((sum, entry) => sum + pick(entry), 0) / seconds;
	const timesOf = (entry: LoadSecond): LoadSecond['steps'] =>
		entry.flow ? { ...entry.steps, flow: { ...entry.flow, count: 0, failed: 0 } } : entry.steps;
	const times = bucket.map(timesOf);
	const names = new Set(times.flatMap((steps) => Object.keys(steps)));
	return {
		second,
		started: rate((entry) => entry.flowsStarted),
		ok: rate((entry) => entry.flowsOk),
		failed: rate((entry) => entry.flowsFailed),
		dropped: rate((entry) => entry.dropped),
		failedCalls: rate(({ steps }) =>
			Object.values(steps).reduce((sum, { failed }) => sum + failed, 0),
		),
		inFlight: highest(bucket.map((entry) => entry.inFlight ?? null)),
		steps: Object.fromEntries([...names].map((name) => [name, worst(times, name)])),
	};
}

const highest = (values: readonly (number | null)[]): number | null =>
	values.reduce<number | null>(
		(most, value) => (value !== null && (most === null || value > most) ? value : most),
		null,
	);

/** The percentiles of the worst second: percentiles cannot be averaged. */
function worst(times: readonly LoadSecond['steps'][], name: string): Percentiles {
	const of = (key: keyof Percentiles) => highest(times.map((steps) => steps[name]?.[key] ?? null));
	return { p50: of('p50'), p95: of('p95'), p99: of('p99') };
}
