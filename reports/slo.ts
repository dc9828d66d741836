/** Compares a run with the limits of a team (service levels). */
import type { LoadPlan } from '../simulator/contract/load-plan.ts';
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import type { LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { formatRate, formatShare, formatValue, missingFigure, ratioOf } from './figures.ts';
import type { Interval } from './interval.ts';
import { percentileInterval, samplesToDecide, shareAbove, shareInterval } from './interval.ts';
import type { Slo, StepLimits } from './limits-file.ts';

export type { Slo } from './limits-file.ts';

/** The measured values that limits apply to. */
export interface Measurements
	extends Pick<LoadReport, 'steps' | 'flows' | 'flowTimes' | 'histograms' | 'windows' | 'parts'> {
	plan: Pick<LoadPlan, 'judgesLatency' | 'ratePerSecond' | 'warmUpMs' | 'holdMs' | 'steps'>;
}

/** The share of the plan that the report covers: after a merge, the parts that were found out of all parts. */
export const coveredPlanShare = ({ parts }: Pick<LoadReport, 'parts'>): number =>
	parts === undefined ? 1 : parts.found.length / parts.planned;

/** The number of samples that a percentile needs. With fewer, fewer than about twenty lie beyond it. */
export const minPercentileSamples = { p95: 400, p99: 2000 } as const;
export const percentiles = { p95: 0.95, p99: 0.99 } as const;

export const isMerchantStep = (step: string) => step.startsWith('merchant-');

/**
 * The steps with the limits that apply to a plan: with a shop, those of the shop's steps; without one, those of the
 * service's calls.
 */
export function limitedSteps(slo: Slo, { steps = [] }: Pick<LoadPlan, 'steps'>) {
	const isMerchant = steps.some(isMerchantStep);
	return Object.entries(slo.steps).filter(([name]) => isMerchantStep(name) === isMerchant);
}

/**
 * Compares a run with its limits. Each limit is judged by its own samples. If the plan does not judge latency, all
 * limits are listed and none is judged.
 */
export function evaluateSlo(slo: Slo, measured: Measurements): SloRow[] {
	const { flows, plan } = measured;
	const rows = limitedSteps(slo, plan).flatMap(([name, limits]) =>
		stepRows(name, limits, measured),
	);
	const finished = flows.ok + flows.failed;
	rows.push(
		...latencyRows(null, slo.flow, measured),
		failureRow(null, slo.flow.maxFailureRatio, { count: finished, failed: flows.failed }, measured),
	);
	if (plan.ratePerSecond !== null) {
		const limit = plan.ratePerSecond * coveredPlanShare(measured) * slo.flow.minAchievedRatio;
		const rate = finished > 0 ? flows.rate : null;
		rows.push(
			rowOf(
				{
					name: `flow rate ≥ ${formatValue(limit, 'per second')}`,
					step: null,
					metric: 'rate',
					limit,
					measured: rate,
					unit: 'per second',
					samples: finished,
					// The starts are scheduled, not random, so the rate has no sampling error.
					between: rate === null ? null : [rate, rate],
				},
				measured,
			),
		);
	}
	return rows;
}

function stepRows(name: string, limits: StepLimits, measured: Measurements): SloRow[] {
	const { count, failed } = measured.steps[name] ?? { count: 0, failed: 0 };
	return [
		...latencyRows(name, limits, measured),
		failureRow(name, limits.maxFailureRatio, { count, failed }, measured),
	];
}

/** The rows for latency limits. Their samples are accepted calls or successful flows, because a failure may be fast. */
function latencyRows(
	step: string | null,
	limits: Pick<StepLimits, 'p95Ms' | 'p99Ms'>,
	measured: Measurements,
): SloRow[] {
	const figures = step === null ? measured.flowTimes : acceptedCalls(measured.steps[step]);
	const histogram = measured.histograms[histogramKey(step)];
	const samples = figures?.count ?? 0;
	return (['p95', 'p99'] as const).flatMap((metric) => {
		const limit = limits[`${metric}Ms`];
		if (limit === undefined) return [];
		const row = rowOf(
			{
				name: `${step ?? 'flow'} ${metric} ≤ ${formatValue(limit, 'ms')}`,
				step,
				metric,
				limit,
				measured: samples > 0 ? (figures?.[metric] ?? null) : null,
				unit: 'ms',
				samples,
				between: samples > 0 ? percentileInterval(histogram, percentiles[metric]) : null,
			},
			measured,
		);
		const isSmall = samples < minPercentileSamples[metric] && row.state === 'kept';
		return [isSmall ? { ...row, state: 'undecided' as const } : row];
	});
}

/** The number of calls that a flow makes at most. */
export const callsInFlowOf = ({
	plan,
	steps,
}: Pick<LoadReport, 'steps'> & { plan: Pick<LoadPlan, 'steps'> }): number =>
	(plan.steps ?? Object.keys(steps)).length;

const acceptedCalls = (step: LoadReport['steps'][string] | undefined) =>
	step && { ...step, count: step.count - step.failed };

const histogramKey = (step: string | null) => `${step ?? 'flow'}/hold`;

function failureRow(
	step: string | null,
	limit: number,
	{ count, failed }: { count: number; failed: number },
	measured: Measurements,
): SloRow {
	// A limit of 0 is about this run only: no number of samples proves that nothing ever fails.
	const between: Interval | null =
		count === 0
			? null
			: limit === 0
				? [failed / count, failed / count]
				: shareInterval(failed, count);
	return rowOf(
		{
			name: `${step ?? 'flow'} failures ≤ ${formatValue(limit, 'ratio')}`,
			step,
			metric: 'failures',
			limit,
			measured: ratioOf(failed, count),
			unit: 'ratio',
			samples: count,
			between,
		},
		measured,
	);
}

type RowFigures = Omit<SloRow, 'id' | 'passed' | 'judged' | 'state' | 'worstWindow' | 'doubts'>;

function rowOf(figures: RowFigures, measured: Measurements): SloRow {
	const { step, metric, measured: value, limit } = figures;
	const isMinimum = metric === 'rate';
	return {
		id: `${step ?? 'flow'}.${metric}`,
		...figures,
		passed: value !== null && (isMinimum ? value >= limit : value <= limit),
		judged: measured.plan.judgesLatency,
		state: stateOf(figures, measured),
		worstWindow: worstWindow(figures, measured),
		doubts: [],
	};
}

function stateOf({ step, metric, limit, between }: RowFigures, measured: Measurements) {
	const { steps, plan } = measured;
	if (step !== null && !steps[step]?.count && plan.steps && !plan.steps.includes(step)) {
		return 'not-called';
	}
	if (between === null) return 'undecided';
	const [low, high] = metric === 'rate' ? [-between[1], -between[0]] : between;
	const most = metric === 'rate' ? -limit : limit;
	if (high <= most) return 'kept';
	return low > most ? 'broken' : 'undecided';
}

/** A window with fewer samples is not compared. */
const minWindowSamples = 20;

/** The measured value in one window of ten seconds; null if it has too few samples. */
export function valueInWindow(
	{ step, metric }: Pick<SloRow, 'step' | 'metric'>,
	window: LoadSecond,
	minimum = minWindowSamples,
): number | null {
	if (metric === 'rate') return null;
	const { flowsOk, flowsFailed } = window;
	const calls =
		step === null ? { count: flowsOk + flowsFailed, failed: flowsFailed } : window.steps[step];
	if (calls === undefined || calls.count < minimum) return null;
	if (metric === 'failures') return calls.failed / calls.count;
	return (step === null ? window.flow : window.steps[step])?.[metric] ?? null;
}

const isMeasured =
	({ warmUpMs, holdMs }: Measurements['plan']) =>
	({ second }: LoadSecond) =>
		second * 1000 >= warmUpMs && (holdMs === 0 || second * 1000 < warmUpMs + holdMs);

/** The ten-second windows of the measured part. */
export const windowsOfMeasuredPart = ({ windows, plan }: Pick<Measurements, 'windows' | 'plan'>) =>
	windows.filter(isMeasured(plan));

export const secondsOfMeasuredPart = ({
	series,
	plan,
}: Pick<LoadReport, 'series'> & Pick<Measurements, 'plan'>) => series.filter(isMeasured(plan));

function worstWindow(row: RowFigures, measured: Measurements): SloRow['worstWindow'] {
	let worst: SloRow['worstWindow'] = null;
	for (const window of windowsOfMeasuredPart(measured)) {
		const value = valueInWindow(row, window);
		if (value === null || value <= (worst?.measured ?? -1)) continue;
		worst = { second: window.second, measured: value };
	}
	return worst;
}

/**
 * How long a run must be for the confidence interval of a row to exclude its limit, in milliseconds; undefined if no
 * practical length is enough.
 */
export function runMsToDecide(row: SloRow, measured: Measurements): number | undefined {
	const { metric, samples, limit, step } = row;
	const { holdMs } = measured.plan;
	if (row.measured === null || samples === 0 || metric === 'rate') return undefined;
	const histogram = measured.histograms[histogramKey(step)];
	const needed =
		metric === 'failures'
			? samplesToDecide(row.measured, limit)
			: histogram && samplesToDecide(shareAbove(histogram, limit), 1 - percentiles[metric]);
	if (needed === undefined) return undefined;
	const least = metric === 'failures' ? needed : Math.max(needed, minPercentileSamples[metric]);
	const ms = (Math.max(least, samples + 1) / samples) * holdMs;
	return ms > 24 * 3_600_000 ? undefined : ms;
}

/** The share of the limit that is left: negative if the limit is broken, null if unknown. */
export function limitMargin(row: SloRow): number | null {
	if (row.measured === null || row.limit === 0) return null;
	const used = row.measured / row.limit;
	// A rate is a minimum; every other limit is a maximum.
	return row.unit === 'per second' ? used - 1 : 1 - used;
}

/**
 * How far the value is past its limit: `17 % past the limit`, `2.3 times the limit`. Empty if the limit is kept or the
 * value unknown.
 */
export function pastLimitText(row: SloRow): string {
	const left = limitMargin(row);
	if (left === null || left >= 0) return '';
	if (left < -1) return `${formatRate(1 - left)} times the limit`;
	return `${formatShare(-left)} ${row.unit === 'per second' ? 'short of' : 'past'} the limit`;
}

/** Describes the distance to the limit: `12.5 % left`, or how far the value is past the limit. */
export function describeMargin(row: SloRow): string {
	const left = limitMargin(row);
	if (left === null) return missingFigure;
	return left < 0 ? pastLimitText(row) : `${formatShare(left)} left`;
}

/** The measured value, with enough digits that it never looks equal to a limit from which it differs. */
export function formatMeasured({ measured, limit, unit }: SloRow): string {
	const text = formatValue(measured, unit);
	if (measured === null || measured === limit || text !== formatValue(limit, unit)) return text;
	const scale = unit === 'ratio' ? 100 : 1;
	const exact = (value: number, digits: number) =>
		(value * scale).toLocaleString('en-US', { maximumFractionDigits: digits });
	const digits = [2, 3, 4, 5, 6].find((many) => exact(measured, many) !== exact(limit, many)) ?? 7;
	return `${exact(measured, digits)} ${unit === 'ratio' ? '%' : unit}`;
}

const stateWords: Record<SloRow['state'], string> = {
	kept: 'kept',
	broken: 'broken',
	undecided: 'undecided',
	'not-called': 'not called',
};

/** The result of a limit in one or two words. If the report has no verdict, no limit is called kept or broken. */
export function limitResultWord(
	{ judged, state }: SloRow,
	{ verdict }: Pick<LoadReport, 'verdict'>,
) {
	if (!judged) return 'shown only';
	return verdict === 'ERROR' ? 'not judged' : stateWords[state];
}
