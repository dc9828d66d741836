/** The summary of a load run for the terminal. */
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { formatCount, formatDuration, formatMs } from './figures.ts';
import { flowRateText, measuredPhase } from './flow-counts.ts';
import {
	limitGroups,
	measuredCapacitySentence,
	percentileText,
	recoverySentence,
	verdictMeaning,
} from './load-facts.ts';
import { describeMargin, formatMeasured } from './slo.ts';

/** Lists the limits, the parts and what was not tested. The verdict with its reasons comes last. */
export function loadSummary(report: LoadReport): string {
	const { verdict, reasons, capacity, recovery, notTested = [] } = report;
	const { members = [] } = report;
	const parts = members.map(({ name, verdict: result, summary, durationMs }) => [
		...[name, result, summary, formatDuration(durationMs)],
	]);
	const blocks = [
		columns(['LIMIT', 'RESULT', 'MEASURED', 'MARGIN'], limitRows(report)),
		callBlock(report),
		columns(['PART', 'VERDICT', 'RESULT', 'TOOK'], parts),
		[
			...(capacity ? [measuredCapacitySentence(capacity, report.levels)] : []),
			...(recovery ? [recoverySentence(recovery)] : []),
		],
		notTested.length > 0 ? ['NOT TESTED', ...notTested.map((sentence) => `  ${sentence}`)] : [],
		[
			`${verdict}  ${members.length > 0 ? verdictMeaning(report) : flowRateText(report)}`,
			...reasons.flatMap(({ severity, id, text, evidence }) => [
				`  ${severity} (${id}): ${text}`,
				...evidence.map((line) => `    ${line}`),
			]),
		],
	];
	const shown = blocks.filter((lines) => lines.length > 0);
	return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function callBlock(report: LoadReport): string[] {
	const header = ['CALL', 'CALLS', 'FAILED', 'P50 MS', 'P95 MS', 'P99 MS', 'MAX MS'];
	const lines = columns(header, callRows(report));
	const hasFew = lines.some((line) => line.includes('  ('));
	const phase = measuredPhase(report);
	return [
		...lines,
		...(phase && lines.length > 0 ? [`(calls and times${phase})`] : []),
		...(hasFew ? ['(figures in brackets have too few samples)'] : []),
	];
}

function limitRows(report: LoadReport): string[][] {
	return limitGroups(report).flatMap(({ word, rows }) =>
		rows.map((row) => [row.name, word, formatMeasured(row), describeMargin(row)]),
	);
}

function callRows({ steps, flows, flowTimes }: LoadReport): string[][] {
	const calls = Object.entries(steps).map(([name, step]) => {
		const times = (['p50', 'p95', 'p99'] as const).map((key) =>
			percentileText(key, step[key], step.count - step.failed),
		);
		return [name, formatCount(step.count), formatCount(step.failed), ...times, formatMs(step.max)];
	});
	if (!flowTimes) return calls;
	const { count, max, fromIntendedStart } = flowTimes;
	const flowRow = (name: string, times: typeof fromIntendedStart, samples: number) => [
		...[name, formatCount(samples), ''],
		...(['p50', 'p95', 'p99'] as const).map((key) => percentileText(key, times[key], samples)),
		formatMs(times.max),
	];
	return [
		...calls,
		flowRow('whole flow', { ...flowTimes, max }, count),
		// A failed flow counts with the timeout as its duration, so it is a sample too.
		flowRow('from the intended start', fromIntendedStart, flows.ok + flows.failed),
	];
}

function columns(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
	if (rows.length === 0) return [];
	const all = [header, ...rows];
	const widths = header.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)));
	return all.map((row) =>
		row
			.map((cell, index) => cell.padEnd(widths[index] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}
