/** Merges the series of parts: counts add up, and percentiles come from the buckets of all parts. */
import type { LoadPlan } from '../simulator/contract/load-plan.ts';
import type { Latency, LoadSecond } from '../simulator/contract/load-results.ts';
import type { Buckets } from './buckets.ts';
import { addBuckets, latencyFromBuckets, readBuckets } from './buckets.ts';
import type { SpanCanary } from './canary.ts';
import { canaryOf, worstCanary } from './canary.ts';
import type { SpanReader } from './cut-spans.ts';
import { largestKnown } from './figures.ts';

export function totalKnown<T>(items: readonly T[], of: (item: T) => number): number {
	return items.reduce((sum, item) => sum + of(item), 0);
}

/** Joins several seconds into one: the same second of several parts, or the seconds of one window. */
function joinSeconds(second: number, joined: readonly SecondWithBuckets[]): SecondWithBuckets {
	const names = [...new Set(joined.flatMap(({ steps }) => Object.keys(steps)))];
	const bucketNames = [...new Set(joined.flatMap(({ histograms }) => [...histograms.keys()]))];
	const histograms = new Map(
		bucketNames.map((name) => [
			name,
			addBuckets(joined.map((one) => one.histograms.get(name) ?? [])),
		]),
	);
	const latencyOf = (name: string, latencies: readonly (Latency | undefined)[]) =>
		latencyFromBuckets(histograms.get(name) ?? [], largestKnown(latencies.map((one) => one?.max)));
	const hasFlow = joined.some(({ flow }) => flow !== undefined);
	const inFlight = joined.flatMap((one) => one.inFlight ?? []);
	return {
		second,
		flowsStarted: totalKnown(joined, ({ flowsStarted }) => flowsStarted),
		flowsOk: totalKnown(joined, ({ flowsOk }) => flowsOk),
		flowsFailed: totalKnown(joined, ({ flowsFailed }) => flowsFailed),
		dropped: totalKnown(joined, ({ dropped }) => dropped),
		...(inFlight.length > 0 ? { inFlight: totalKnown(inFlight, (count) => count) } : {}),
		...(hasFlow
			? {
					flow: latencyOf(
						'flow',
						joined.map(({ flow }) => flow),
					),
				}
			: {}),
		steps: Object.fromEntries(
			names.map((name) => {
				const steps = joined.flatMap((one) => one.steps[name] ?? []);
				return [
					name,
					{
						count: totalKnown(steps, ({ count }) => count),
						failed: totalKnown(steps, ({ failed }) => failed),
						...latencyOf(name, steps),
					},
				];
			}),
		),
		histograms,
	};
}

/** The times of the first and the last answer in the same second of several parts. */
function answersOf(parts: readonly LoadSecond[]): Pick<LoadSecond, 'answersMs'> {
	const times = parts.flatMap(({ answersMs = [] }) => answersMs);
	return times.length === 0 ? {} : { answersMs: [Math.min(...times), Math.max(...times)] };
}

type SecondWithBuckets = LoadSecond & { histograms: ReadonlyMap<string, Buckets> };

function readSecond({ buckets = {}, ...second }: LoadSecond): SecondWithBuckets {
	const entries = Object.entries(buckets).map(([name, text]) => [name, readBuckets(text)] as const);
	return { ...second, histograms: new Map(entries) };
}

function withoutBuckets({ histograms, ...second }: SecondWithBuckets): LoadSecond {
	return second;
}

/** The key of the idle server's response times in the buckets of a second. */
export const canaryBucketsKey = 'canary';

/** `lateMs` is that of the best load generator: a silence of the target is one for each of them. */
function joinCanaries(canaries: readonly SpanCanary[]): SpanCanary | null {
	const worst = worstCanary(canaries);
	return worst && { ...worst, lateMs: Math.min(...canaries.map(({ lateMs }) => lateMs)) };
}

/** Returns a function that adds up the seconds of a time span over all parts. */
export const createMergedSpanReader =
	(parts: readonly (readonly LoadSecond[])[]): SpanReader =>
	({ startSecond, endSecond }) => {
		const joined = parts.map((series) =>
			joinSeconds(startSecond, series.slice(startSecond, endSecond).map(readSecond)),
		);
		const canaries = joined.map(({ histograms }) => histograms.get(canaryBucketsKey) ?? []);
		const { histograms, ...total } = joinSeconds(startSecond, joined);
		return {
			...total,
			histograms: new Map([...histograms].filter(([name]) => name !== canaryBucketsKey)),
			canary: joinCanaries(canaries.flatMap((buckets) => canaryOf(buckets) ?? [])),
		};
	};

/** The length of the windows of a series. */
export const windowSeconds = 10;

/** The seconds at which the phases of a plan start, in order. No window contains seconds of two phases. */
export function phaseStartSeconds({
	warmUpMs,
	phases = [],
}: Pick<LoadPlan, 'warmUpMs' | 'phases'>): number[] {
	const starts = [warmUpMs / 1000, ...phases.map(({ startSecond }) => startSecond)];
	return [0, ...starts.map(Math.ceil).sort((a, b) => a - b)];
}

/** Merges every second of the parts, and makes windows of ten seconds from the start of each phase. */
export function mergeSeries(
	parts: readonly (readonly LoadSecond[])[],
	starts: readonly number[],
): { series: LoadSecond[]; windows: LoadSecond[] } {
	const length = largestKnown(parts.map((series) => series.length)) ?? 0;
	const seconds = Array.from({ length }, (_, second) => {
		const joined = parts.flatMap((series) => series[second] ?? []);
		return { ...joinSeconds(second, joined.map(readSecond)), ...answersOf(joined) };
	});
	const windows = new Map<number, SecondWithBuckets[]>();
	for (const second of seconds) {
		if (isEmpty(second)) continue;
		const phase = starts.findLast((start) => start <= second.second) ?? 0;
		const number = Math.floor((second.second - phase) / windowSeconds);
		const start = phase + number * windowSeconds;
		windows.set(start, [...(windows.get(start) ?? []), second]);
	}
	return {
		series: seconds.map(withoutBuckets),
		windows: [...windows].map(([start, joined]) => {
			const window = withoutBuckets(joinSeconds(start, joined));
			const inFlight = joined.at(-1)?.inFlight;
			return inFlight === undefined ? window : { ...window, inFlight };
		}),
	};
}

/** A second without any sample. Such seconds alone make no window. */
const isEmpty = ({ flowsStarted, flowsOk, flowsFailed, dropped, steps }: LoadSecond) =>
	flowsStarted + flowsOk + flowsFailed + dropped === 0 && Object.keys(steps).length === 0;
