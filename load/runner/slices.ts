/** A part of a run by time: what its seconds add up to, as a load of its own. */
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { bucketsOf, createHistogram, latencyOf } from './histogram.ts';
import { addSecond } from './series.ts';
import type { Tally } from './tally.ts';
import { newSecond } from './tally.ts';

export interface Span {
	ratePerSecond: number;
	startSecond: number;
	endSecond: number;
}

const noLatency = latencyOf(createHistogram());

/** The plan of the part begins at its first second, and it has no failures by kind. */
export function sliceOf(load: MeasuredLoad, tally: Tally, span: Span): MeasuredLoad {
	const { ratePerSecond, startSecond, endSecond } = span;
	const total = newSecond();
	for (const [second, counts] of tally.seconds) {
		if (second >= startSecond && second < endSecond) addSecond(total, counts);
	}
	const { flowsStarted, flowsOk, flowsFailed, dropped, flow } = total;
	const seconds = endSecond - startSecond;
	const steps = [...total.steps].map(([name, { count, failed, latency }]) => {
		const times = { ...latencyOf(latency), injected: noLatency, own: noLatency };
		return [name, { count, failed, ...times }] as const;
	});
	const histograms = [...total.steps].map(
		([name, { latency }]) => [`${name}/hold`, bucketsOf(latency)] as const,
	);
	return {
		...load,
		plan: {
			...load.plan,
			ratePerSecond,
			warmUpMs: startSecond * 1000,
			holdMs: seconds * 1000,
		},
		flows: {
			started: flowsStarted,
			ok: flowsOk,
			failed: flowsFailed,
			rate: flowsOk / seconds,
		},
		steps: Object.fromEntries(steps),
		histograms: { ...Object.fromEntries(histograms), 'flow/hold': bucketsOf(flow) },
		flowTimes: { count: flow.count, ...latencyOf(flow), fromIntendedStart: noLatency },
		failures: [],
		windows: load.windows.filter(({ second }) => second >= startSecond && second < endSecond),
		generator: { ...load.generator, dropped },
	};
}

/** Ten equal parts of the measured time. */
export function tenthsOf(load: MeasuredLoad, tally: Tally): MeasuredLoad[] {
	const { warmUpMs, holdMs, ratePerSecond } = load.plan;
	const edge = (part: number) => Math.round((warmUpMs + (part * holdMs) / 10) / 1000);
	return Array.from({ length: 10 }, (_, part) => {
		const span = { startSecond: edge(part), endSecond: edge(part + 1) };
		return sliceOf(load, tally, { ...span, ratePerSecond: ratePerSecond ?? 0 });
	});
}
