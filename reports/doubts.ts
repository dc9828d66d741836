/**
 * Doubts about a measurement: facts that may have distorted it. Each names the results that it can explain; a slow
 * generator, for example, never explains a failed call.
 */
import type { LoadReason, SloRow } from '../simulator/contract/run-report.ts';
import { explainsExcess, isStarved, maxCanaryMs } from './canary.ts';
import { formatCount, formatMs, formatShare, pluralize, ratioOf } from './figures.ts';
import { callsInFlowOf, coveredPlanShare } from './slo.ts';
import type { MeasuredLoad, MeasurementDoubt } from './verdict-rules.ts';

export const maxDroppedShare = 0.001;
const maxUnfinishedShare = 0.01;
/** If k6 used more than this share of a core, k6 itself may have been the bottleneck. */
const busyCpu = 0.8;
export function findDoubts(
	measured: MeasuredLoad,
	rows: readonly SloRow[],
	isSlow: boolean,
): MeasurementDoubt[] {
	const { plan } = measured;
	const schedule = plan.judgesLatency ? findScheduleDoubts(measured, rows, isSlow) : [];
	const shape = measured.interrupted
		? [stopped(measured)]
		: [unexecuted(measured), unfinished(measured)].filter((doubt) => doubt !== null);
	return [...(measured.doubts ?? []), ...shape, ...schedule];
}

function stopped({ flows }: MeasuredLoad): MeasurementDoubt {
	const text = `The run was stopped after ${pluralize(flows.started, 'flow')}, before it was complete.`;
	return { id: 'interrupted', group: 'run', explains: 'early-end', text };
}

/** Doubts about the start times of flows: whether flows started when they were due. */
export const findScheduleDoubts = (
	measured: MeasuredLoad,
	rows: readonly SloRow[],
	isSlow: boolean,
): MeasurementDoubt[] =>
	[
		generatorStarvedDoubt(measured) ?? standstillDoubt(measured, rows),
		dropped(measured, isSlow),
	].filter((doubt) => doubt !== null);

export const doubtReason = ({ id, group, text, evidence = [] }: MeasurementDoubt): LoadReason => ({
	...{ id, group, severity: 'inconclusive', text, evidence },
});

/** Adds to a row the doubts that can explain its state. */
export function applyDoubts(row: SloRow, doubts: readonly MeasurementDoubt[]): SloRow {
	if (row.state === 'not-called') return row;
	const ids = doubts.filter((doubt) => canExplain(doubt, row)).map(({ id }) => id);
	return ids.length === 0 ? row : { ...row, state: 'undecided', doubts: ids };
}

function canExplain({ explains, rowIds = [] }: MeasurementDoubt, row: SloRow): boolean {
	const { metric, state } = row;
	if (explains === 'rows') return rowIds.includes(row.id);
	if (explains === 'timing') return metric !== 'failures';
	return state !== 'broken' || (explains === 'early-end' && metric === 'rate');
}

/**
 * The limit for the p99 of the start lag, in milliseconds: 50, or a tenth of the time between two starts if that is
 * more.
 */
export function startLagLimitMs(ratePerSecond: number): number {
	return Math.max(50, 100 / ratePerSecond);
}

function unexecuted(measured: MeasuredLoad): MeasurementDoubt | null {
	const { plan, flows, generator } = measured;
	const { iterations, holdMs } = plan;
	const ratePerSecond = plan.ratePerSecond && plan.ratePerSecond * coveredPlanShare(measured);
	const planned = iterations ?? (ratePerSecond === null ? null : (ratePerSecond * holdMs) / 1000);
	if (planned === null) return null;
	// If the profile judges latency, dropped flows count as late answers. In other profiles, only flows that took place
	// prove something.
	const asked = flows.started + (plan.judgesLatency ? generator.dropped : 0);
	// Up to one second of flows may be missing at the edges of the measured part. A plan that counts flows has no edges.
	const tolerance = iterations === null ? Math.max(planned * 0.01, ratePerSecond ?? 0) : 0;
	if (planned - asked <= tolerance) return null;
	const text = `The plan was ${pluralize(planned, 'flow')}, and only ${formatCount(asked)} took place (${formatShare(ratioOf(asked, planned))}).`;
	return { id: 'plan', group: 'run', explains: 'good', text };
}

function unfinished({ plan, flows }: MeasuredLoad): MeasurementDoubt | null {
	const open = flows.started - flows.ok - flows.failed;
	const limit = plan.judgesLatency ? maxUnfinishedShare : 0;
	if (open <= 0 || open / flows.started <= limit) return null;
	const text = `${formatCount(open)} of ${pluralize(flows.started, 'flow')} had no end when the run stopped (${formatShare(open / flows.started)}).`;
	return { id: 'unfinished', group: 'run', explains: 'good', text };
}

/** Whether the load generator itself was too slow. The canary decides; without a canary, the start lag does. */
export function generatorStarvedDoubt({ plan, generator }: MeasuredLoad): MeasurementDoubt | null {
	const doubt = { group: 'generator', explains: 'timing' } as const;
	const { canary, startLagP99Ms: lag } = generator;
	if (canary !== undefined) {
		if (!isStarved(canary)) return null;
		const text = `The load generator was starved: an idle server on the same machine took ${Number(canary.p95Ms.toFixed(1))} ms at p95 (limit ${maxCanaryMs} ms). Stop other programs, lower --rate, or load from another machine.`;
		return { ...doubt, id: 'starved', text };
	}
	if (plan.ratePerSecond === null) return null;
	if (lag === null) {
		const text = 'How late the flows started was not measured, so k6 may have fallen behind.';
		return { ...doubt, id: 'start-lag', text };
	}
	const limit = startLagLimitMs(plan.ratePerSecond);
	if (lag <= limit) return null;
	const text = `1 flow in 100 started ${formatMs(lag)} ms late or more (limit ${formatMs(limit)} ms): k6 could not keep its schedule.`;
	return { ...doubt, id: 'start-lag', text };
}

/** Whether the load generator stood still at times, which explains rows that break their limit. */
function standstillDoubt(measured: MeasuredLoad, rows: readonly SloRow[]): MeasurementDoubt | null {
	const { canary } = measured.generator;
	const rowIds = rows.filter((row) => isExplained(row, measured)).map(({ id }) => id);
	if (!canary || rowIds.length === 0) return null;
	const text = `The load generator stood still at times: an idle server on the same machine took ${formatMs(canary.p99Ms ?? null)} ms at p99. ${pluralize(rowIds.length, 'limit')} may have been broken by that. Stop other programs, lower --rate, or load from another machine.`;
	return { id: standstillId, group: 'generator', explains: 'rows', rowIds, text };
}

/** The id of the doubt about a load generator that stood still at times. */
export const standstillId = 'standstill';

/** Whether a latency beyond its limit may be due to a load generator that stood still at times. */
export function isExplained(row: SloRow, measured: MeasuredLoad): boolean {
	if (row.state !== 'broken' || row.unit !== 'ms') return false;
	const callsInFlow = callsInFlowOf(measured);
	const lowMs = row.between?.[0] ?? Number.POSITIVE_INFINITY;
	return explainsExcess(measured.generator.canary, row, { lowMs, callsInFlow });
}

export function droppedFlowsText({ flows, generator }: MeasuredLoad): string | null {
	const asked = flows.started + generator.dropped;
	const ratio = ratioOf(generator.dropped, asked);
	if (ratio === null || ratio <= maxDroppedShare) return null;
	return `${formatCount(generator.dropped)} of ${pluralize(asked, 'flow')} were dropped (${formatShare(ratio)}, limit ${formatShare(maxDroppedShare)})`;
}

/** Whether flows were dropped because a slow target kept all virtual users busy, while k6 was healthy. */
export function isTargetToBlame(measured: MeasuredLoad, isSlow: boolean): boolean {
	const { canary, cpu } = measured.generator;
	const isHealthy = canary !== undefined || (cpu !== null && cpu <= busyCpu);
	return isHealthy && generatorStarvedDoubt(measured) === null && isSlow;
}

function dropped(measured: MeasuredLoad, isSlow: boolean): MeasurementDoubt | null {
	const figures = droppedFlowsText(measured);
	if (figures === null || isTargetToBlame(measured, isSlow)) return null;
	const text = `${figures}: k6 had no free virtual user to start them.`;
	return { id: 'dropped', group: 'generator', explains: 'timing', text };
}
