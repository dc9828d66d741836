/**
 * Stops the load on a target that is down. It looks at the flows of the last seconds, not at those of the whole run.
 */
import { maxFailedShare, minEndedFlows } from '../../reports/target-reasons.ts';
import type { TargetCollapse } from '../../reports/verdict-rules.ts';
import type { Plan } from '../plan.ts';
import type { Tally } from './tally.ts';

const overSeconds = 15;

/** Judges the last full seconds of the measured part. Returns undefined while the target responds. */
export function findCollapse(plan: Plan, tally: Tally): TargetCollapse | undefined {
	// The peak of a spike may overload the target: only its recovery is judged, so the load goes on.
	const hasPeak = plan.scenarios.some(({ phase }) => phase === 'peak');
	if (!plan.judgesLatency || hasPeak) return undefined;
	const second = tally.lastSecond;
	if ((second - overSeconds) * 1000 < plan.warmUpMs) return undefined;
	let [finished, failed] = [0, 0];
	for (let number = second - overSeconds; number < second; number += 1) {
		const { flowsOk = 0, flowsFailed = 0 } = tally.seconds.get(number) ?? {};
		finished += flowsOk + flowsFailed;
		failed += flowsFailed;
	}
	const isDead = finished >= minEndedFlows && failed / finished > maxFailedShare;
	return isDead ? { second, overSeconds, finished, failed } : undefined;
}
