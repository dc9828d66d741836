/** Counts the calls of all workspaces. A call only increments numbers; the names and labels of the metrics are made for each scrape. */
import type { FaultHit } from '../contract/faults.ts';
import type { JournalEndpoint } from '../contract/journal.ts';
import { recordedEndpoints } from '../contract/journal.ts';
import type { Outcome } from '../contract/test-values.ts';
import type { StoreChange } from '../state/store.ts';

/** Durations of one kind. */
export interface Histogram {
	/** The number of durations in each bucket and not in the one before; the last bucket has no bound. */
	readonly counts: Float64Array;
	sumMs: number;
}

/** Upper bounds of the buckets. The sandbox needs less than a millisecond for a call, and injected delays take seconds. */
export const bucketsMs = [
	0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

export const timings = ['own', 'injected', 'queue'] as const;
export type Timing = (typeof timings)[number];

/** All HTTP statuses are below this number. Status 0 stands for a call without a response. */
const statuses = 600;

export interface CountedCall {
	endpoint: JournalEndpoint;
	status: number;
	ownMs: number;
	injectedMs: number;
	/** Null if the workspace has no queue for calls. */
	queueMs: number | null;
	faults: readonly FaultHit[];
}

export type CallCounters = ReturnType<typeof createCallCounters>;

export function createCallCounters() {
	const calls = new Float64Array(recordedEndpoints.length * statuses);
	const histograms = recordedEndpoints.map(() => ({
		own: emptyHistogram(),
		injected: emptyHistogram(),
		queue: emptyHistogram(),
	}));
	const faults = new Map<string, number>();
	const attempts = new Map<string, number>();
	return {
		countCall({ endpoint, status, ownMs, injectedMs, queueMs, faults: hits }: CountedCall): void {
			const index = recordedEndpoints.indexOf(endpoint);
			const position = index * statuses + status;
			calls[position] = (calls[position] ?? 0) + 1;
			const of = histograms[index];
			if (!of) return;
			addTo(of.own, ownMs);
			addTo(of.injected, injectedMs);
			if (queueMs !== null) addTo(of.queue, queueMs);
			for (const { kind, phase } of hits) increase(faults, `${kind} ${phase}`);
		},
		/** Counts a new attempt. */
		countChange(change: StoreChange): void {
			if (change.kind !== 'payment' || change.before === null) return;
			const { attempts: before } = change.before;
			const { attempts: after, choice } = change.after;
			const latest = after.at(-1);
			if (before.length === after.length || !latest || !choice) return;
			increase(attempts, `${choice.optionCode} ${latest.fate.outcome}`);
		},
		/** The calls of an endpoint, by status. */
		*calls(): Generator<{ endpoint: JournalEndpoint; status: number; count: number }> {
			for (const [position, count] of calls.entries()) {
				const endpoint = recordedEndpoints[Math.floor(position / statuses)];
				if (count > 0 && endpoint) yield { endpoint, status: position % statuses, count };
			}
		},
		*histograms(timing: Timing): Generator<{ endpoint: JournalEndpoint; histogram: Histogram }> {
			for (const [index, endpoint] of recordedEndpoints.entries()) {
				const histogram = histograms[index]?.[timing];
				if (histogram?.counts.some((count) => count > 0)) yield { endpoint, histogram };
			}
		},
		faults: () =>
			[...faults].map(([key, count]) => {
				const [kind = '', phase = ''] = key.split(' ');
				return { kind, phase, count };
			}),
		attempts: () =>
			[...attempts].map(([key, count]) => {
				const [optionCode, outcome] = key.split(' ') as [string, Outcome];
				return { optionCode, outcome, count };
			}),
	};
}

function emptyHistogram(): Histogram {
	return { counts: new Float64Array(bucketsMs.length + 1), sumMs: 0 };
}

function addTo(histogram: Histogram, ms: number): void {
	let bucket = 0;
	while (bucket < bucketsMs.length && ms > (bucketsMs[bucket] as number)) bucket += 1;
	histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
	histogram.sumMs += ms;
}

function increase(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
