/** Stops the load on a target that is down: by the flows of the last seconds, not by those of the whole run. */
import type { Collapse } from '../../reports/verdict-rules.ts';
import type { Plan } from '../plan.ts';
import type { Tally } from './tally.ts';

const overSeconds = 15;
/** Fewer flows may fail by accident. */
const minFlows = 20;
/** As for the verdict: a target that fails more than half of its flows has collapsed. */
const maxFailedShare = 0.5;

/** Looks at the last full seconds of the measured part; undefined while the target lives. */
export function findCollapse(plan: Plan, tally: Tally): Collapse | undefined {
	// The peak of a spike may be too much for the target: the verdict goes by the recovery.
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
	const isDead = finished >= minFlows && failed / finished > maxFailedShare;
	return isDead ? { second, overSeconds, finished, failed } : undefined;
}
