/** Did the run take place at all? Everything here is an ERROR: there is nothing to judge. */
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { plural } from '../figures.ts';
import type { MeasuredLoad } from './measured.ts';
import { reason } from './measured.ts';

/** Exit codes of k6 that leave a measurement: finished, a k6 threshold crossed, stopped by a signal, failed by the script. */
const leavesMeasurement = new Set([0, 99, 105, 110]);

const meanings: Record<number, string> = {
	97: 'a cloud run failed',
	100: 'the setup took too long',
	101: 'the teardown took too long',
	102: 'a stage took too long',
	104: 'its configuration is invalid',
	106: 'its own API could not start',
	107: 'the load script threw before or after the load',
	108: 'the load script aborted the run',
	109: 'k6 itself crashed',
};

export function ranRules(measured: MeasuredLoad): LoadReason[] {
	const { generator, interrupted, iterationExceptions, summaryMissing } = measured;
	const reasons: LoadReason[] = [];
	const code = generator.k6ExitCode;
	if (code === null && !interrupted) {
		reasons.push(
			reason('error', 'k6-exit', 'k6 ended without an exit code: it was killed or never started.'),
		);
	}
	if (code !== null && !leavesMeasurement.has(code)) {
		const meaning = meanings[code];
		const detail = `k6 ended with exit code ${code}${meaning ? `: ${meaning}` : ''}.`;
		reasons.push(reason('error', 'k6-exit', detail));
	}
	if (summaryMissing) {
		const detail = 'k6 left no summary that can be read, so nothing was measured.';
		reasons.push(reason('error', 'summary', detail));
	}
	if (iterationExceptions > 0) {
		const detail = `${plural(iterationExceptions, 'flow')} ended in an exception of the load script; its figures cannot be believed.`;
		reasons.push(reason('error', 'exceptions', detail));
	}
	return reasons;
}
