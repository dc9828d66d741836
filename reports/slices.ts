/** A part of a run by time: what its seconds add up to, as a load of its own. */
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import type { Buckets } from './buckets.ts';
import { countOf, latencyFrom } from './buckets.ts';
import type { SpikeRun } from './long-runs.ts';
import { largest } from './merge-seconds.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

export interface Span {
	ratePerSecond: number;
	startSecond: number;
	endSecond: number;
}

/** The samples of a span as one second. */
export interface SpanSamples extends LoadSecond {
	/** Response times of each step, and of the flow. */
	histograms: ReadonlyMap<string, Buckets>;
	/** Of the worst generator; null without samples. */
	canaryP95Ms: number | null;
}

/** From the seconds of a run, or of merged parts. */
export type SpanReader = (span: Span) => SpanSamples;

const noLatency = latencyFrom([], null);

/**
 * The plan of the part begins at its first second, and it has no failures by kind. Sessions, payments and orders are
 * judged for the whole run.
 */
function sliceOf(load: MeasuredLoad, read: SpanReader, span: Span): MeasuredLoad {
	const { ratePerSecond, startSecond, endSecond } = span;
	const samples = read(span);
	const { flowsStarted, flowsOk, flowsFailed, dropped, histograms, flow = noLatency } = samples;
	const seconds = endSecond - startSecond;
	const steps = Object.entries(samples.steps).map(
		([name, step]) => [name, { ...step, injected: noLatency, own: noLatency }] as const,
	);
	const named = [...histograms].map(([name, buckets]) => {
		const histogram = { unit: 'us' as const, digits: 2, buckets };
		return [`${name}/hold`, histogram] as const;
	});
	// A generator that was starved over the whole run was starved in each of its parts.
	const { canary, ...generator } = load.generator;
	const { sharedSessions, duplicatePayments, merchant, ...figures } = load;
	const p95Ms = largest([canary?.p95Ms, samples.canaryP95Ms]);
	return {
		...figures,
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
			// Flows that began before the part may end in it: they do not raise its rate above the plan.
			rate: Math.min(flowsOk, Math.max(flowsStarted, ratePerSecond * seconds)) / seconds,
		},
		steps: Object.fromEntries(steps),
		histograms: Object.fromEntries(named),
		flowTimes: {
			...{ count: countOf(histograms.get('flow') ?? []), ...flow },
			fromIntendedStart: noLatency,
		},
		failures: [],
		windows: load.windows.filter(({ second }) => second >= startSecond && second < endSecond),
		generator: { ...generator, dropped, ...(p95Ms === null ? {} : { canary: { p95Ms } }) },
	};
}

/** Ten equal parts of the measured time. */
export function tenthsOf(load: MeasuredLoad, read: SpanReader): MeasuredLoad[] {
	const { warmUpMs, holdMs, ratePerSecond } = load.plan;
	const edge = (part: number) => Math.round((warmUpMs + (part * holdMs) / 10) / 1000);
	return Array.from({ length: 10 }, (_, part) => {
		const span = { startSecond: edge(part), endSecond: edge(part + 1) };
		return sliceOf(load, read, { ...span, ratePerSecond: ratePerSecond ?? 0 });
	});
}

/** The average load, the peak, and the load after the recovery. */
export function spikeOf(load: MeasuredLoad, read: SpanReader): SpikeRun {
	const phaseOf = (name: string) => {
		const phase = load.plan.phases?.find((one) => one.name === name);
		if (!phase) throw new Error(`The plan has no phase ${name}.`);
		return { ...phase, ratePerSecond: phase.ratePerSecond ?? 0 };
	};
	const [peak, after] = [phaseOf('peak'), phaseOf('after')];
	const times = {
		peakRatePerSecond: peak.ratePerSecond,
		peakEndSecond: peak.endSecond,
		recoverBySecond: after.startSecond,
	};
	// An answer with another session is wrong at every rate, so it counts for the whole run.
	const failuresOf = (name?: string) => ({
		failures: load.failures.filter(({ phase, outcome }) =>
			outcome === 'wrong_session' ? name === undefined : phase === name,
		),
	});
	// The windows before the end of the recovery tell when the target was back.
	const { windows } = load;
	const later = { windows, recoverBySecond: after.startSecond, ...failuresOf('after') };
	return {
		before: { ...load, ...failuresOf() },
		peak: { ...sliceOf(load, read, peak), ...failuresOf('peak') },
		after: { ...sliceOf(load, read, after), ...later },
		times,
	};
}
