/** The results of a run on a terminal. */
import { styleText } from 'node:util';
import type {
	LoadReport,
	ScenarioReport,
	ScenarioResult,
} from '../simulator/contract/run-report.ts';
import { formatDuration } from './figures.ts';

type Status = ScenarioResult['status'];

const marks: Record<Status, string> = { passed: '✓', failed: '✗', flaky: '≈', skipped: '–' };
const colours = { passed: 'green', failed: 'red', flaky: 'yellow', skipped: 'gray' } as const;

interface Terminal {
	isTerminal: boolean;
	env: Readonly<Record<string, string | undefined>>;
}

/** Colours text on a terminal, unless the user turned colours off (no-color.org). */
export function createPaint({ isTerminal, env }: Terminal) {
	const hasColour = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
	return (status: Status, text: string) =>
		hasColour ? styleText(colours[status], text, { validateStream: false }) : text;
}

type Paint = ReturnType<typeof createPaint>;

export function progressLine(result: ScenarioResult, paint: Paint): string {
	const { status, name, durationMs, skipReason } = result;
	return `${paint(status, marks[status])} ${name}  ${skipReason ?? formatDuration(durationMs)}\n`;
}

export function scenarioSummary(report: ScenarioReport, paint: Paint): string {
	const { scenarios, verdict, error, durationMs } = report;
	const nameWidth = Math.max(8, ...scenarios.map(({ name }) => name.length));
	const row = (name: string, status: string, duration: string) =>
		`${name.padEnd(nameWidth)}  ${status}  ${duration.padStart(9)}`.trimEnd();
	const rows = scenarios.map(({ name, status, durationMs: took }) =>
		row(name, paint(status, status.padEnd(7)), status === 'skipped' ? '–' : formatDuration(took)),
	);
	const table = rows.length > 0 ? ['', row('SCENARIO', 'STATUS ', 'DURATION'), ...rows] : [];
	const colour = verdict === 'PASSED' ? 'passed' : 'failed';
	const last = `${paint(colour, verdict)}  ${countsOf(scenarios)} in ${formatDuration(durationMs)}`;
	const lines = [...table, ...failures(scenarios), '', last, ...(error ? [error] : [])];
	return `${lines.join('\n')}\n`;
}

function failures(scenarios: readonly ScenarioResult[]): string[] {
	return scenarios.flatMap(({ name, status, failure }) =>
		failure
			? [
					'',
					`${name} (${status}) at step "${failure.step}":`,
					...failure.message.split('\n').map((line) => `  ${line}`),
				]
			: [],
	);
}

function countsOf(scenarios: readonly ScenarioResult[]): string {
	const counts = (['passed', 'failed', 'flaky', 'skipped'] as const)
		.map((status) => ({ status, count: scenarios.filter((one) => one.status === status).length }))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => `${count} ${status}`);
	return counts.join(', ') || 'nothing ran';
}

export function loadSummary({ verdict, flows, reasons }: LoadReport): string {
	const result = `${verdict}  ${flows.ok} flows ok, ${flows.failed} failed, ${flows.rate} flows/s`;
	const details = reasons.map(({ severity, rule, detail }) => `  ${severity} (${rule}): ${detail}`);
	return `${[result, ...details].join('\n')}\n`;
}
