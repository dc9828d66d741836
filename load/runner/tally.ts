/** What a run adds up to while it goes on: the measured phase in total, and every second of the whole run. */
import type { Histogram } from './histogram.ts';
import { createHistogram } from './histogram.ts';

export interface FlowCount {
	started: number;
	ok: number;
	failed: number;
}

export interface StepTally {
	count: number;
	failed: number;
	/** Accepted calls only: a refused connection is as fast as it is worthless. */
	latency: Histogram;
	injected: Histogram;
	own: Histogram;
}

export interface SecondTally {
	flowsOk: number;
	flowsFailed: number;
	dropped: number;
	steps: Map<string, { count: number; failed: number; latency: Histogram }>;
}

export interface Tally {
	flows: FlowCount;
	flowsByStory: Map<string, FlowCount>;
	steps: Map<string, StepTally>;
	outcomes: Map<string, number>;
	startLag: Histogram;
	dropped: number;
	/** When flows of the measured phase were finished, in milliseconds since the epoch. */
	firstMs: number | undefined;
	lastMs: number | undefined;
	assumptions: Set<string>;
	/** By second since the first sample, warm-up included. */
	seconds: Map<number, SecondTally>;
	/** Warm-up included: for the line that shows progress, and to compare with k6's own count. */
	everything: FlowCount;
	/** Lines that look like samples and cannot be read. */
	unreadable: number;
}

export const noFlows = (): FlowCount => ({ started: 0, ok: 0, failed: 0 });

export function createTally(): Tally {
	return {
		flows: noFlows(),
		flowsByStory: new Map(),
		steps: new Map(),
		outcomes: new Map(),
		startLag: createHistogram(),
		dropped: 0,
		firstMs: undefined,
		lastMs: undefined,
		assumptions: new Set(),
		seconds: new Map(),
		everything: noFlows(),
		unreadable: 0,
	};
}

/** The value of a key, made when it is asked for the first time. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const made = make();
	map.set(key, made);
	return made;
}

export const newStep = (): StepTally => ({
	count: 0,
	failed: 0,
	latency: createHistogram(),
	injected: createHistogram(),
	own: createHistogram(),
});

export const newSecond = (): SecondTally => ({
	flowsOk: 0,
	flowsFailed: 0,
	dropped: 0,
	steps: new Map(),
});
