/**
 * The input of the load verdict, and the rules about the run itself: whether it took place, and whether its limits were
 * kept.
 */
import type { LoadReason, LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import type { SpanReader } from './cut-spans.ts';
import { andMore, formatCount, formatDuration, formatValue, pluralize } from './figures.ts';
import type { Slo } from './slo.ts';
import { formatMeasured, minPercentileSamples, pastLimitText, runMsToDecide } from './slo.ts';

/** The number of things that were counted, and the ids of some of them. */
export interface CountedCases {
	count: number;
	examples: readonly string[];
}

/** A fact that makes some figures doubtful, and which figures those are. */
export interface MeasurementDoubt {
	id: string;
	group: 'generator' | 'run';
	text: string;
	/**
	 * Which results the doubt can explain. `good`: a part of the run is missing, so a kept limit proves little.
	 * `early-end`: the same, and the rate is too low. `timing`: response times and rate are wrong. `rows`: only the rows
	 * with these ids.
	 */
	explains: 'good' | 'early-end' | 'timing' | 'rows';
	rowIds?: readonly string[];
	evidence?: string[];
}

/** Why the runner stopped the load before the end of its plan: most flows failed. */
export interface TargetCollapse {
	/** The second since the start of the run. */
	second: number;
	overSeconds: number;
	/** The number of flows that ended in these seconds. */
	finished: number;
	failed: number;
}

/** The input of the verdict: the figures of a load run. */
export interface MeasuredLoad
	extends Pick<
		LoadReport,
		| 'plan'
		| 'flows'
		| 'flowsByStory'
		| 'peakFlows'
		| 'flowTimes'
		| 'steps'
		| 'generator'
		| 'series'
		| 'windows'
		| 'failures'
		| 'histograms'
		| 'parts'
	> {
	limits: Slo;
	/** The number of iterations of the load script that threw. k6 exits with 0 despite them. */
	iterationExceptions: number;
	/** Whether k6 wrote no readable summary. */
	summaryMissing: boolean;
	interrupted: boolean;
	collapse?: TargetCollapse | undefined;
	/** Session ids that the target returned to more than one flow. */
	sharedSessions?: CountedCases;
	/** Transaction ids that the target returned to more than one flow. */
	sharedTransactions?: CountedCases;
	/** The orders with more than one payment. */
	duplicatePayments?: CountedCases;
	/** The figures about the payments and orders of a shop under load. */
	merchant?: LoadReport['merchant'];
	readSpan: SpanReader;
	/** The second from which the windows must be within the limits again, in a spike. */
	recoverBySecond?: number;
	/** Doubts that do not follow from the figures. */
	doubts?: readonly MeasurementDoubt[];
	/** Reasons that the runner found itself. */
	runnerReasons?: readonly LoadReason[];
}

/**
 * The exit codes after which k6 has results: finished, threshold crossed, stopped by a signal, declared failed by the
 * script. After a script that threw (107) or aborted (108) there are none.
 */
const exitCodesWithResults = new Set([0, 99, 105, 110]);

const k6ExitCodes: Record<number, string> = {
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

/** The reasons for ERROR: nothing was measured, or the load script threw. */
export function executionReasons(measured: MeasuredLoad): LoadReason[] {
	const { flows, generator, interrupted, iterationExceptions, summaryMissing } = measured;
	const reasons: LoadReason[] = [];
	const add = (id: string, group: LoadReason['group'], text: string) =>
		reasons.push({ id, group, severity: 'error', text, evidence: [] });
	const code = generator.k6ExitCode;
	// k6 starts its first flow and writes its summary after some time: that either is missing is no other error.
	if (interrupted && (code === null || exitCodesWithResults.has(code))) {
		if (flows.started === 0) {
			add('interrupted', 'run', 'The run was interrupted before its first flow.');
			return reasons;
		}
		if (summaryMissing) {
			const seen = pluralize(flows.started, 'flow');
			add('interrupted', 'run', `The run was interrupted after ${seen}, which cannot be judged.`);
			return reasons;
		}
	}
	if (code === null && !interrupted) {
		add('k6-exit', 'generator', 'k6 ended without an exit code: it was killed or never started.');
	}
	if (code !== null && !exitCodesWithResults.has(code)) {
		const meaning = k6ExitCodes[code];
		add('k6-exit', 'generator', `k6 ended with exit code ${code}${meaning ? `: ${meaning}` : ''}.`);
	}
	if (summaryMissing) {
		const seen =
			flows.started > 0 ? ` Its ${pluralize(flows.started, 'flow')} cannot be judged.` : '';
		add('summary', 'generator', `k6 left no summary that can be read.${seen}`);
	}
	if (flows.started === 0 && !summaryMissing) {
		add('no-flows', 'run', 'No flow was started, so nothing was measured.');
	}
	if (iterationExceptions > 0) {
		const text = `${pluralize(iterationExceptions, 'flow')} ended in an exception of the load script; its figures cannot be believed.`;
		add('exceptions', 'script', text);
	}
	return reasons;
}

/** The reasons of a smoke run, in which every flow must work and every answer must be as documented. */
export function smokeReasons({ plan, flows, steps }: MeasuredLoad): LoadReason[] {
	const reasons: LoadReason[] = [];
	const allowance = `${plan.profile === 'idempotency' ? 'an idempotency' : 'a smoke'} run allows none`;
	const add = (id: string, text: string) =>
		reasons.push({ id, group: 'target', severity: 'no-go', text, evidence: [] });
	if (flows.failed > 0) {
		const failed = `${formatCount(flows.failed)} of ${pluralize(flows.started, 'flow')} failed`;
		add('flows', `${failed}; ${allowance}.`);
	}
	for (const [name, step] of Object.entries(steps)) {
		if (step.failed === 0) continue;
		const failed = `${formatCount(step.failed)} of ${pluralize(step.count, 'call')} to ${name} failed`;
		add('contract', `${failed} or broke the contract; ${allowance}.`);
	}
	return reasons;
}

/** A phase of a run that is judged by its own limits. */
export interface JudgedPhase {
	/** The phase as texts name it, such as `at the peak`. */
	name: string;
	/** The command-line option for the length of the phase, such as `--peak-duration`. */
	option: string;
}

/**
 * The reasons from limits: NO-GO for each broken limit, INCONCLUSIVE for each undecided limit that no doubt about the
 * whole run explains.
 */
export function limitReasons(
	measured: MeasuredLoad,
	rows: readonly SloRow[],
	phase?: JudgedPhase,
): LoadReason[] {
	const judged = rows.filter((row) => row.judged);
	const broken = judged.filter(({ state }) => state === 'broken');
	const undecided = judged.filter(
		({ state, doubts }) => state === 'undecided' && doubts.length === 0,
	);
	return [
		...broken.map((row) => limitReason('limit-broken', 'no-go', row, describeBroken(row))),
		...undecidedReasons(undecided, measured, phase),
	];
}

const shownUndecided = 3;

interface Undecided {
	row: SloRow;
	/** The run length that would decide the limit, in milliseconds; undefined if no practical length does. */
	neededMs: number | undefined;
}

/**
 * The reasons for undecided limits. Limits that a longer run would decide share one reason, because the table of limits
 * has their figures.
 */
function undecidedReasons(
	rows: readonly SloRow[],
	measured: MeasuredLoad,
	phase?: JudgedPhase,
): LoadReason[] {
	const undecided = rows.map((row) => ({ row, neededMs: runMsToDecide(row, measured) }));
	const isTimed = ({ neededMs }: Undecided) => neededMs !== undefined;
	const timed = undecided.filter(isTimed);
	const shared = timed.length > 1 ? [sharedReason(timed, phase)] : [];
	const single = undecided.filter((one) => shared.length === 0 || !isTimed(one));
	return [...shared, ...single.map((one) => undecidedReason(one, phase))];
}

function undecidedReason({ row, neededMs }: Undecided, phase?: JudgedPhase): LoadReason {
	const advice =
		neededMs === undefined ? 'No practical length decides it.' : runFor(neededMs, phase);
	const text = [describeUndecided(row), ...(row.between === null ? [] : [advice])].join(' ');
	return limitReason('limit-undecided', 'inconclusive', row, text);
}

function sharedReason(timed: readonly Undecided[], phase?: JudgedPhase): LoadReason {
	const longestMs = Math.max(...timed.map(({ neededMs = 0 }) => neededMs));
	const what = phase ? `limits ${phase.name}` : 'limits';
	return {
		...{ id: 'limit-undecided', group: 'run', severity: 'inconclusive' },
		text: `${timed.length} ${what} are undecided. ${runFor(longestMs, phase)}`,
		evidence: [
			...timed.slice(0, shownUndecided).map(({ row }) => describeUndecided(row)),
			...andMore(timed.length - shownUndecided),
		],
	};
}

function runFor(ms: number, phase?: JudgedPhase): string {
	const minutes = Math.ceil(ms / 60_000);
	if (phase) return `Give ${phase.option} ${minutes}m to know.`;
	return `Run ${formatDuration(minutes * 60_000)} to know.`;
}

/** The reason for a run without any latency limit: it shows nothing about speed. */
export function missingTimeLimits(
	{ plan, steps }: MeasuredLoad,
	rows: readonly SloRow[],
): LoadReason[] {
	if (rows.some(({ unit, state }) => unit === 'ms' && state !== 'not-called')) return [];
	const names = plan.steps ?? Object.keys(steps);
	const fields = [...names.map((name) => `steps.${name}.p95Ms`), 'flow.p95Ms'];
	const text = `The limits file has no response time for what the plan calls, so its speed is not judged. Give ${fields.join(' or ')}.`;
	return [{ id: 'no-time-limit', group: 'run', severity: 'inconclusive', text, evidence: [] }];
}

function limitReason(
	id: string,
	severity: LoadReason['severity'],
	row: SloRow,
	text: string,
): LoadReason {
	const { worstWindow, limit, unit } = row;
	const group = severity === 'no-go' ? 'target' : 'run';
	const evidence =
		worstWindow === null || worstWindow.measured <= limit
			? []
			: [
					`The worst 10 seconds begin at ${formatDuration(worstWindow.second * 1000)}: ${formatValue(worstWindow.measured, unit)}.`,
				];
	return { id, group, severity, text, evidence };
}

const sampleName = ({ step }: SloRow) => (step === null ? 'flow' : 'call');

/** The figures behind a limit: `10 of 983 calls failed (1.02 %)`, `250 ms over 2,400 calls`. */
function describeFigures(row: SloRow): string {
	const { metric, measured, samples } = row;
	const all = pluralize(samples, sampleName(row));
	if (metric !== 'failures') return `${formatMeasured(row)} over ${all}`;
	return `${formatCount((measured ?? 0) * samples)} of ${all} failed (${formatMeasured(row)})`;
}

function describeBroken(row: SloRow): string {
	const past = pastLimitText(row);
	return `“${row.name}” is broken: ${describeFigures(row)}${past && `, ${past}`}.`;
}

function describeUndecided(row: SloRow): string {
	const { between, name, samples, unit, metric } = row;
	if (between === null) {
		return `“${name}” is undecided: no ${sampleName(row)} of this kind was accepted.`;
	}
	const [low, high] = between.map((value) => formatValue(value, unit));
	const few =
		(metric === 'p95' || metric === 'p99') && samples < minPercentileSamples[metric]
			? `; a ${metric} needs ${formatCount(minPercentileSamples[metric])} samples`
			: '';
	return `“${name}” is undecided: ${describeFigures(row)} is ${low} to ${high}${few}.`;
}
