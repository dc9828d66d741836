/** Results → verdict. A run that did not take place is not judged, and a run that cannot be trusted is not a NO-GO. */
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type {
	LoadReason,
	LoadReport,
	ScenarioReport,
	ScenarioResult,
} from '../simulator/contract/run-report.ts';
import type { MeasuredLoad } from './verdict-rules.ts';
import {
	executionReasons,
	targetReasons,
	trustReasons,
	zeroFailureNotes,
} from './verdict-rules.ts';

export interface ScenarioVerdict {
	verdict: ScenarioReport['verdict'];
	exitCode: ExitCode;
	error?: string;
}

/** A run without a single tried story is an ERROR. */
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

export interface LoadVerdict {
	verdict: LoadReport['verdict'];
	reasons: LoadReason[];
	exitCode: ExitCode;
}

/** From the heaviest to the lightest severity. */
const verdicts = [
	['error', 'ERROR', exitCodes.couldNotRun],
	['inconclusive', 'INCONCLUSIVE', exitCodes.inconclusive],
	['no-go', 'NO-GO', exitCodes.failed],
	['note', 'GO', exitCodes.passed],
] as const;

/** The heaviest reason decides. */
export function judgeLoad(measured: MeasuredLoad): LoadVerdict {
	const reasons = reasonsOf(measured);
	const heaviest = verdicts.find(([severity]) => severity === (reasons[0]?.severity ?? 'note'));
	const [, verdict, exitCode] = heaviest ?? verdicts[0];
	return { verdict, reasons, exitCode: measured.interrupted ? exitCodes.interrupted : exitCode };
}

/** An inconclusive run also reports what the target did: it may be the cause. */
function reasonsOf(measured: MeasuredLoad): LoadReason[] {
	const errors = executionReasons(measured);
	const doubts = trustReasons(measured);
	// Without a summary every figure is an unmeasured zero.
	if (measured.summaryMissing) {
		return [...errors, ...doubts.filter((entry) => entry.rule === 'interrupted')];
	}
	const all = [...errors, ...doubts, ...targetReasons(measured), ...zeroFailureNotes(measured)];
	const weight = ({ severity }: LoadReason) => verdicts.findIndex(([name]) => name === severity);
	return all.sort((a, b) => weight(a) - weight(b));
}
