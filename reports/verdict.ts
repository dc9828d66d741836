/** Results in, verdict out. The order decides: a run that did not take place is not judged, one that cannot be believed is not a NO-GO. */
import type { ExitCode } from '../simulator/contract/exit-codes.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type {
	LoadReason,
	LoadReport,
	ScenarioReport,
	ScenarioResult,
} from '../simulator/contract/run-report.ts';
import type { MeasuredLoad } from './rules/measured.ts';
import { ranRules } from './rules/ran.ts';
import { confidenceNotes } from './rules/samples.ts';
import { serviceRules } from './rules/service.ts';
import { trustRules } from './rules/trust.ts';

export interface ScenarioVerdict {
	verdict: ScenarioReport['verdict'];
	exitCode: ExitCode;
	error?: string;
}

/** A run in which nothing was tried proves nothing, and is not green. */
export function judgeScenarios(results: readonly ScenarioResult[]): ScenarioVerdict {
	if (results.some((result) => result.status === 'failed')) {
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

const exitCodeOf: Record<LoadReport['verdict'], ExitCode> = {
	ERROR: exitCodes.couldNotRun,
	INCONCLUSIVE: exitCodes.inconclusive,
	'NO-GO': exitCodes.failed,
	GO: exitCodes.passed,
};

export function judgeLoad(measured: MeasuredLoad): LoadVerdict {
	const reasons = reasonsOf(measured);
	const has = (severity: LoadReason['severity']) =>
		reasons.some((entry) => entry.severity === severity);
	const verdict = has('error')
		? 'ERROR'
		: has('inconclusive')
			? 'INCONCLUSIVE'
			: has('no-go')
				? 'NO-GO'
				: 'GO';
	const exitCode = measured.interrupted ? exitCodes.interrupted : exitCodeOf[verdict];
	return { verdict, reasons, exitCode };
}

/** The heaviest first. What the target did is told in an inconclusive run too: it may be the cause. */
function reasonsOf(measured: MeasuredLoad): LoadReason[] {
	const errors = ranRules(measured);
	const trust = trustRules(measured);
	// Without a summary every figure is a zero that nobody measured.
	if (measured.summaryMissing) {
		return [...errors, ...trust.filter((entry) => entry.rule === 'interrupted')];
	}
	const all = [...errors, ...trust, ...serviceRules(measured), ...confidenceNotes(measured)];
	const weight = { error: 0, inconclusive: 1, 'no-go': 2, note: 3 } as const;
	return all.sort((a, b) => weight[a.severity] - weight[b.severity]);
}
