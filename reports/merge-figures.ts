/** Merges the figures of the parts of a run. */
import type { HistogramBuckets } from '../simulator/contract/histogram.ts';
import type { LoadFlow } from '../simulator/contract/load-results.ts';
import type { LoadFigures, LoadReport } from '../simulator/contract/run-report.ts';
import { addBuckets, latencyFromBuckets } from './buckets.ts';
import { worstCanary } from './canary.ts';
import { largestKnown } from './figures.ts';
import { mergeSeries, phaseStartSeconds, totalKnown } from './merge-seconds.ts';

/** Adds up the counts and the buckets. The percentiles are therefore those of one run. */
export function mergeFigures(parts: readonly LoadReport[], plan: LoadReport['plan']): LoadFigures {
	const histograms = mergeRecords(
		parts.map((part) => part.histograms),
		addHistograms,
	);
	const latency = (name: string, all: readonly { max: number | null }[]) =>
		latencyFromBuckets(histograms[name]?.buckets ?? [], largestKnown(all.map(({ max }) => max)));
	const peaks = parts.flatMap((part) => part.peakFlows ?? []);
	const flowTimes = parts.flatMap((part) => part.flowTimes ?? []);
	const connecting = parts.flatMap((part) => part.connecting ?? []);
	const handshakes = connecting.flatMap(({ tls }) => tls ?? []);
	return {
		flows: addFlows(parts.map(({ flows }) => flows)),
		flowsByStory: mergeRecords(
			parts.map(({ flowsByStory }) => flowsByStory),
			addFlows,
		),
		...(peaks.length === parts.length
			? { peakFlows: { ...addFlowCounts(peaks), late: totalKnown(peaks, ({ late }) => late) } }
			: {}),
		steps: mergeRecords(
			parts.map(({ steps }) => steps),
			(steps, name) => {
				const intended = steps.flatMap(({ fromIntendedStart }) => fromIntendedStart ?? []);
				return {
					count: totalKnown(steps, ({ count }) => count),
					failed: totalKnown(steps, ({ failed }) => failed),
					...latency(`${name}/hold`, steps),
					injected: latency(
						`${name}/injected`,
						steps.map(({ injected }) => injected),
					),
					own: latency(
						`${name}/own`,
						steps.map(({ own }) => own),
					),
					...(intended.length > 0 && {
						fromIntendedStart: latency(`${name}/fromIntendedStart`, intended),
					}),
				};
			},
		),
		outcomes: mergeRecords(
			parts.map(({ outcomes }) => outcomes),
			(counts) => totalKnown(counts, (count) => count),
		),
		failures: mergeFailures(parts.flatMap(({ failures }) => failures)),
		histograms,
		...mergeSeries(
			parts.map(({ series }) => series),
			phaseStartSeconds(plan),
		),
		...(flowTimes.length > 0
			? {
					flowTimes: {
						...latency('flow/hold', flowTimes),
						count: totalKnown(flowTimes, ({ count }) => count),
						fromIntendedStart: latency(
							'flow/intended',
							flowTimes.map(({ fromIntendedStart }) => fromIntendedStart),
						),
					},
				}
			: {}),
		...(connecting.length > 0
			? {
					connecting: {
						opened: totalKnown(connecting, ({ opened }) => opened),
						tcp: latency(
							'connecting/tcp',
							connecting.map(({ tcp }) => tcp),
						),
						tls: handshakes.length > 0 ? latency('connecting/tls', handshakes) : null,
					},
				}
			: {}),
	};
}

function mergeRecords<T>(
	records: readonly Readonly<Record<string, T>>[],
	merge: (values: readonly T[], name: string) => T,
): Record<string, T> {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	return Object.fromEntries(
		names.map((name) => {
			const values = records.flatMap((record) => {
				const value = record[name];
				return value === undefined ? [] : [value];
			});
			return [name, merge(values, name)];
		}),
	);
}

const addHistograms = (all: readonly HistogramBuckets[]): HistogramBuckets => ({
	unit: 'us',
	digits: Math.min(...all.map(({ digits }) => digits)),
	buckets: addBuckets(all.map(({ buckets }) => buckets)),
});

const addFlowCounts = (flows: readonly Omit<LoadFlow, 'rate'>[]) => ({
	started: totalKnown(flows, ({ started }) => started),
	ok: totalKnown(flows, ({ ok }) => ok),
	failed: totalKnown(flows, ({ failed }) => failed),
});

const addFlows = (flows: readonly LoadFlow[]): LoadFlow => ({
	...addFlowCounts(flows),
	rate: Math.round(totalKnown(flows, ({ rate }) => rate) * 1000) / 1000,
});

/** Merges failures with the same step, outcome, status, phase and problem. */
function mergeFailures(failures: LoadReport['failures']): LoadReport['failures'] {
	const merged = new Map<string, LoadReport['failures'][number]>();
	for (const failure of failures) {
		const { step, outcome, status, phase = '', problem = '' } = failure;
		const key = [step, outcome, status, phase, problem].join('|');
		const known = merged.get(key);
		merged.set(
			key,
			known === undefined
				? failure
				: {
						...failure,
						...known,
						count: known.count + failure.count,
						firstSecond: Math.min(known.firstSecond, failure.firstSecond),
						lastSecond: Math.max(known.lastSecond, failure.lastSecond),
					},
		);
	}
	return [...merged.values()].sort((a, b) => b.count - a.count);
}

type Generator = LoadReport['generator'];

/** Merges the load generators: their counts add up, and their health is that of the worst one. */
export function mergeGenerators(generators: readonly Generator[]): Generator {
	const worst = (of: (generator: Generator) => number | null | undefined) =>
		largestKnown(generators.map(of));
	const sum = (of: (generator: Generator) => number | null | undefined) =>
		worst(of) === null ? undefined : totalKnown(generators, (generator) => of(generator) ?? 0);
	const canary = worstCanary(generators.map((generator) => generator.canary));
	const connections = sum((generator) => generator.connections);
	const maxInFlight = sum((generator) => generator.maxInFlight);
	const memoryMb = sum((generator) => generator.memoryMb);
	return {
		startLagP99Ms: worst(({ startLagP99Ms }) => startLagP99Ms),
		dropped: totalKnown(generators, ({ dropped }) => dropped),
		cpu: worst(({ cpu }) => cpu),
		k6Version: generators[0]?.k6Version ?? 'none',
		// Parts whose k6 failed are left out before, so none of these exit codes is an error.
		k6ExitCode: worst(({ k6ExitCode }) => k6ExitCode) ?? 0,
		...(canary === null ? {} : { canary }),
		...(connections === undefined ? {} : { connections }),
		...(maxInFlight === undefined ? {} : { maxInFlight }),
		...(memoryMb === undefined ? {} : { memoryMb }),
	};
}
