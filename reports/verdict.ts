/**
 * Computes the verdict of a run. A run that did not take place is not judged. A doubt never hides a failure that it
 * cannot explain.
 */
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type {
	LoadReason,
	LoadReport,
	ScenarioReport,
	ScenarioResult,
} from '../simulator/contract/run-report.ts';
import { applyDoubts, doubtReason, findDoubts } from './doubts.ts';
import { flowCollapseReasons } from './flow-collapse.ts';
import { evaluateSlo } from './slo.ts';
import { isTargetSlow, targetReasons } from './target-reasons.ts';
import type { MeasuredLoad } from './verdict-rules.ts';
import {
	executionReasons,
	limitReasons,
	missingTimeLimits,
	smokeReasons,
} from './verdict-rules.ts';

export interface ScenarioVerdict {
	verdict: ScenarioReport['verdict'];
	exitCode: ExitCode;
	error?: string;
}

/** The verdict of a scenario run. If no story was tried, it is ERROR. */
export function judgeScenarios(
	results: readonly ScenarioResult[],
	{ failOnFlaky = false }: { failOnFlaky?: boolean } = {},
): ScenarioVerdict {
	const fails = ({ status }: ScenarioResult) =>
		status === 'failed' || (failOnFlaky && status === 'flaky');
	if (results.some(fails)) {
		return { verdict: 'FAILED', exitCode: exitCodes.failed };
	}
	if (results.every((result) => result.status === 'skipped')) {
		const error =
			results.length === 0
				? 'No scenario was chosen, so nothing was tried.'
				: 'Every scenario was skipped, so nothing was tried.';
		return { verdict: 'ERROR', exitCode: exitCodes.couldNotRun, error };
	}
	return { verdict: 'PASSED', exitCode: exitCodes.passed };
}

export interface LoadVerdict extends Pick<LoadReport, 'verdict' | 'reasons' | 'slo'> {
	exitCode: ExitCode;
}

/** The load verdicts for each severity of a reason, from the most severe. */
const verdicts = [
	['error', 'ERROR', exitCodes.couldNotRun],
	['no-go', 'NO-GO', exitCodes.failed],
	['inconclusive', 'INCONCLUSIVE', exitCodes.inconclusive],
	['note', 'GO', exitCodes.passed],
] as const;

/** The verdict of a load run. The most severe reason decides; a NO-GO counts unless a doubt can explain it. */
export function judgeLoad(measured: MeasuredLoad): LoadVerdict {
	const { reasons, slo } = judgeRows(measured);
	return verdictOf(reasons, slo, measured);
}

/** The verdict that follows from the reasons. */
export function verdictOf(
	reasons: readonly LoadReason[],
	slo: LoadVerdict['slo'],
	{ interrupted }: Pick<MeasuredLoad, 'interrupted'>,
): LoadVerdict {
	const weight = ({ severity }: LoadReason) => verdicts.findIndex(([name]) => name === severity);
	const sorted = reasons.toSorted((a, b) => weight(a) - weight(b));
	const heaviest = verdicts.find(([severity]) => severity === (sorted[0]?.severity ?? 'note'));
	const [, verdict, code] = heaviest ?? verdicts[0];
	const exitCode = interrupted ? exitCodes.interrupted : code;
	return { verdict, reasons: sorted, slo, exitCode };
}

function judgeRows(measured: MeasuredLoad): Pick<LoadVerdict, 'reasons' | 'slo'> {
	const { runnerReasons = [] } = measured;
	const rows = evaluateSlo(measured.limits, measured);
	const slow = isTargetSlow(measured, rows);
	const doubts = findDoubts(measured, rows, slow);
	const errors = executionReasons(measured);
	const ids = [...errors, ...runnerReasons.filter(({ severity }) => severity === 'error')].map(
		({ id }) => id,
	);
	if (ids.length > 0) {
		// The run did not take place as planned, so its figures neither keep nor break a limit.
		const slo = rows.map((row) => ({ ...row, state: 'undecided' as const, doubts: ids }));
		const kept = (measured.interrupted ? doubts : (measured.doubts ?? [])).filter(
			({ id }) => !ids.includes(id),
		);
		return { slo, reasons: [...errors, ...runnerReasons, ...kept.map(doubtReason)] };
	}
	const slo = rows.map((row) => applyDoubts(row, doubts));
	const reasons = [
		...targetReasons(measured, rows),
		...(measured.plan.judgesLatency
			? [
					...flowCollapseReasons(measured),
					...limitReasons(measured, slo),
					...missingTimeLimits(measured, rows),
				]
			: smokeReasons(measured)),
		...doubts.map(doubtReason),
		...runnerReasons,
	];
	return { slo, reasons };
}
