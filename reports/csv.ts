/** `series.csv`: a row for each second of a load run, as RFC 4180 has it. Docs: `docs/load-test.md`. */
import type { CsvCell } from '../simulator/contract/csv.ts';
import { csvOf } from '../simulator/contract/csv.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { sortStepsByFlow } from './load-facts.ts';

type Second = LoadReport['series'][number];

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
	const rows = series.map((second): CsvCell[] => [
		...[second.second, phaseAt(report, second.second), second.flowsStarted, second.flowsOk],
		...[second.flowsFailed, second.dropped, second.inFlight ?? null],
		...times.map((time) => second.flow?.[time] ?? null),
		...steps.flatMap((step) => stepCells(second, step)),
	]);
	return csvOf(header, rows);
}

function stepCells({ steps }: Second, name: string): CsvCell[] {
	const step = steps[name];
	return step
		? [step.count, step.failed, ...times.map((time) => step[time] ?? null)]
		: [0, 0, ...times.map(() => null)];
}

/** The phase of the plan in which a second begins. A report of an older version has only its warm-up. */
function phaseAt({ plan }: LoadReport, second: number): string {
	const { phases = [], warmUpMs } = plan;
	if (phases.length === 0) return second * 1000 < warmUpMs ? 'warm_up' : 'hold';
	return phases.findLast(({ startSecond }) => startSecond <= second)?.name ?? '';
}
