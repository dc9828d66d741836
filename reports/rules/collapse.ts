import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { formatCount, formatShare, plural } from '../figures.ts';
import type { MeasuredLoad } from './measured.ts';
import { reason } from './measured.ts';

/** Fewer calls than this could fail by accident. */
const minCalls = 20;

/** More than half of the calls failed: the load script stops by itself then, and no percentile is needed to judge it. */
export function collapsed({ steps }: MeasuredLoad): LoadReason | null {
	const all = Object.values(steps);
	const calls = all.reduce((sum, step) => sum + step.count, 0);
	const failed = all.reduce((sum, step) => sum + step.failed, 0);
	if (calls < minCalls || failed / calls <= 0.5) return null;
	const detail = `${formatCount(failed)} of ${plural(calls, 'call')} failed (${formatShare(failed / calls)}): the target was down or refused the load.`;
	return reason('no-go', 'collapsed', detail);
}
