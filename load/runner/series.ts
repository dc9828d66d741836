/** Makes the series of a run: its seconds, and its windows of ten seconds. */
import { writeBuckets } from '../../reports/buckets.ts';
import { canaryOf } from '../../reports/canary.ts';
import type { SpanReader } from '../../reports/cut-spans.ts';
import { canaryBucketsKey, windowSeconds } from '../../reports/merge-seconds.ts';
import type { LoadSecond } from '../../simulator/contract/load-results.ts';
import { bucketsOf, latencySummaryOf } from './histogram.ts';
import type { SecondTally, Tally } from './tally.ts';
import { newSecond, newSecondStep } from './tally.ts';

/** Returns every second of the run, also seconds without samples. */
export function seriesOf({ seconds }: Tally): LoadSecond[] {
	const last = [...seconds.keys()].reduce((most, second) => Math.max(most, second), -1);
	const parts = Array.from({ length: last + 1 }, (_, at) => [at, seconds.get(at)] as const);
	return withInFlight(parts.map(([at, second]) => secondOf(at, second)));
}

/** Adds the number of flows in flight at the end of each second or window. */
function withInFlight(parts: readonly LoadSecond[]): LoadSecond[] {
	let inFlight = 0;
	return parts.map((part) => {
		inFlight = Math.max(0, inFlight + part.flowsStarted - part.flowsOk - part.flowsFailed);
		return { ...part, inFlight };
	});
}

function secondOf(second: number, tally: SecondTally = newSecond()): LoadSecond {
	const { flowsStarted, flowsOk, flowsFailed, dropped, answersMs, flow, steps } = tally;
	return {
		second,
		flowsStarted,
		flowsOk,
		flowsFailed,
		dropped,
		...(answersMs ? { answersMs } : {}),
		flow: latencySummaryOf(flow),
		steps: Object.fromEntries(
			[...steps].map(([step, { count, failed, latency }]) => [
				step,
				{ count, failed, ...latencySummaryOf(latency) },
			]),
		),
	};
}

/** Adds the histogram buckets of response times to a second: percentiles of parts can only be merged with them. */
export function addBucketsToSecond(second: LoadSecond, { seconds }: Tally): LoadSecond {
	const { steps = new Map(), flow, canary } = seconds.get(second.second) ?? {};
	const texts = [...steps].map(([step, { latency }]) => [
		step,
		writeBuckets(bucketsOf(latency).buckets),
	]);
	const flows = flow ? [['flow', writeBuckets(bucketsOf(flow).buckets)]] : [];
	const canaries = canary?.count
		? [[canaryBucketsKey, writeBuckets(bucketsOf(canary).buckets)]]
		: [];
	return { ...second, buckets: Object.fromEntries([...texts, ...flows, ...canaries]) };
}

/** Adds up windows of ten seconds each, counted from the start of each phase. */
export function tenSecondWindows({ seconds }: Tally, starts: readonly number[]): LoadSecond[] {
	const windows = new Map<number, SecondTally>();
	for (const [second, tally] of [...seconds].sort(([a], [b]) => a - b)) {
		const phase = starts.findLast((start) => start <= second) ?? 0;
		const start = phase + Math.floor((second - phase) / windowSeconds) * windowSeconds;
		const window = windows.get(start) ?? newSecond();
		windows.set(start, window);
		addSecond(window, tally);
	}
	return withInFlight([...windows].map(([start, tally]) => secondOf(start, tally)));
}

/** Returns a function that adds up the seconds of a time span. */
export const createSpanReader =
	({ seconds }: Tally): SpanReader =>
	({ startSecond, endSecond }) => {
		const total = newSecond();
		for (const [second, counts] of seconds) {
			if (second >= startSecond && second < endSecond) addSecond(total, counts);
		}
		const { steps, flow, canary } = total;
		const times = [...steps].map(([name, { latency }]) => [name, latency] as const);
		const named = [...times, ['flow', flow] as const];
		return {
			...secondOf(startSecond, total),
			histograms: new Map(named.map(([name, one]) => [name, bucketsOf(one).buckets])),
			canary: canaryOf(bucketsOf(canary).buckets),
		};
	};

function addSecond(window: SecondTally, { steps, flow, canary, ...counts }: SecondTally) {
	window.flow.merge(flow);
	window.canary.merge(canary);
	for (const name of ['flowsStarted', 'flowsOk', 'flowsFailed', 'dropped'] as const) {
		window[name] += counts[name];
	}
	for (const [name, { count, failed, latency }] of steps) {
		const step = window.steps.get(name) ?? newSecondStep();
		window.steps.set(name, step);
		step.count += count;
		step.failed += failed;
		step.latency.merge(latency);
	}
}
