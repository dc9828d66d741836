/** Cuts a run into time spans, and makes a load of its own from the seconds of each span. */
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import type { Buckets } from './buckets.ts';
import { latencyFromBuckets, sampleCountOf } from './buckets.ts';
import type { SpanCanary } from './canary.ts';
import { worstCanary } from './canary.ts';
import type { SpikeRun } from './judge-spans.ts';
import type { StepLimits } from './limits-file.ts';
import { isAlwaysWrong } from './load-failures.ts';
import { limitedSteps } from './slo.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

export interface TimeSpan {
	ratePerSecond: number;
	startSecond: number;
	endSecond: number;
	/** Whether the load ends with the span. Flows that end later are then part of it: they have no other span. */
	isLast?: boolean;
}

/** The samples of a span, in the form of one second. */
export interface SpanSamples extends LoadSecond {
	/** The response times of each step, and of whole flows. */
	histograms: ReadonlyMap<string, Buckets>;
	/** The canary; of several load generators, that of the worst one. Null without samples. */
	canary: SpanCanary | null;
}

/** Adds up the seconds of a span, in one run or in merged parts. */
export type SpanReader = (span: Pick<TimeSpan, 'startSecond' | 'endSecond'>) => SpanSamples;

/**
 * How long after the peak of a spike a flow that started in it may succeed, in seconds, and still count in the rate of the
 * peak.
 */
export const peakGraceSeconds = 5;

const noLatency = latencyFromBuckets([], null);

/**
 * Makes the load of a span. It has no failures by kind, because sessions, payments and orders are judged for the whole
 * run.
 */
function spanLoadOf(load: MeasuredLoad, span: TimeSpan): MeasuredLoad {
	const { readSpan: read } = load;
	const { ratePerSecond, startSecond, endSecond, isLast = false } = span;
	const readUntil = isLast ? Number.POSITIVE_INFINITY : endSecond;
	const samples = read({ startSecond, endSecond: readUntil });
	// Later successes do not count in the rate: they show that the target did not keep up.
	const inTime = isLast ? read({ startSecond, endSecond }) : samples;
	const { flowsStarted, flowsOk, flowsFailed, dropped, histograms, flow = noLatency } = samples;
	const seconds = endSecond - startSecond;
	const steps = Object.entries(samples.steps).map(
		([name, step]) => [name, { ...step, injected: noLatency, own: noLatency }] as const,
	);
	const named = [...histograms].map(([name, buckets]) => {
		const histogram = { unit: 'us' as const, digits: 2, buckets };
		return [`${name}/hold`, histogram] as const;
	});
	// More flows may be in flight at the end of a span than at its start, as long as the limits allow. One more may be due.
	const allowedMs = Math.max(1_000, longestAllowedMs(load));
	const moreInFlight = Math.max(0, inTime.flowsStarted - inTime.flowsOk - inTime.flowsFailed);
	const atEnd = 1 + Math.min((ratePerSecond * allowedMs) / 1_000, moreInFlight);
	const { sharedSessions, sharedTransactions, duplicatePayments, merchant, ...figures } = load;
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
			// Cap the rate at the plan: flows that started before the span may end in it.
			rate:
				Math.min(inTime.flowsOk + atEnd, Math.max(flowsStarted, ratePerSecond * seconds)) / seconds,
		},
		steps: Object.fromEntries(steps),
		histograms: Object.fromEntries(named),
		flowTimes: {
			...{ count: sampleCountOf(histograms.get('flow') ?? []), ...flow },
			fromIntendedStart: noLatency,
		},
		failures: [],
		windows: load.windows.filter(({ second }) => second >= startSecond && second < readUntil),
		generator: { ...generatorIn(load, samples), dropped },
	};
}

/** The canary of the span decides: a generator that was starved in the whole run may be healthy in a span. */
function generatorIn({ generator }: MeasuredLoad, samples: SpanSamples): MeasuredLoad['generator'] {
	const canary = worstCanary([samples.canary]);
	return canary === null ? generator : { ...generator, canary };
}

/** Cuts the measured time into ten equal spans. */
export function cutIntoTenths(load: MeasuredLoad): MeasuredLoad[] {
	const { warmUpMs, holdMs, ratePerSecond } = load.plan;
	const edge = (part: number) => Math.round((warmUpMs + (part * holdMs) / 10) / 1000);
	return Array.from({ length: 10 }, (_, part) => {
		const span = { startSecond: edge(part), endSecond: edge(part + 1), isLast: part === 9 };
		return spanLoadOf(load, { ...span, ratePerSecond: ratePerSecond ?? 0 });
	});
}

/** The flows that started in the peak: many of them end after it, above all those that fail. */
function flowsOfPeak(load: MeasuredLoad, { startSecond, endSecond }: TimeSpan) {
	const { peakFlows } = load;
	if (peakFlows === undefined) return {};
	const { started, ok, late, failed } = peakFlows;
	// A success that comes late shows that the target did not keep up, unless its limits allow such flows.
	const inTime = longestAllowedMs(load) > peakGraceSeconds * 1000 ? ok + late : ok;
	const rate = inTime / (endSecond - startSecond);
	return { flows: { started, ok: ok + late, failed, rate } };
}

/** The longest time of a flow, in milliseconds, that keeps all limits. */
function longestAllowedMs({ limits, plan }: MeasuredLoad): number {
	const longest = ({ p95Ms = 0, p99Ms = 0 }: Pick<StepLimits, 'p95Ms' | 'p99Ms'>) =>
		Math.max(p95Ms, p99Ms);
	const ofSteps = limitedSteps(limits, plan).reduce((sum, [, limit]) => sum + longest(limit), 0);
	return Math.max(longest(limits.flow), ofSteps);
}

/** Cuts a spike into the average load, the peak, and the load after the recovery. */
export function cutSpike(load: MeasuredLoad): SpikeRun {
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
	const failuresOf = (name?: string) => ({
		failures: load.failures.filter(({ phase, outcome }) =>
			isAlwaysWrong(outcome) ? name === undefined : phase === name,
		),
	});
	// The windows before the end of the recovery show when the target was back within its limits.
	const { windows } = load;
	const later = { windows, recoverBySecond: after.startSecond, ...failuresOf('after') };
	// The figures before the peak have the tag `hold`, and the canary has it in the whole run.
	const startSecond = Math.round(load.plan.warmUpMs / 1000);
	const beforePeak = load.readSpan({ startSecond, endSecond: peak.startSecond });
	return {
		before: { ...load, ...failuresOf(), generator: generatorIn(load, beforePeak) },
		peak: { ...spanLoadOf(load, peak), ...failuresOf('peak'), ...flowsOfPeak(load, peak) },
		after: { ...spanLoadOf(load, { ...after, isLast: true }), ...later },
		times,
	};
}
