import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { formatCount, formatValue } from './figures.ts';
import type { TestCase } from './junit-case.ts';

export function loadCases(report: LoadReport): TestCase[] {
	const className = `load.${report.plan.profile}`;
	return [
		runCompleted(report, className),
		...report.slo.filter((row) => row.judged).map((row) => limitCase(row, `${className}.slo`)),
		...guardCases(report, `${className}.guard`),
	];
}

function runCompleted(report: LoadReport, className: string): TestCase {
	const base = { className, name: 'run completed', durationMs: report.durationMs };
	if (report.exitCode === exitCodes.interrupted) {
		return { ...base, outcome: 'error', message: 'The run was interrupted.' };
	}
	if (report.verdict !== 'ERROR') return { ...base, outcome: 'passed' };
	const errors = report.reasons.filter((entry) => entry.severity === 'error');
	const message = errors.map((entry) => entry.detail).join(' ');
	return { ...base, outcome: 'error', message: message || 'The run could not be judged.' };
}

function limitCase(row: SloRow, className: string): TestCase {
	const base = {
		className,
		name: row.name,
		durationMs: row.unit === 'ms' ? (row.measured ?? 0) : 0,
	};
	const limit = formatValue(row.limit, row.unit);
	if (row.measured === null) {
		return { ...base, outcome: 'error', message: `Limit ${limit}, no samples to compare.` };
	}
	const message = `Limit ${limit}, measured ${formatValue(row.measured, row.unit)} over ${formatCount(row.samples)} samples.`;
	return row.passed
		? { ...base, outcome: 'passed', output: message }
		: { ...base, outcome: 'failed', message };
}

const outcomes = {
	error: 'error',
	inconclusive: 'error',
	'no-go': 'failed',
	note: 'passed',
} as const;

/** The reasons that are not a limit's own; names are kept apart, because readers merge cases of one name. */
function guardCases(report: LoadReport, className: string): TestCase[] {
	const seen = new Map<string, number>();
	return report.reasons
		.filter((entry) => entry.rule !== 'slo')
		.map(({ rule, severity, detail }) => {
			const times = (seen.get(rule) ?? 0) + 1;
			seen.set(rule, times);
			const name = times === 1 ? rule : `${rule} ${times}`;
			const outcome = outcomes[severity];
			const said = outcome === 'passed' ? { output: detail } : { message: detail };
			return { className, name, durationMs: 0, outcome, ...said };
		});
}

export function loadProperties(report: LoadReport): Record<string, string | number> {
	const properties: Record<string, string | number> = {
		'flows.started': report.flows.started,
		'flows.ok': report.flows.ok,
		'flows.failed': report.flows.failed,
		'flows.rate': report.flows.rate,
		'generator.dropped': report.generator.dropped,
	};
	for (const [name, step] of Object.entries(report.steps)) {
		properties[`${name}.count`] = step.count;
		properties[`${name}.failed`] = step.failed;
		if (step.p95 !== null) properties[`${name}.p95`] = step.p95;
		if (step.p99 !== null) properties[`${name}.p99`] = step.p99;
	}
	return properties;
}
