/** Compares the runs of a candidate with those of a base, pair by pair. */
import { isDeepStrictEqual } from 'node:util';
import type { Compare, CompareRow } from '../simulator/contract/compare-report.ts';
import { exitCodes } from '../simulator/contract/exit-codes.ts';
import type { LoadReport } from '../simulator/contract/run-report.ts';
import { quantileOf, sampleCountOf } from './buckets.ts';
import type { ComparedRun } from './compare-plan.ts';
import { differingPlanFields, otherSandboxReason } from './compare-plan.ts';
import { mean, meanInterval, median, robustDeviation } from './compare-statistics.ts';
import {
	differenceOf,
	judgeComparison,
	maxSpread,
	runVerdictOf,
	tolerance,
} from './compare-verdict.ts';
import { formatDuration, formatRate, formatShare, pluralize } from './figures.ts';
import { shareInterval } from './interval.ts';
import { describeLoaded } from './load-facts.ts';
import { totalKnown } from './merge-seconds.ts';
import { minPercentileSamples } from './slo.ts';

export interface ComparedRuns {
	base: readonly ComparedRun[];
	candidate: readonly ComparedRun[];
}

/**
 * The spread that is accepted for times below `floorMs`. It relates to the floor as `maxSpread` relates to the
 * tolerance.
 */
const spreadFloorMs = (tolerance.floorMs * maxSpread) / tolerance.ratio;
/** With two pairs, the confidence interval is too wide to be useful. */
const minPairs = 3;

const metrics = [
	['p50', 0.5, 100],
	['p95', 0.95, minPercentileSamples.p95],
	['p99', 0.99, Number.POSITIVE_INFINITY],
] as const;

export function compareRuns(runs: ComparedRuns): Compare {
	const [first] = runs.base;
	if (first === undefined) throw new Error('There is no run to compare.');
	const incomparable = incomparableReason(runs);
	const rows = incomparable === null ? rowsOf(runs) : [];
	const { verdict, why } =
		incomparable === null
			? judgeComparison(rows, runs)
			: { verdict: 'not-comparable' as const, why: incomparable };
	return {
		schemaVersion: 1,
		kind: 'compare',
		key: keyOf(first.report),
		pairs: runs.base.length,
		rows,
		verdict,
		why,
		exitCode: exitCodesOf[verdict],
		tolerance: { ...tolerance },
		targets: { base: targetsOf(runs.base), candidate: targetsOf(runs.candidate) },
		runs: {
			base: runs.base.map(({ folder }) => folder),
			candidate: runs.candidate.map(({ folder }) => folder),
		},
		verdicts: {
			base: runs.base.map(({ report }) => runVerdictOf(report)),
			candidate: runs.candidate.map(({ report }) => runVerdictOf(report)),
		},
	};
}

const exitCodesOf = {
	better: exitCodes.passed,
	same: exitCodes.passed,
	worse: exitCodes.failed,
	'not-comparable': exitCodes.inconclusive,
} as const;

const targetsOf = (runs: readonly ComparedRun[]) =>
	[...new Set(runs.map(({ report }) => describeLoaded(report)))].join(', ');

/** The major version of k6, such as `2`. */
export const k6MajorVersion = ({ generator }: LoadReport) =>
	/\d+/.exec(generator.k6Version)?.[0] ?? 'none';

function keyOf(report: LoadReport): string {
	const { profile, ratePerSecond, iterations, holdMs, mix } = report.plan;
	const shares = Object.entries(mix).map(([name, share]) => `${name} ${formatShare(share)}`);
	const pace =
		ratePerSecond === null
			? pluralize(iterations ?? 0, 'flow')
			: `${formatRate(ratePerSecond)} flows/s for ${formatDuration(holdMs)}`;
	return `${profile}, ${pace}, ${shares.join(', ')}, k6 ${k6MajorVersion(report)}`;
}

const partsOf = ({ parts }: LoadReport) => parts && [parts.found.length, parts.planned];

/** Why the runs cannot be compared; null if they can. */
function incomparableReason({ base, candidate }: ComparedRuns): string | null {
	const [first, ...others] = [...base, ...candidate];
	if (first === undefined) return 'There is no run.';
	const problems = [
		...base.map((run) => problemOf(run)),
		...candidate.map((run) => problemOf(run, { mayCollapse: true })),
	];
	const problem = problems.find((one) => one !== null);
	if (problem !== undefined) return problem;
	for (const other of others) {
		const { folder, report } = other;
		const isOther = (of: (report: LoadReport) => unknown) =>
			!isDeepStrictEqual(of(report), of(first.report));
		const differing = differingPlanFields(report.plan, first.report.plan);
		if (isOther(k6MajorVersion)) differing.push('k6 version');
		if (isOther(partsOf)) differing.push('parts');
		if (isOther(({ limits }) => limits)) differing.push('limits');
		if (differing.length > 0) {
			return `${folder} has another plan than ${first.folder}: ${differing.join(', ')}.`;
		}
		const otherSandbox = otherSandboxReason(first, other);
		if (otherSandbox !== null) return otherSandbox;
	}
	if (base.length < minPairs) {
		return `${pluralize(base.length, 'pair')} of runs cannot show a difference. Make at least ${minPairs}, better 5.`;
	}
	return null;
}

/**
 * Why a run cannot be compared; null if it can. A collapse ends a run early: with `mayCollapse`, it can be compared
 * nevertheless.
 */
function problemOf({ folder, report }: ComparedRun, { mayCollapse = false } = {}): string | null {
	const { reasons, plan } = report;
	if (report.verdict === 'ERROR') return `The run in ${folder} measured nothing.`;
	const doubt = reasons.find(
		({ group, severity }) => group === 'generator' && severity === 'inconclusive',
	);
	if (doubt) return `The response times of ${folder} are in doubt: ${doubt.text}`;
	const partsReason = reasons.find(({ id }) => id === 'missing-part' || id === 'not-together');
	if (partsReason) return `The parts of ${folder} are no whole run: ${partsReason.text}`;
	const hasReason = (name: string) => reasons.some(({ id }) => id === name);
	const isExpected = mayCollapse && hasReason('collapse');
	if (hasReason('interrupted') || (hasReason('plan') && !isExpected)) {
		return `The run in ${folder} did not play its whole plan.`;
	}
	if (!plan.judgesLatency) {
		return `The profile ${plan.profile} makes too few calls to compare speed. Use average.`;
	}
	if (plan.profile === 'spike') {
		return 'The peak of a spike is too short to compare: a comparison would show only the time before it. Use average.';
	}
	return null;
}

function rowsOf(runs: ComparedRuns): CompareRow[] {
	const plan = runs.base[0]?.report;
	const names = [...(plan?.plan.steps ?? Object.keys(plan?.steps ?? {})), 'flow'];
	const rows = names.flatMap((name) => latencyRows(name, runs));
	const isNoisy = (['base', 'candidate'] as const).some((side) => spreadOf(rows, side) > maxSpread);
	const judged = isNoisy
		? rows.map((row) =>
				row.state === 'shown' ? row : { ...row, state: 'not-comparable' as const },
			)
		: rows;
	return [...judged, failureRow(runs)];
}

/**
 * How much a side varies from run to run. It is the median over the judged percentiles, because a rare call may vary by
 * chance. A variation below the floor does not matter.
 */
function spreadOf(rows: readonly CompareRow[], side: 'base' | 'candidate'): number {
	const spreads = rows
		.filter(({ state, spread }) => state !== 'shown' && spread !== null)
		.map(({ spread, [side]: value }) => {
			const share = spread?.[side] ?? 0;
			return share * (value ?? 0) > spreadFloorMs ? share : 0;
		});
	return median(spreads);
}

function latencyRows(name: string, { base, candidate }: ComparedRuns): CompareRow[] {
	const hasSamples = [...base, ...candidate].some(({ report }) => samplesOf(report, name) > 0);
	if (!hasSamples) return [];
	return metrics.map(([metric, share, needed]) => {
		const valuesOf = (runs: readonly ComparedRun[]) =>
			runs.map(({ report }) => percentileOf(report, name, metric, share));
		const fewest = Math.min(
			...[...base, ...candidate].map(({ report }) => samplesOf(report, name)),
		);
		return latencyRow(`${name}.${metric}`, valuesOf(base), valuesOf(candidate), fewest >= needed);
	});
}

/** The number of samples behind a row: accepted calls, or successful flows. */
function samplesOf({ histograms, steps }: LoadReport, name: string): number {
	const histogram = histograms[`${name}/hold`];
	if (histogram) return sampleCountOf(histogram.buckets);
	const step = steps[name];
	return step ? step.count - step.failed : 0;
}

function percentileOf(
	{ histograms, steps }: LoadReport,
	name: string,
	metric: 'p50' | 'p95' | 'p99',
	share: number,
): number | null {
	const histogram = histograms[`${name}/hold`];
	if (histogram === undefined) return steps[name]?.[metric] ?? null;
	const samples = sampleCountOf(histogram.buckets);
	return samples === 0 ? null : quantileOf(histogram.buckets, samples, share);
}

type Values = readonly (number | null)[];
const isTime = (value: number | null): value is number => value !== null && value > 0;

function latencyRow(id: string, base: Values, candidate: Values, isJudged: boolean): CompareRow {
	const row = { id, unit: 'ms' as const };
	if (!base.every(isTime) || !candidate.every(isTime)) {
		const nothing = { base: null, candidate: null, ratio: null, between: null, spread: null };
		return { ...row, ...nothing, state: isJudged ? 'not-comparable' : 'shown' };
	}
	const [before, after] = [base.map(Math.log), candidate.map(Math.log)];
	const differences = after.map((value, index) => value - (before[index] ?? 0));
	const [low, high] = meanInterval(differences);
	const figures = {
		base: Math.exp(mean(before)),
		candidate: Math.exp(mean(after)),
		ratio: Math.exp(mean(differences)),
		between: [Math.exp(low), Math.exp(high)] as [number, number],
		spread: { base: robustDeviation(before), candidate: robustDeviation(after) },
	};
	return { ...row, ...figures, state: isJudged ? differenceOf(figures) : 'shown' };
}

/** Faster answers prove nothing if more flows fail. A difference of at most one flow in a thousand is ignored. */
const failureTolerance = 0.001;

function failureRow({ base, candidate }: ComparedRuns): CompareRow {
	const [before, after] = [base, candidate].map((runs) => {
		const failed = totalKnown(runs, ({ report }) => report.flows.failed);
		const finished = failed + totalKnown(runs, ({ report }) => report.flows.ok);
		const share = finished === 0 ? 0 : failed / finished;
		return { share, interval: finished === 0 ? [0, 1] : shareInterval(failed, finished) };
	}) as [FailureShare, FailureShare];
	const difference = after.share - before.share;
	const isApart =
		Math.abs(difference) > failureTolerance &&
		(before.interval[1] < after.interval[0] || after.interval[1] < before.interval[0]);
	return {
		id: 'flow.failures',
		unit: 'ratio',
		base: before.share,
		candidate: after.share,
		ratio: before.share === 0 ? null : after.share / before.share,
		between: null,
		spread: null,
		state: isApart ? (difference > 0 ? 'worse' : 'better') : 'same',
	};
}

interface FailureShare {
	share: number;
	interval: [number, number];
}
