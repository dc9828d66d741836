/** Finds flows that do not work at all. The limits count all flows together: a rare flow may always fail within them. */
import type { LoadReason } from '../simulator/contract/run-report.ts';
import { formatCount, formatShare, pluralize } from './figures.ts';
import { shareInterval } from './interval.ts';
import { listFailures } from './load-failures.ts';
import { collapseReason, maxFailedShare } from './target-reasons.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

/**
 * One reason for each flow of the mix that has collapsed: even the low end of its interval is above half, as from 4
 * failures of 4 on. A flow of which more than half failed, but of too few, is INCONCLUSIVE. `minFailed`: the fewest
 * failures for a NO-GO, if some flows fail on purpose. A collapse of all flows has its own reason.
 */
export function flowCollapseReasons(
	measured: Pick<MeasuredLoad, 'flowsByStory' | 'flows' | 'failures' | 'collapse'>,
	minFailed = 1,
): LoadReason[] {
	if (collapseReason(measured) !== null) return [];
	return Object.entries(measured.flowsByStory).flatMap(([story, { ok, failed }]): LoadReason[] => {
		if (failed === 0) return [];
		const finished = ok + failed;
		const isCertain = failed >= minFailed && shareInterval(failed, finished)[0] > maxFailedShare;
		// Where answers are lost on purpose, up to half of the flows may fail.
		const isDoubtful = minFailed > 1 ? ok === 0 : failed / finished > maxFailedShare;
		if (!isCertain && !isDoubtful) return [];
		const examples = measured.failures.filter(({ example }) => example?.startsWith(`${story}: `));
		const reason = {
			id: 'flow-collapse',
			group: 'target',
			// A kind of failure has one example, which may be of another flow.
			evidence: listFailures(examples.length > 0 ? examples : measured.failures),
		} as const;
		const figures = `${formatCount(failed)} of ${pluralize(finished, 'flow')} of ${story} failed`;
		if (isCertain) {
			const text = `${figures} (${formatShare(failed / finished)}). This flow does not work, even if the limits of all flows together are kept.`;
			return [{ ...reason, severity: 'no-go', text }];
		}
		const text = `${figures}${ok === 0 ? ', and none succeeded' : ''}: too few to tell whether this flow works. Raise its share in --mix, or --rate or --duration.`;
		return [{ ...reason, severity: 'inconclusive', text }];
	});
}
