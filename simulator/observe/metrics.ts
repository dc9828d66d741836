/** `GET /metrics`: counts of this process, and values of its store, for Prometheus. Labels come from fixed lists only. */
import { STATUS_CODES } from 'node:http';
import { optionByCode } from '../catalog/catalog.ts';
import { processUsage } from '../runtime/process-usage.ts';
import type { Store } from '../state/store.ts';
import type { Reply } from '../wire/call.ts';
import { noNotes } from '../wire/call.ts';
import type { CallCounters, Timing } from './call-counters.ts';
import { bucketsMs, timings } from './call-counters.ts';
import type { EventFeeds } from './event-feeds.ts';
import type { MetricFamily, Sample } from './exposition.ts';
import { exposition, expositionType, histogramSamples } from './exposition.ts';
import { createStateCounter } from './payment-states.ts';

export interface MetricsDeps {
	store: Store;
	wallNow(): number;
	version: string;
	counters: CallCounters;
	journal: { usage(): { entries: number; bytes: number } };
	events: Pick<EventFeeds, 'usage'>;
}

const prefix = 'payin_sandbox';

export function showMetrics(deps: MetricsDeps) {
	const countStates = createStateCounter(deps);
	return async (): Promise<Reply> => {
		const states = await countStates();
		const stored = await deps.store.counts();
		const { entries, bytes } = deps.journal.usage();
		const streams = deps.events.usage();
		const { version, store } = deps;
		const text = exposition([
			gauge('build_info', 'The version of the sandbox, and its kind of store.', [
				{ labels: { version, store: store.kind }, value: 1 },
			]),
			...callFamilies(deps.counters),
			gauge(
				'payments',
				'Payments in the store by state, of all workspaces.',
				Object.entries(states?.counts ?? {}).map(([state, value]) => ({
					labels: { state },
					value,
				})),
			),
			gauge(
				'payments_counted_age_seconds',
				'How long ago payin_sandbox_payments was counted.',
				states ? [{ value: states.ageMs / 1e3 }] : [],
			),
			gauge('workspaces', 'Workspaces in the store.', states ? [{ value: states.workspaces }] : []),
			gauge('store_payments', 'Payments in the store.', [{ value: stored.live }]),
			counter(
				'store_removed_payments_total',
				'Payments that the store removed, by reason. All instances of a store show the same value, and a restart keeps it.',
				[
					{ labels: { reason: 'evicted' }, value: stored.evicted },
					{ labels: { reason: 'expired' }, value: stored.expired },
				],
			),
			gauge('journal_entries', 'Calls in the journal.', [{ value: entries }]),
			gauge('journal_bytes', 'Approximate memory of the journal.', [{ value: bytes }]),
			gauge('event_streams', 'Open streams of /_sandbox/events.', [{ value: streams.open }]),
			counter('event_streams_dropped_total', 'Streams whose client read too slowly.', [
				{ value: streams.dropped },
			]),
			...processFamilies(),
		]);
		return { status: 200, contentType: expositionType, text, notes: noNotes };
	};
}

const durations: Readonly<Record<Timing, string>> = {
	own: 'Time that the sandbox itself needed for a call.',
	injected: 'Delay that was added to a call.',
	queue: 'Time that a call waited for capacity.',
};

function callFamilies(counters: CallCounters): MetricFamily[] {
	return [
		counter(
			'calls_total',
			'Calls of the service and the cashier. Status 0: no response.',
			sumByLabels(
				[...counters.calls()].map(({ endpoint, status, count }) => ({
					labels: { endpoint, status: statusLabel(status) },
					value: count,
				})),
			),
		),
		...timings.map(
			(timing): MetricFamily => ({
				name: `${prefix}_call_${timing}_seconds`,
				help: durations[timing],
				type: 'histogram',
				samples: [...counters.histograms(timing)].flatMap(({ endpoint, histogram }) =>
					histogramSamples({ endpoint }, bucketsS, histogram.counts, histogram.sumMs / 1e3),
				),
			}),
		),
		counter(
			'attempts_total',
			'Attempts to pay, by the outcome that was selected for them.',
			sumByLabels(
				counters.attempts().map(({ optionCode, outcome, count }) => {
					const { name: option, kind } = optionByCode(optionCode);
					return { labels: { option, kind, outcome }, value: count };
				}),
			),
		),
		counter(
			'faults_total',
			'Injected faults.',
			counters
				.faults()
				.map(({ kind, phase, count }) => ({ labels: { kind, phase }, value: count })),
		),
	];
}

const bucketsS = bucketsMs.map((ms) => ms / 1e3);

/** Settings can give a response any status: those that HTTP does not register share one label. */
function statusLabel(status: number): string {
	return status === 0 || STATUS_CODES[status] !== undefined ? String(status) : 'other';
}

/** Adds up samples with equal labels, because options of several markets have the same name. */
function sumByLabels(samples: readonly Required<Pick<Sample, 'labels' | 'value'>>[]): Sample[] {
	const sums = new Map<string, Sample>();
	for (const { labels, value } of samples) {
		const key = JSON.stringify(labels);
		sums.set(key, { labels, value: value + (sums.get(key)?.value ?? 0) });
	}
	return [...sums.values()];
}

/** These metrics have the names and meanings that Prometheus' client libraries use. */
function processFamilies(): MetricFamily[] {
	const usage = processUsage();
	const family = (
		name: string,
		help: string,
		type: 'counter' | 'gauge',
		samples: readonly Sample[],
	): MetricFamily => ({ name, help, type, samples });
	return [
		family('process_cpu_seconds_total', 'User and system CPU time.', 'counter', [
			{ value: usage.cpuUserS + usage.cpuSystemS },
		]),
		family('process_start_time_seconds', 'Start time since the epoch.', 'gauge', [
			{ value: usage.startedS },
		]),
		family('process_resident_memory_bytes', 'Resident memory.', 'gauge', [
			{ value: usage.residentBytes },
		]),
		family(
			'process_open_fds',
			'Open file descriptors.',
			'gauge',
			usage.openDescriptors === null ? [] : [{ value: usage.openDescriptors }],
		),
		family('nodejs_heap_size_used_bytes', 'Used heap.', 'gauge', [{ value: usage.heapUsedBytes }]),
		family('nodejs_heap_size_total_bytes', 'Reserved heap.', 'gauge', [
			{ value: usage.heapTotalBytes },
		]),
		family('nodejs_external_memory_bytes', 'Memory outside the heap.', 'gauge', [
			{ value: usage.externalBytes },
		]),
		family('nodejs_eventloop_seconds_total', 'Time of the event loop, by what it did.', 'counter', [
			{ labels: { doing: 'active' }, value: usage.eventLoopActiveS },
			{ labels: { doing: 'idle' }, value: usage.eventLoopIdleS },
		]),
		family('nodejs_version_info', 'The version of Node.', 'gauge', [
			{ labels: { version: usage.nodeVersion }, value: 1 },
		]),
	];
}

function gauge(name: string, help: string, samples: readonly Sample[]): MetricFamily {
	return { name: `${prefix}_${name}`, help, type: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): MetricFamily {
	return { name: `${prefix}_${name}`, help, type: 'counter', samples };
}
