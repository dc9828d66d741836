/** The tally → the measured parts of a load report. */
import type { LoadReport } from '../../simulator/contract/run-report.ts';
import { serviceSteps } from '../plan.ts';
import { latencyOf } from './histogram.ts';
import type { FlowCount, SecondTally, Tally } from './tally.ts';
import { newSecond } from './tally.ts';

type Measured = Pick<
	LoadReport,
	'flows' | 'flowsByStory' | 'steps' | 'outcomes' | 'series' | 'assumptions'
>;

/** `plannedMs` is the length of the measured part; 0 where a profile counts iterations instead. */
export function measuredParts(tally: Tally, plannedMs: number): Measured {
	const seconds = measuredSeconds(tally, plannedMs);
	const withRate = (count: FlowCount) => ({
		...count,
		rate: seconds > 0 ? round((count.ok + count.failed) / seconds) : 0,
	});
	return {
		assumptions: [...tally.assumptions].sort(),
		flows: withRate(tally.flows),
		flowsByStory: Object.fromEntries(
			[...tally.flowsByStory].sort().map(([story, count]) => [story, withRate(count)]),
		),
		steps: stepsOf(tally),
		outcomes: Object.fromEntries([...tally.outcomes].sort()),
		series: seriesOf(tally),
	};
}

/** In the order of the flow. */
function stepsOf({ steps }: Tally): LoadReport['steps'] {
	const parts = serviceSteps.flatMap((name) => {
		const step = steps.get(name);
		if (!step) return [];
		const { count, failed, latency, injected, own } = step;
		const times = { injected: latencyOf(injected), own: latencyOf(own) };
		return [[name, { count, failed, ...latencyOf(latency), ...times }] as const];
	});
	return Object.fromEntries(parts);
}

/** A run that was cut short did not last as long as it was planned to: its end misses more than a pause between flows. */
function measuredSeconds({ firstMs, lastMs, flows }: Tally, plannedMs: number): number {
	const seen = firstMs === undefined || lastMs === undefined ? 0 : lastMs - firstMs;
	const pause = seen / Math.max(1, flows.ok + flows.failed - 1);
	const cutShort = seen > 0 && plannedMs - seen > plannedMs * 0.1 + 2 * pause;
	return (plannedMs === 0 || cutShort ? seen : plannedMs) / 1000;
}

/** Without gaps: a second in which nothing happened is the most telling one. */
function seriesOf({ seconds }: Tally): LoadReport['series'] {
	const last = Math.max(-1, ...seconds.keys());
	return Array.from({ length: last + 1 }, (_, second) => secondOf(second, seconds.get(second)));
}

function secondOf(second: number, tally: SecondTally = newSecond()) {
	const { flowsOk, flowsFailed, dropped, steps } = tally;
	return {
		second,
		flowsOk,
		flowsFailed,
		dropped,
		steps: Object.fromEntries(
			[...steps].map(([step, { count, failed, latency }]) => [
				step,
				{ count, failed, ...latencyOf(latency) },
			]),
		),
	};
}

const round = (value: number) => Math.round(value * 1000) / 1000;
