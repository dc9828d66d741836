/** The sums of a run: the totals of the measured phase, and each second of the whole run. */
import type { Histogram } from './histogram.ts';
import { createHistogram } from './histogram.ts';
import type { FlowIdSets } from './shared-ids.ts';
import { createFlowIdSets } from './shared-ids.ts';

export interface FlowCount {
	started: number;
	ok: number;
	failed: number;
}

export interface StepTally {
	count: number;
	failed: number;
	/**
	 * The latency of answers with a status from 200 to 299, because a refusal may be fast. For a shop, the latency of
	 * steps that went well.
	 */
	latency: Histogram;
	injected: Histogram;
	own: Histogram;
	/** The time from the planned start of the flow to the end of its first call. Failed calls are included. */
	fromIntendedStart?: Histogram;
}

export interface FailureTally {
	step: string;
	outcome: string;
	problem?: string;
	status: number | null;
	/**
	 * The phase of a spike in which the failure happened: the peak, the time to recover, or the time after it. `warm_up`
	 * occurs only for an answer with another session.
	 */
	phase?: string;
	count: number;
	firstSecond: number;
	lastSecond: number;
}

export type SecondStep = Pick<StepTally, 'count' | 'failed' | 'latency'>;

export interface SecondTally {
	flowsStarted: number;
	flowsOk: number;
	flowsFailed: number;
	dropped: number;
	/** The duration of successful flows, connecting and TLS included. */
	flow: Histogram;
	/** The response times of the idle server. */
	canary: Histogram;
	/** When the first and the last answer arrived, or flow ended; in milliseconds since the start of the second. */
	answersMs?: [first: number, last: number];
	steps: Map<string, SecondStep>;
}

export interface CheckedOutOrder {
	story: string;
	/** The session that the redirect named; undefined if the checkout failed. */
	session: string | undefined;
}

export interface Tally extends FlowIdSets {
	flows: FlowCount;
	flowsByStory: Map<string, FlowCount>;
	/** The flows that started in the peak of a spike. `late`: they succeeded more than five seconds after it. */
	peakFlows: FlowCount & { late: number };
	steps: Map<string, StepTally>;
	outcomes: Map<string, number>;
	/**
	 * The failures, by step, outcome, status, problem and phase. The warm-up counts only for answers with another
	 * session.
	 */
	failures: Map<string, FailureTally>;
	/**
	 * `flowTimes`: the durations of successful flows. `fromIntendedStart`: the times of all flows from their planned
	 * start, with failed calls counted as at least their timeout.
	 */
	flowTimes: Histogram;
	fromIntendedStart: Histogram;
	connecting: { opened: number; tcp: Histogram; tls: Histogram };
	/** The orders that were checked out, by reference. */
	orders: Map<string, CheckedOutOrder>;
	/** The flows of shoppers in a browser. */
	browser: { flows: number; failed: number; pageLoad: Histogram };
	startLag: Histogram;
	dropped: number;
	/** The highest number of flows that were in flight at once. */
	maxInFlight: number;
	/** The response times of the idle server. */
	canary: Histogram;
	/** Whether the last request of the canary was in the measured phase. */
	isCanaryMeasured: boolean;
	/** The number of virtual users that k6 has created so far. */
	virtualUsers: number;
	/** The time of the first sample, in milliseconds since the epoch. */
	startMs: number | undefined;
	/**
	 * When the first flow of the measured phase started, and when the last one finished; in milliseconds since the epoch.
	 */
	firstMs: number | undefined;
	lastMs: number | undefined;
	assumptions: Set<string>;
	/** The results of repeated calls: their counts by kind, then by result. */
	repeats: Map<string, Map<string, number>>;
	/** The sums of each second since the start, warm-up included. */
	seconds: Map<number, SecondTally>;
	lastSecond: number;
	/**
	 * The flows of the whole run, warm-up included. The progress line shows them, and they are compared with k6's own
	 * counts.
	 */
	everything: FlowCount & { dropped: number };
	/** The number of lines that look like samples but are not valid. */
	unreadable: number;
}

/** Returns the value of a key, and adds one if the map has none. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}

export const newFlowCount = (): FlowCount => ({ started: 0, ok: 0, failed: 0 });

/** `ids`: those of earlier steps of the same run, because no flow may receive the id of another one. */
export function createTally(ids: FlowIdSets = createFlowIdSets()): Tally {
	return {
		...ids,
		flows: newFlowCount(),
		flowsByStory: new Map(),
		peakFlows: { ...newFlowCount(), late: 0 },
		steps: new Map(),
		outcomes: new Map(),
		failures: new Map(),
		flowTimes: createHistogram(),
		fromIntendedStart: createHistogram(),
		connecting: { opened: 0, tcp: createHistogram(), tls: createHistogram() },
		orders: new Map(),
		browser: { flows: 0, failed: 0, pageLoad: createHistogram() },
		startLag: createHistogram(),
		dropped: 0,
		maxInFlight: 0,
		canary: createHistogram(),
		isCanaryMeasured: false,
		virtualUsers: 0,
		startMs: undefined,
		firstMs: undefined,
		lastMs: undefined,
		assumptions: new Set(),
		repeats: new Map(),
		seconds: new Map(),
		lastSecond: 0,
		everything: { ...newFlowCount(), dropped: 0 },
		unreadable: 0,
	};
}

/**
 * A new step for one second. It has fewer histograms than the totals, because a long run has tens of thousands of
 * seconds.
 */
export const newSecondStep = (): SecondStep => ({
	count: 0,
	failed: 0,
	latency: createHistogram(),
});

export const newStep = (): StepTally => ({
	...newSecondStep(),
	injected: createHistogram(),
	own: createHistogram(),
});

/** Notes that an answer of the target arrived, or that a flow ended. */
export function noteAnswer(second: SecondTally, msSinceStart: number): void {
	const ms = Math.max(0, msSinceStart) % 1000;
	const [first, last] = second.answersMs ?? [ms, ms];
	second.answersMs = [Math.min(first, ms), Math.max(last, ms)];
}

export const newSecond = (): SecondTally => ({
	flowsStarted: 0,
	flowsOk: 0,
	flowsFailed: 0,
	dropped: 0,
	flow: createHistogram(),
	canary: createHistogram(),
	steps: new Map(),
});
