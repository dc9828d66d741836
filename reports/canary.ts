/**
 * What the canary says about the load generator. Each of its requests to an idle server counts from the time at which it
 * was due, so a generator that stands still delays as many requests as were due meanwhile.
 */
import type { CanaryTimes } from '../simulator/contract/load-results.ts';
import type { SloRow } from '../simulator/contract/run-report.ts';
import type { Buckets } from './buckets.ts';
import { latencyFromBuckets } from './buckets.ts';
import { largestKnown } from './figures.ts';

/** The time between two requests of the canary of one load generator, in milliseconds: that of `load/canary.ts`. */
export const judgedIntervalMs = 100;
/** The longest time of a canary request that leaves the load generator in no doubt, in milliseconds. */
export const maxCanaryMs = 20;

/** The canary in a time span. */
export interface SpanCanary extends CanaryTimes {
	/** How long the load generator stood still, in milliseconds. */
	lateMs: number;
}

/** Returns the figures of the canary, null without samples. */
export function canaryOf(buckets: Readonly<Buckets>): SpanCanary | null {
	const { p95, p99 } = latencyFromBuckets(buckets, null);
	if (p95 === null || p99 === null) return null;
	// A request that is later than the next one is due stands for its whole interval.
	const lateMs = buckets
		.map(([us, samples]) => [us / 1000, samples] as const)
		.filter(([ms]) => ms > maxCanaryMs)
		.reduce((sum, [ms, samples]) => sum + samples * Math.min(ms, judgedIntervalMs), 0);
	return { p95Ms: p95, p99Ms: p99, lateMs };
}

/** The canary of several load generators: each time is that of the worst one. */
export function worstCanary(
	canaries: readonly (CanaryTimes | null | undefined)[],
): CanaryTimes | null {
	const p95Ms = largestKnown(canaries.map((canary) => canary?.p95Ms));
	const p99Ms = largestKnown(canaries.map((canary) => canary?.p99Ms));
	if (p95Ms === null) return null;
	return { p95Ms, ...(p99Ms === null ? {} : { p99Ms }) };
}

/** Whether the load generator was too slow in general: no latency of the span proves anything. */
export const isStarved = (canary: CanaryTimes | null | undefined): boolean =>
	(canary?.p95Ms ?? 0) > maxCanaryMs;

/**
 * Whether a load generator that stood still at times explains a percentile beyond its limit: a call may be as late as the
 * same percentile of the canary, and a flow as late as all its calls. `lowMs`: the lower end of the percentile's interval.
 */
export function explainsExcess(
	canary: CanaryTimes | null | undefined,
	{ step, metric, limit }: Pick<SloRow, 'step' | 'metric' | 'limit'>,
	{ lowMs, callsInFlow }: { lowMs: number; callsInFlow: number },
): boolean {
	const delayMs = (metric === 'p99' ? canary?.p99Ms : canary?.p95Ms) ?? 0;
	return delayMs > maxCanaryMs && lowMs - delayMs * (step === null ? callsInFlow : 1) <= limit;
}
