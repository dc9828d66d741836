import type { ScenarioReport, ScenarioResult } from '../simulator/contract/run-report.ts';
import { formatDuration } from './figures.ts';
import type { TestCase } from './junit-case.ts';

const outcomes = {
	passed: 'passed',
	// It passed in the end; the first failure is told in the output.
	flaky: 'passed',
	failed: 'failed',
	skipped: 'skipped',
} as const;

export function scenarioCases(report: ScenarioReport): TestCase[] {
	const cases = report.scenarios.map(scenarioCase);
	if (report.verdict !== 'ERROR') return cases;
	const message = report.error ?? 'The run could not be judged.';
	return [
		...cases,
		{ className: 'scenarios', name: 'run completed', durationMs: 0, outcome: 'error', message },
	];
}

function scenarioCase(result: ScenarioResult): TestCase {
	const message = messageOf(result);
	return {
		className: 'scenarios',
		name: result.name,
		durationMs: result.durationMs,
		outcome: outcomes[result.status],
		...(message === undefined ? {} : { message }),
		output: outputOf(result),
	};
}

function messageOf({ status, failure, skipReason }: ScenarioResult): string | undefined {
	if (status === 'skipped') return skipReason ?? 'skipped';
	if (status !== 'failed') return undefined;
	return failure ? `${failure.step}: ${failure.message}` : 'failed without a message';
}

function outputOf(result: ScenarioResult): string {
	const lines = [result.title, ...result.steps.map(stepLine)];
	if (result.status === 'flaky') {
		const first = result.failure ? `: ${result.failure.step}: ${result.failure.message}` : '';
		lines.push(`flaky: failed once and passed when repeated${first}`);
	}
	if (result.tags.length > 0) lines.push(`tags: ${result.tags.join(', ')}`);
	if (result.transactionIds.length > 0) {
		lines.push(`transactions: ${result.transactionIds.join(', ')}`);
	}
	return lines.join('\n');
}

function stepLine({ status, durationMs, name, detail }: ScenarioResult['steps'][number]): string {
	return `${status}  ${formatDuration(durationMs)}  ${name}${detail ? `: ${detail}` : ''}`;
}
