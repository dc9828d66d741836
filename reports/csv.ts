/** `series.csv`: a row for each second of a load run, as RFC 4180 has it. Docs: `docs/load-test.md`. */
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { sortStepsByFlow } from './load-facts.ts';

type Second = LoadReport['series'][number];
type Cell = string | number | null | undefined;

const times = ['p50', 'p95', 'p99', 'max'] as const;

export function renderCsv(report: LoadReport): string {
	const { series } = report;
	const steps = sortStepsByFlow(series.flatMap((second) => Object.keys(second.steps)));
	const header = [
		...['second', 'phase', 'flows_started', 'flows_ok', 'flows_failed', 'flows_dropped'],
		...['in_flight', ...times.map((time) => `flow_${time}_ms`)],
		...steps.flatMap((step) => [
			...[`${step}_count`, `${step}_failed`, ...times.map((time) => `${step}_${time}_ms`)],
		]),
	];
	const rows = series.map((second): Cell[] => [
		...[second.second, phaseAt(report, second.second), second.flowsStarted, second.flowsOk],
		...[second.flowsFailed, second.dropped, second.inFlight],
		...times.map((time) => second.flow?.[time]),
		...steps.flatMap((step) => stepCells(second, step)),
	]);
	return `${[header, ...rows].map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

function stepCells({ steps }: Second, name: string): Cell[] {
	const step = steps[name];
	return step
		? [step.count, step.failed, ...times.map((time) => step[time])]
		: [0, 0, ...times.map(() => null)];
}

/** The phase of the plan in which a second begins. A report of an older version has only its warm-up. */
function phaseAt({ plan }: LoadReport, second: number): string {
	const { phases = [], warmUpMs } = plan;
	if (phases.length === 0) return second * 1000 < warmUpMs ? 'warm_up' : 'hold';
	return phases.findLast(({ startSecond }) => startSecond <= second)?.name ?? '';
}

/** Escapes a cell. A spreadsheet would read a text that begins with `=` as a formula. */
function cell(value: Cell): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number') return String(value);
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
