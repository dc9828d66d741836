/** What only the runner can see: that k6 and its stream disagree, and what the flows said when they failed. */
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import type { Measurement } from './measure.ts';
import { missedSamples } from './summary-file.ts';

const shownFailures = 5;

export function ownReasons(plan: Plan, measurement: Measurement): LoadReason[] {
	const { tally, log, ended, summary } = measurement;
	const reasons: LoadReason[] = [];
	const add = (severity: LoadReason['severity'], rule: string, detail: string) =>
		reasons.push({ severity, rule, detail });
	if (ended.tooLong) add('error', 'too-long', 'k6 did not end when its plan did, and was stopped.');
	if (summary && !ended.interrupted) {
		for (const detail of missedSamples(summary, tally)) add('error', 'samples-lost', detail);
	}
	if (tally.flows.ok > 0) {
		for (const step of plan.expectedSteps.filter((one) => !tally.steps.has(one))) {
			add('error', 'step-missing', `Flows succeeded without a single call to ${step}.`);
		}
	}
	if (log.firstException) add('note', 'exception', log.firstException);
	for (const message of log.errors) add('note', 'k6-log', message);
	const failures = [...log.failures].sort(([, a], [, b]) => b - a).slice(0, shownFailures);
	for (const [reason] of failures) add('note', 'failed-flow', reason);
	return reasons;
}
