/**
 * The test cases of a run, for JUnit and TAP: one for each story, or for each judged limit and each doubt of a load
 * run.
 */
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type {
	LoadReport,
	RunReport,
	ScenarioReport,
	ScenarioResult,
	SloRow,
} from '../simulator/contract/run-report.ts';
import { failureDetails, shownStatusOf } from './failure.ts';
import { formatCount, formatDuration, formatValue } from './figures.ts';
import { flowRateText } from './flow-counts.ts';
import { isRehearsal, verdictMeaning } from './load-facts.ts';
import { formatMeasured, limitResultWord } from './slo.ts';

export interface TestCase {
	className: string;
	name: string;
	durationMs: number;
	outcome: 'passed' | 'flaky' | 'failed' | 'error' | 'skipped';
	/** Why the outcome is not `passed`, in one line. */
	message?: string;
	/** More lines about a failure. If absent, `message` says everything. */
	details?: string;
	output?: string;
}

export function testCases(report: RunReport): TestCase[] {
	return report.kind === 'load' ? loadCases(report) : scenarioCases(report);
}

function scenarioCases(report: ScenarioReport): TestCase[] {
	const className = 'scenarios';
	const cases = report.scenarios.map((result) => scenarioCase(result, className, report));
	if (report.verdict !== 'ERROR' && cases.length > 0) return cases;
	const message = report.error ?? 'The run could not be judged.';
	return [...cases, { className, name: 'run completed', durationMs: 0, outcome: 'error', message }];
}

function scenarioCase(
	result: ScenarioResult,
	className: string,
	{ seed, failOnFlaky }: ScenarioReport,
): TestCase {
	const { name, durationMs, status, skipReason, interrupted, failure } = result;
	const base = { className, name, durationMs, output: scenarioOutput(result) };
	if (status === 'skipped') {
		const outcome = interrupted ? 'error' : 'skipped';
		return { ...base, outcome, message: skipReason ?? shownStatusOf(result) };
	}
	if (status === 'passed') return { ...base, outcome: 'passed' };
	const message = failure ? `${failure.step}: ${failure.message}` : 'failed without a message';
	const details = [
		message,
		...failureDetails(result, seed).map(([detail, text]) => `${detail}: ${text}`),
		...(failure?.timeline ?? []),
	].join('\n');
	return { ...base, outcome: failOnFlaky ? 'failed' : status, message, details };
}

function scenarioOutput({ title, steps, tags, transactionIds }: ScenarioResult): string {
	const lines = [
		title,
		...steps.map(
			(step) =>
				`${step.status}  ${formatDuration(step.durationMs)}  ${step.name}${step.detail ? `: ${step.detail}` : ''}`,
		),
	];
	if (tags.length > 0) lines.push(`tags: ${tags.join(', ')}`);
	if (transactionIds.length > 0) lines.push(`transactions: ${transactionIds.join(', ')}`);
	return lines.join('\n');
}

function loadCases(report: LoadReport): TestCase[] {
	const className = `load.${report.plan.profile}`;
	return [
		completionCase(report, className),
		...report.slo
			.filter((row) => row.judged)
			.map((row) => limitCase(row, report, `${className}.slo`)),
		...(report.members ?? []).map((member) => memberCase(member, `${className}.part`)),
		...reasonCases(report, `${className}.guard`),
	];
}

const memberOutcomes: Record<string, TestCase['outcome']> = {
	...{ GO: 'passed', PASSED: 'passed', 'NO-GO': 'failed', FAILED: 'failed' },
};

function memberCase(
	{ name, verdict, summary, durationMs }: NonNullable<LoadReport['members']>[number],
	className: string,
): TestCase {
	const outcome = memberOutcomes[verdict] ?? 'error';
	const text = `${verdict}: ${summary}`;
	return {
		className,
		name,
		durationMs,
		outcome,
		...(outcome === 'passed' ? { output: text } : { message: text }),
	};
}

function completionCase(report: LoadReport, className: string): TestCase {
	const base = { className, name: 'run completed', durationMs: report.durationMs };
	if (report.exitCode === exitCodes.interrupted) {
		return { ...base, outcome: 'error', message: 'The run was interrupted.' };
	}
	if (report.verdict !== 'ERROR') {
		const output = isRehearsal(report) ? verdictMeaning(report) : flowRateText(report);
		return { ...base, outcome: 'passed', output };
	}
	const errors = report.reasons.filter((entry) => entry.severity === 'error');
	const message = errors.map((entry) => entry.text).join(' ');
	return { ...base, outcome: 'error', message: message || 'The run could not be judged.' };
}

function limitCase(row: SloRow, report: LoadReport, className: string): TestCase {
	const { name, unit, measured, samples, state } = row;
	const base = { className, name, durationMs: unit === 'ms' ? (measured ?? 0) : 0 };
	const limit = formatValue(row.limit, unit);
	// If the verdict is ERROR, only the case of the whole run fails: a limit that was not judged is neither kept nor
	// broken.
	if (report.verdict === 'ERROR' || state === 'not-called') {
		return {
			...base,
			outcome: 'skipped',
			message: `Limit ${limit}: ${limitResultWord(row, report)}.`,
		};
	}
	const figures =
		measured === null
			? 'no samples to compare'
			: `measured ${formatMeasured(row)} over ${formatCount(samples)} samples`;
	const message = `Limit ${limit}, ${figures}.`;
	if (state === 'kept') return { ...base, outcome: 'passed', output: message };
	if (state === 'broken') return { ...base, outcome: 'failed', message };
	// In a breakpoint run, a step with few samples counts as kept: the verdict does not depend on them.
	if (report.verdict === 'GO') {
		return { ...base, outcome: 'skipped', message: `${message} Too few samples to judge.` };
	}
	return { ...base, outcome: 'error', message: `${message} Undecided.` };
}

const severityOutcomes = {
	error: 'error',
	inconclusive: 'error',
	'no-go': 'failed',
	note: 'passed',
} as const;

const limitReasonIds: readonly string[] = ['limit-broken', 'limit-undecided'];

/**
 * Makes cases of the reasons that are not about a limit. Their names are unique, because programs that read JUnit files
 * merge cases with the same name.
 */
function reasonCases(report: LoadReport, className: string): TestCase[] {
	const seen = new Map<string, number>();
	return report.reasons
		.filter(({ id }) => !limitReasonIds.includes(id))
		.map(({ id, severity, text, evidence }) => {
			const times = (seen.get(id) ?? 0) + 1;
			seen.set(id, times);
			const name = times === 1 ? id : `${id} ${times}`;
			const outcome = severityOutcomes[severity];
			const details = [text, ...evidence].join('\n');
			const texts = outcome === 'passed' ? { output: details } : { message: text, details };
			return { className, name, durationMs: 0, outcome, ...texts };
		});
}
