/** The sums of a run: totals of the measured phase, and every second of the whole run. */
import type { Histogram } from './histogram.ts';
import { createHistogram } from './histogram.ts';
import type { Sessions } from './sessions.ts';
import { createSessions } from './sessions.ts';

export interface FlowCount {
	started: number;
	ok: number;
	failed: number;
}

export interface StepTally {
	count: number;
	failed: number;
	/** Of answers with a status from 200 to 299: a refused call may be fast. Of a shop, of steps that went well. */
	latency: Histogram;
	injected: Histogram;
	own: Histogram;
	/** Of the first call of a flow, failed calls included. */
	fromIntendedStart?: Histogram;
}

export interface FailureTally {
	step: string;
	outcome: string;
	problem?: string;
	status: number | null;
	/** Of a spike: the peak, the time to recover, or the time after it. `warm_up` of an answer with another session. */
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
	/** Of successful flows, connecting and TLS included. */
	flow: Histogram;
	/** Response times of the idle server. */
	canary: Histogram;
	steps: Map<string, SecondStep>;
}

export interface CheckedOut {
	story: string;
	/** Undefined when the checkout failed. */
	session: string | undefined;
}

export interface Tally {
	flows: FlowCount;
	flowsByStory: Map<string, FlowCount>;
	steps: Map<string, StepTally>;
	outcomes: Map<string, number>;
	/** By step, outcome, status, problem and phase. Of the warm-up, only answers with another session. */
	failures: Map<string, FailureTally>;
	/** Of successful flows; and of all, from the intended start, with failed calls as slow as their timeout. */
	flowTimes: Histogram;
	fromIntendedStart: Histogram;
	connecting: { opened: number; tcp: Histogram; tls: Histogram };
	sessions: Sessions;
	/** The orders that were checked out, by reference. */
	orders: Map<string, CheckedOut>;
	/** Shoppers in a browser. */
	browser: { flows: number; failed: number; pageLoad: Histogram };
	startLag: Histogram;
	dropped: number;
	/** The most flows that were in flight. */
	maxInFlight: number;
	/** Response times of the idle server. */
	canary: Histogram;
	/** Created so far by k6. */
	virtualUsers: number;
	/** The time of the first sample, in milliseconds since the epoch. */
	startMs: number | undefined;
	/** When the first flow of the measured phase started and the last one finished, in milliseconds since the epoch. */
	firstMs: number | undefined;
	lastMs: number | undefined;
	assumptions: Set<string>;
	/** Calls that were sent again: kind → result → count. */
	repeats: Map<string, Map<string, number>>;
	/** By second since the start, warm-up included. */
	seconds: Map<number, SecondTally>;
	lastSecond: number;
	/** Warm-up included: for the progress line, and to compare with k6's own counts. */
	everything: FlowCount & { dropped: number };
	/** Lines that begin like samples but are not valid. */
	unreadable: number;
}

export const noFlows = (): FlowCount => ({ started: 0, ok: 0, failed: 0 });

export function createTally(): Tally {
	return {
		flows: noFlows(),
		flowsByStory: new Map(),
		steps: new Map(),
		outcomes: new Map(),
		failures: new Map(),
		flowTimes: createHistogram(),
		fromIntendedStart: createHistogram(),
		connecting: { opened: 0, tcp: createHistogram(), tls: createHistogram() },
		sessions: createSessions(),
		orders: new Map(),
		browser: { flows: 0, failed: 0, pageLoad: createHistogram() },
		startLag: createHistogram(),
		dropped: 0,
		maxInFlight: 0,
		canary: createHistogram(),
		virtualUsers: 0,
		startMs: undefined,
		firstMs: undefined,
		lastMs: undefined,
		assumptions: new Set(),
		repeats: new Map(),
		seconds: new Map(),
		lastSecond: 0,
		everything: { ...noFlows(), dropped: 0 },
		unreadable: 0,
	};
}

/** Without the histograms that only totals have: a long run has tens of thousands of seconds. */
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

export const newSecond = (): SecondTally => ({
	flowsStarted: 0,
	flowsOk: 0,
	flowsFailed: 0,
	dropped: 0,
	flow: createHistogram(),
	canary: createHistogram(),
	steps: new Map(),
});
