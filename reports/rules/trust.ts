/** Can the measurement be believed? What fires here says something about the run, not about the target. */
import type { LoadReason } from '../../simulator/contract/run-report.ts';
import { formatCount, formatMs, formatRate, formatShare, plural, share } from '../figures.ts';
import { collapsed } from './collapse.ts';
import type { MeasuredLoad } from './measured.ts';
import { reason } from './measured.ts';
import { sampleRules } from './samples.ts';

export const maxDroppedShare = 0.001;
const minAchievedShare = 0.99;
const maxUnfinishedShare = 0.01;
/** Above this share of a core, k6 itself may have been what was slow. */
const busyCpu = 0.8;

export function trustRules(measured: MeasuredLoad): LoadReason[] {
	if (measured.interrupted) return [interrupted(measured)];
	if (measured.flows.started === 0) {
		return [
			reason('inconclusive', 'no-flows', 'No flow was started, so there is nothing to judge.'),
		];
	}
	const shape = [executed(measured), unfinished(measured)];
	if (!measured.plan.judgesLatency) return present(shape);
	const schedule = [startLag(measured), dropped(measured), achieved(measured)];
	// A target that is down ends a run early and leaves later calls without samples: its doing, not a doubt.
	if (collapsed(measured) !== null) return present(schedule);
	return [...present([...shape, ...schedule]), ...sampleRules(measured)];
}

function present(reasons: readonly (LoadReason | null)[]): LoadReason[] {
	return reasons.filter((entry) => entry !== null);
}

/** How late a flow may start, at the 99th percentile: 50 ms, or a tenth of the time between two starts when that is more. */
export function startLagLimitMs(ratePerSecond: number): number {
	return Math.max(50, 100 / ratePerSecond);
}

function interrupted({ flows }: MeasuredLoad): LoadReason {
	const detail = `The run was stopped after ${plural(flows.started, 'flow')}, before its plan was complete.`;
	return reason('inconclusive', 'interrupted', detail);
}

function plannedFlows({ plan }: MeasuredLoad): number | null {
	if (plan.iterations !== null) return plan.iterations;
	return plan.ratePerSecond === null ? null : (plan.ratePerSecond * plan.holdMs) / 1000;
}

function executed(measured: MeasuredLoad): LoadReason | null {
	const { plan, flows, generator } = measured;
	const planned = plannedFlows(measured);
	if (planned === null) return null;
	const asked = flows.started + generator.dropped;
	// The edges of the measured part may cost a second of flows; a plan that counts flows has no edges.
	const slack = plan.iterations === null ? Math.max(planned * 0.01, plan.ratePerSecond ?? 0) : 0;
	if (planned - asked <= slack) return null;
	const detail = `The plan was ${plural(planned, 'flow')}, and only ${formatCount(asked)} took place (${formatShare(share(asked, planned))}).`;
	return reason('inconclusive', 'plan', detail);
}

function unfinished({ plan, flows }: MeasuredLoad): LoadReason | null {
	const open = flows.started - flows.ok - flows.failed;
	const limit = plan.judgesLatency ? maxUnfinishedShare : 0;
	if (open <= 0 || open / flows.started <= limit) return null;
	const detail = `${formatCount(open)} of ${plural(flows.started, 'flow')} had no end when the run stopped (${formatShare(open / flows.started)}).`;
	return reason('inconclusive', 'unfinished', detail);
}

function startLag({ plan, generator }: MeasuredLoad): LoadReason | null {
	if (plan.ratePerSecond === null) return null;
	const lag = generator.startLagP99Ms;
	if (lag === null) {
		const detail = 'How late the flows started was not measured, so k6 may have fallen behind.';
		return reason('inconclusive', 'start-lag', detail);
	}
	const limit = startLagLimitMs(plan.ratePerSecond);
	if (lag <= limit) return null;
	const detail = `1 flow in 100 started ${formatMs(lag)} ms late or more (limit ${formatMs(limit)} ms): k6 could not keep its schedule.`;
	return reason('inconclusive', 'start-lag', detail);
}

/** k6 kept its schedule with time to spare while a limit broke: what was lost was lost to the target. */
function targetIsSlow(measured: MeasuredLoad): boolean {
	const { plan, generator, slo } = measured;
	const lag = generator.startLagP99Ms;
	if (plan.ratePerSecond === null || lag === null || generator.cpu === null) return false;
	const healthy = lag <= startLagLimitMs(plan.ratePerSecond) && generator.cpu <= busyCpu;
	const slow = slo.some(
		(row) => row.judged && row.unit === 'ms' && row.measured !== null && !row.passed,
	);
	return healthy && (slow || collapsed(measured) !== null);
}

function dropped(measured: MeasuredLoad): LoadReason | null {
	const { flows, generator } = measured;
	const asked = flows.started + generator.dropped;
	const ratio = share(generator.dropped, asked);
	if (ratio === null || ratio <= maxDroppedShare) return null;
	const figures = `${formatCount(generator.dropped)} of ${plural(asked, 'flow')} were dropped (${formatShare(ratio)}, limit ${formatShare(maxDroppedShare)})`;
	return targetIsSlow(measured)
		? reason('no-go', 'dropped', `${figures} while k6 kept its schedule: the target was too slow.`)
		: reason('inconclusive', 'dropped', `${figures}: k6 had no free virtual user to start them.`);
}

function achieved(measured: MeasuredLoad): LoadReason | null {
	const { plan, flows } = measured;
	// A run cut short is already named by the plan rule.
	if (plan.ratePerSecond === null || executed(measured) !== null) return null;
	const ratio = flows.rate / plan.ratePerSecond;
	if (ratio >= minAchievedShare) return null;
	const figures = `${formatRate(flows.rate)} flows per second were finished of ${formatRate(plan.ratePerSecond)} asked for (${formatShare(ratio)}, at least ${formatShare(minAchievedShare)} needed)`;
	return targetIsSlow(measured)
		? reason('no-go', 'achieved-rate', `${figures} while k6 kept its schedule.`)
		: reason('inconclusive', 'achieved-rate', `${figures}.`);
}
