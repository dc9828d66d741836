/** Reasons against the target that its limits do not cover. */
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import type { LoadReason, SloRow } from '../simulator/contract/run-report.ts';
import { explainsExcess } from './canary.ts';
import { droppedFlowsText, generatorStarvedDoubt, isExplained, isTargetToBlame } from './doubts.ts';
import { formatCount, formatMs, formatShare, pluralize } from './figures.ts';
import { identityReasons } from './identity-reasons.ts';
import { percentileInterval, shareInterval } from './interval.ts';
import { at, listFailures, maxListed } from './load-failures.ts';
import {
	merchantReasons,
	noPaymentsReason,
	serviceReturnReason,
	wrongOrderReason,
} from './merchant-reasons.ts';
import { phaseStartSeconds, windowSeconds } from './merge-seconds.ts';
import { stallReason } from './silence.ts';
import {
	callsInFlowOf,
	percentiles,
	secondsOfMeasuredPart,
	valueInWindow,
	windowsOfMeasuredPart,
} from './slo.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

type Seconds = readonly LoadSecond[];
type Finding = Omit<LoadReason, 'group' | 'evidence'> & { evidence?: string[] };

const found = ({ evidence = [], ...rest }: Finding): LoadReason => ({
	...{ group: 'target', ...rest, evidence },
});

/** Returns the reasons. `rows` contain the states from their own samples, before any doubt changed them. */
export function targetReasons(measured: MeasuredLoad, rows: readonly SloRow[]): LoadReason[] {
	return [
		scriptFailed(measured),
		...identityReasons(measured),
		wrongOrderReason(measured),
		serviceReturnReason(measured),
		...merchantReasons(measured.merchant),
		noPaymentsReason(measured),
		...(measured.plan.judgesLatency ? loadReasons(measured, rows) : []),
	].filter((reason) => reason !== null);
}

/** Reasons that depend on time. A starved load generator explains late answers too, so they prove nothing then. */
function loadReasons(measured: MeasuredLoad, rows: readonly SloRow[]) {
	const timed = [
		stallReason(measured),
		notRecovered(measured, rows),
		...drifts(measured, rows),
		lostFlows(measured, rows),
	].filter((reason) => reason !== null);
	const isDoubted = generatorStarvedDoubt(measured) !== null;
	const doubted = timed.map((reason) =>
		isDoubted && reason.severity === 'no-go'
			? { ...reason, severity: 'inconclusive' as const }
			: reason,
	);
	return [collapseReason(measured) ?? outage(measured), ...doubted, ...contract(measured, rows)];
}

function scriptFailed({ generator }: MeasuredLoad): LoadReason | null {
	if (generator.k6ExitCode !== 110) return null;
	const text = 'The load script declared the run failed (k6 exit code 110).';
	return { ...found({ id: 'script', severity: 'no-go', text }), group: 'script' };
}

/** With fewer flows, some may fail by chance. */
export const minEndedFlows = 20;
/** The share of failed flows above which the target has collapsed. */
export const maxFailedShare = 0.5;

/** The reason for a target that has collapsed: more than half of the flows failed. */
export function collapseReason({
	flows,
	failures,
	collapse,
}: Pick<MeasuredLoad, 'flows' | 'failures' | 'collapse'>): LoadReason | null {
	if (collapse) {
		const { second, overSeconds, failed, finished } = collapse;
		const text = `The load was stopped ${at(second)} after its start: ${formatCount(failed)} of ${pluralize(finished, 'flow')} failed in the last ${overSeconds} seconds.`;
		return found({ id: 'collapse', severity: 'no-go', text, evidence: listFailures(failures) });
	}
	const finished = flows.ok + flows.failed;
	if (finished === 0 || flows.failed / finished <= maxFailedShare) return null;
	if (finished < minEndedFlows && flows.ok > 0) return null;
	const text = `${formatCount(flows.failed)} of ${pluralize(finished, 'flow')} failed (${formatShare(flows.failed / finished)}).`;
	return found({ id: 'collapse', severity: 'no-go', text, evidence: listFailures(failures) });
}

/** Finds the runs of consecutive seconds for which `isPart` is true, the longest first. */
function stretches(seconds: Seconds, isPart: (second: LoadSecond) => boolean) {
	const all: LoadSecond[][] = [];
	let isOpen = false;
	for (const second of seconds) {
		const belongs = isPart(second);
		if (belongs && isOpen) all.at(-1)?.push(second);
		else if (belongs) all.push([second]);
		isOpen = belongs;
	}
	return all;
}

const sum = (seconds: readonly LoadSecond[], of: (second: LoadSecond) => number) =>
	seconds.reduce((total, second) => total + of(second), 0);

const spanOf = (seconds: readonly LoadSecond[]) => {
	const first = seconds[0]?.second ?? 0;
	return `${pluralize(seconds.length, 'second')} from ${at(first)} on`;
};

const minOutageSeconds = 2;
const minOutageFlows = 10;

/** Finds an outage: seconds in which at least nine of ten flows failed. */
function outage(measured: MeasuredLoad): LoadReason | null {
	const failed = ({ flowsFailed }: LoadSecond) => flowsFailed;
	const down = stretches(
		secondsOfMeasuredPart(measured),
		({ flowsOk, flowsFailed }) => flowsFailed > 0 && flowsFailed >= 9 * flowsOk,
	).filter(
		(seconds) => seconds.length >= minOutageSeconds && sum(seconds, failed) >= minOutageFlows,
	);
	if (down.length === 0) return null;
	const seconds = down.reduce((total, { length }) => total + length, 0);
	const text = `The target was out of service for ${pluralize(seconds, 'second')}: ${pluralize(sum(down.flat(), failed), 'flow')} failed in them.`;
	const evidence = [...down.slice(0, maxListed).map(spanOf), ...listFailures(measured.failures)];
	return found({ id: 'outage', severity: 'no-go', text, evidence });
}

/** Finds flows that a healthy k6 could not start, because all virtual users waited for a slow target. */
function lostFlows(measured: MeasuredLoad, rows: readonly SloRow[]): LoadReason | null {
	const figures = droppedFlowsText(measured);
	if (figures === null || !isTargetToBlame(measured, isTargetSlow(measured, rows))) return null;
	const text = `${figures} while the load generator was healthy: the target was too slow.`;
	return found({ id: 'dropped', severity: 'no-go', text });
}

export function isTargetSlow(measured: MeasuredLoad, rows: readonly SloRow[]): boolean {
	const hasSlowCall = rows.some(
		(row) =>
			row.judged && row.unit === 'ms' && row.state === 'broken' && !isExplained(row, measured),
	);
	return (
		hasSlowCall || collapseReason(measured) !== null || stallReason(measured)?.severity === 'no-go'
	);
}

/** One reason for each response field that deviates from the contract, in each call whose failures exceed its limit. */
function contract({ failures, steps }: MeasuredLoad, rows: readonly SloRow[]): LoadReason[] {
	return rows
		.filter(({ metric, state, judged }) => metric === 'failures' && state === 'broken' && judged)
		.flatMap(({ step, limit }) => {
			const bad = failures.filter(
				(failure) => failure.step === step && failure.outcome === 'bad_contract',
			);
			const count = bad.reduce((total, failure) => total + failure.count, 0);
			const calls = steps[step ?? '']?.count ?? 0;
			if (calls === 0 || count / calls <= limit) return [];
			const text = `${formatCount(count)} of ${pluralize(calls, 'answer')} of ${step} broke the contract (${formatShare(count / calls)}).`;
			const evidence = bad.map(
				(failure) => `${formatCount(failure.count)} × ${failure.problem ?? 'unknown'}`,
			);
			return [found({ id: 'contract', severity: 'no-go', text, evidence })];
		});
}

/** The number of samples that a window needs to be judged by itself. */
const minJudgedSamples = 100;

/**
 * The state of a limit in a window, taken by itself: broken if its whole interval is beyond the limit, because one of a
 * run's many windows often has a percentile beyond a limit that the target keeps. Undecided if the load generator stood
 * still in it, and that explains the excess.
 */
export function stateInWindow(
	row: SloRow,
	window: LoadSecond,
	measured: Pick<MeasuredLoad, 'plan' | 'readSpan' | 'steps'>,
	minimum = minJudgedSamples,
): 'kept' | 'broken' | 'undecided' {
	const value = valueInWindow(row, window, minimum);
	if (value === null || !row.judged || value <= row.limit) return 'kept';
	if (row.metric !== 'failures') return latencyStateInWindow(row, window, measured);
	const { flowsOk, flowsFailed } = window;
	const count = row.step === null ? flowsOk + flowsFailed : (window.steps[row.step]?.count ?? 0);
	return shareInterval(value * count, count)[0] > row.limit ? 'broken' : 'kept';
}

function latencyStateInWindow(
	row: SloRow,
	{ second }: LoadSecond,
	{ plan, readSpan, steps }: Pick<MeasuredLoad, 'plan' | 'readSpan' | 'steps'>,
) {
	const { step, metric, limit } = row;
	if (metric !== 'p95' && metric !== 'p99') return 'broken';
	// A phase ends its last window.
	const nextPhases = phaseStartSeconds(plan).filter((start) => start > second);
	const endSecond = Math.min(second + windowSeconds, ...nextPhases);
	const { histograms, canary } = readSpan({ startSecond: second, endSecond });
	const buckets = histograms.get(step ?? 'flow') ?? [];
	const lowMs = percentileInterval({ buckets }, percentiles[metric])?.[0];
	if (lowMs === undefined) return 'broken';
	if (lowMs <= limit) return 'kept';
	const callsInFlow = callsInFlowOf({ plan, steps });
	return explainsExcess(canary, row, { lowMs, callsInFlow }) ? 'undecided' : 'broken';
}

function notRecovered(measured: MeasuredLoad, rows: readonly SloRow[]): LoadReason | null {
	const { recoverBySecond } = measured;
	if (recoverBySecond === undefined) return null;
	const late = windowsOfMeasuredPart(measured).filter(({ second }) => second >= recoverBySecond);
	const listed = (wanted: 'broken' | 'undecided', what: string) =>
		late.flatMap((window) =>
			rows
				.filter((row) => stateInWindow(row, window, measured) === wanted)
				.map(({ name }) => `“${name}” is ${what} in the 10 seconds from ${at(window.second)} on`),
		);
	const broken = listed('broken', 'broken');
	const doubtful = listed('undecided', 'past its limit while the load generator stood still');
	const evidence = [...broken, ...doubtful].slice(0, maxListed);
	if (evidence.length === 0) return null;
	const [severity, verb] =
		broken.length > 0
			? (['no-go', 'was not'] as const)
			: (['inconclusive', 'may not have been'] as const);
	const text = `The target ${verb} back within its limits ${at(recoverBySecond)} after the start.`;
	return found({ id: 'not-recovered', severity, text, evidence });
}

const minSlowdown = 1.5;
/** The smallest slowdown that counts, in milliseconds: shoppers do not notice less. */
const minSlowdownMs = 20;

/** The median of the p95 values of all windows with enough samples. */
function typicalP95(windows: Seconds, step: string): number | null {
	const values = windows
		.flatMap((window) => valueInWindow({ step, metric: 'p95' }, window) ?? [])
		.sort((a, b) => a - b);
	return values[Math.floor(values.length / 2)] ?? null;
}

/** Compares the first windows with the later ones. A slowdown is a note, unless the slow windows break a limit. */
function drifts(measured: MeasuredLoad, rows: readonly SloRow[]): LoadReason[] {
	const { windows, plan } = measured;
	const held = windowsOfMeasuredPart(measured);
	const part = plan.profile === 'soak' && held.length >= 10 ? 'tenth' : 'third';
	const length = Math.floor(held.length / (part === 'tenth' ? 10 : 3));
	if (length === 0) return [];
	const drift = (id: string, step: string, slow: Seconds, usual: Seconds): LoadReason[] => {
		const [before, after] = [typicalP95(usual, step), typicalP95(slow, step)];
		if (before === null || after === null) return [];
		if (after < before * minSlowdown || after < before + minSlowdownMs) return [];
		const judged = slow.filter(({ second }) => second * 1000 >= plan.warmUpMs);
		const states = rows
			.filter((row) => row.step === step && row.unit === 'ms' && judged.length > 0)
			.map((row) => judged.map((window) => stateInWindow(row, window, measured)));
		const beyond = states.filter((ofRow) => !ofRow.includes('kept'));
		const isBroken = beyond.some((ofRow) => !ofRow.includes('undecided'));
		const severity = isBroken ? 'no-go' : beyond.length > 0 ? 'inconclusive' : 'note';
		const when = id === 'degrading' ? `the last ${part}` : 'the first seconds';
		const text = `${step} is slower in ${when}: p95 ${formatMs(after)} ms, and ${formatMs(before)} ms ${id === 'degrading' ? `in the first ${part}` : 'later'}.`;
		return [found({ id, severity, text })];
	};
	return Object.keys(measured.steps).flatMap((step) => [
		...drift('cold-start', step, windows.slice(0, 1), windows.slice(1)),
		...drift('degrading', step, held.slice(-length), held.slice(0, length)),
	]);
}
