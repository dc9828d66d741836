/**
 * Judges profiles whose run has several spans: a spike by its peak and its recovery, a soak by its tenths and the
 * growth of the target.
 */
import type { LoadReason, LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { cutIntoTenths, cutSpike } from './cut-spans.ts';
import { applyDoubts, doubtReason, findScheduleDoubts } from './doubts.ts';
import { formatCount, formatDuration, formatValue, pluralize } from './figures.ts';
import { evaluateSlo, valueInWindow } from './slo.ts';
import { isTargetSlow, stateInWindow, targetReasons } from './target-reasons.ts';
import type { LoadVerdict } from './verdict.ts';
import { judgeLoad, verdictOf } from './verdict.ts';
import type { JudgedPhase, MeasuredLoad } from './verdict-rules.ts';
import { limitReasons } from './verdict-rules.ts';

type Recovery = NonNullable<LoadReport['recovery']>;
export type ResourceSample = NonNullable<LoadReport['resources']>[number];

export interface SpikeRun {
	/** The figures of the average load before the peak. */
	before: MeasuredLoad;
	peak: MeasuredLoad;
	/** The figures from the end of the recovery to the end of the run. */
	after: MeasuredLoad;
	times: Omit<Recovery, 'recoveredAtSecond'>;
}

/**
 * Judges a span of a run by its limits and its planned rate. Flows may start before the span or end after it, so their
 * number is not checked.
 */
function judgeSpan(measured: MeasuredLoad, id: string, phase: JudgedPhase) {
	const rows = evaluateSlo(measured.limits, measured).map((row) => ({
		...row,
		id: `${id}.${row.id}`,
		name: `${row.name}, ${phase.name}`,
	}));
	const doubts = findScheduleDoubts(measured, rows, isTargetSlow(measured, rows));
	const slo = rows.map((row) => applyDoubts(row, doubts));
	const reasons = [
		...targetReasons(measured, rows),
		...limitReasons(measured, slo, phase),
		...doubts.map(doubtReason),
	].filter(({ severity }) => severity !== 'note');
	return { rows, slo, reasons };
}

/** A run that was stopped early has no tenths, and nothing after its peak. */
const wasStopped = ({ interrupted, doubts = [] }: MeasuredLoad) =>
	interrupted || doubts.some(({ id }) => id === 'interrupted');

const isDecisive = ({ severity }: LoadReason) => severity === 'no-go';

/**
 * Judges the spans of a run, or of merged parts, that its profile needs. `resources`: the memory and descriptors that
 * the target used.
 */
export function judgeProfileSpans(
	load: MeasuredLoad,
	resources: readonly ResourceSample[],
): LoadVerdict & Partial<Pick<LoadReport, 'recovery' | 'resources'>> {
	if (load.plan.profile === 'spike') return judgeSpike(cutSpike(load));
	if (load.plan.profile !== 'soak') return judgeLoad(load);
	const verdict = judgeSoak(load, cutIntoTenths(load), resources);
	return resources.length > 0 ? { ...verdict, resources: [...resources] } : verdict;
}

/**
 * Returns NO-GO if the target is not back within its limits in time. If the team declares the peak, it must keep the
 * limits too; otherwise its figures are only shown.
 */
function judgeSpike(run: SpikeRun): LoadVerdict & { recovery: Recovery } {
	const { before, times } = run;
	const base = judgeLoad(before);
	const unknown = { ...times, recoveredAtSecond: null };
	if (base.verdict === 'ERROR' || wasStopped(before)) return { ...base, recovery: unknown };
	// This phase is as long as the one before the peak.
	const afterPhase = { name: 'after the recovery', option: '--duration' };
	const after = judgeSpan(run.after, 'after', afterPhase);
	const peak = judgeSpan(run.peak, 'peak', { name: 'at the peak', option: '--peak-duration' });
	const late = after.reasons.filter(isDecisive);
	const isDoubted = after.reasons.some(({ id }) => id === 'not-recovered');
	const hasAnswer = late.length === 0 && !isDoubted && run.after.flows.started > 0;
	const recovery = hasAnswer
		? { ...times, recoveredAtSecond: recoveredAt(run, after.rows) }
		: unknown;
	const isLastBad = hasAnswer && recovery.recoveredAtSecond === null;
	const isDeclared = isDeclaredPeak(run);
	const known = new Set(base.reasons.map(({ text }) => text));
	/** Returns the reasons that the average load does not have. Texts about limits name the span already. */
	const own = (when: string, part: typeof peak) =>
		part.reasons
			.filter(({ text }) => !known.has(text))
			.map((reason) =>
				reason.id.startsWith('limit-') ? reason : { ...reason, text: `${when}: ${reason.text}` },
			);
	const slo = [
		...base.slo,
		...peak.slo.map((row) => (isDeclared ? row : { ...row, judged: false })),
		...after.slo,
	];
	const reasons = [
		...base.reasons,
		...(late.length > 0 ? [notRecoveredAfterPeak(run, late)] : []),
		...(isLastBad ? [maybeNotRecovered] : []),
		...own('After the recovery', after).filter((reason) => !isDecisive(reason)),
		...(isDeclared ? own('At the peak', peak) : [shownPeak(run, peak)]),
	];
	return { ...verdictOf(reasons, slo, before), recovery };
}

function isDeclaredPeak({ before, times }: SpikeRun): boolean {
	const peak = before.limits.load?.peak;
	return peak !== undefined && times.peakRatePerSecond <= peak * 1.001;
}

function shownPeak(
	{ times, before }: SpikeRun,
	{ reasons }: { reasons: LoadReason[] },
): LoadReason {
	const declared = before.limits.load?.peak;
	const rate = formatValue(times.peakRatePerSecond, 'per second');
	const whose =
		declared === undefined
			? 'No peak was declared in the limits file'
			: `The declared peak is ${formatValue(declared, 'per second')}`;
	const text = `${whose}, so the figures at ${rate} are shown and not judged.`;
	const evidence = reasons.filter(isDecisive).map((reason) => reason.text);
	return { id: 'peak-not-judged', group: 'run', severity: 'note', text, evidence };
}

function notRecoveredAfterPeak({ times }: SpikeRun, reasons: readonly LoadReason[]): LoadReason {
	const { recoverBySecond, peakEndSecond, peakRatePerSecond } = times;
	const seconds = formatDuration((recoverBySecond - peakEndSecond) * 1000);
	const rate = formatValue(peakRatePerSecond, 'per second');
	const text = `The target was not back within its limits ${seconds} after the peak of ${rate}.`;
	const evidence = reasons.flatMap((reason) => [reason.text, ...reason.evidence]);
	return { id: 'not-recovered', group: 'target', severity: 'no-go', text, evidence };
}

/** The number of samples in ten seconds that shows whether a limit is kept. */
const minWindowSamples = 40;

/** Ten seconds with so few samples may be chance, and no later ones show which. */
const maybeNotRecovered: LoadReason = {
	...{ id: 'not-recovered', group: 'target', severity: 'inconclusive', evidence: [] },
	text: 'The target may not have been back within its limits: the last ten seconds of the run are past a limit, with few samples. Give a longer --duration.',
};

/**
 * Finds the start of the first ten seconds from which every limit is kept until the end; null if the last ones with
 * enough samples do not keep them.
 */
function recoveredAt({ after, times }: SpikeRun, rows: readonly SloRow[]): number | null {
	const windows = after.windows.filter(
		(window) =>
			window.second >= times.peakEndSecond &&
			rows.some((row) => valueInWindow(row, window, minWindowSamples) !== null),
	);
	const isBad = (window: (typeof windows)[number]) =>
		rows.some((row) => stateInWindow(row, window, after, minWindowSamples) !== 'kept');
	const lastBad = windows.findLastIndex(isBad);
	return lastBad === -1 ? times.peakEndSecond : (windows[lastBad + 1]?.second ?? null);
}

/** Judges a soak: each tenth of the run must keep the limits, not only the whole run. */
function judgeSoak(
	whole: MeasuredLoad,
	tenths: readonly MeasuredLoad[],
	resources: readonly ResourceSample[],
): LoadVerdict {
	const base = judgeLoad(whole);
	if (base.verdict === 'ERROR' || wasStopped(whole)) return base;
	const past = new Map<string, PastLimit[]>();
	for (const tenth of tenths) {
		const { rows, slo } = judgeSpan(tenth, 'tenth', {
			name: 'in a tenth',
			option: '--duration',
		});
		for (const [index, row] of slo.entries()) {
			if (rows[index]?.state !== 'broken') continue;
			const id = row.id.replace('tenth.', '');
			const at = formatDuration(tenth.plan.warmUpMs);
			const line = `from ${at} on: ${formatValue(row.measured, row.unit)}`;
			past.set(id, [...(past.get(id) ?? []), { doubts: row.doubts, line }]);
		}
	}
	const judged = base.slo.map((row) =>
		judgeTenths(row, past.get(row.id) ?? [], pluralize(tenths.length, 'tenth')),
	);
	const reasons = [
		...base.reasons,
		...judged.flatMap(({ reason }) => reason ?? []),
		...growth(resources),
	];
	return verdictOf(
		reasons,
		judged.map(({ row }) => row),
		whole,
	);
}

/** A limit that a tenth exceeds, with the doubts that may explain it. */
interface PastLimit {
	doubts: readonly string[];
	line: string;
}

/** The row of the whole run, and the reason if a tenth changes its state. */
function judgeTenths(
	row: SloRow,
	past: readonly PastLimit[],
	all: string,
): { row: SloRow; reason?: LoadReason } {
	// The whole run breaks the limit, so a reason exists already.
	if (row.state === 'broken' || past.length === 0) return { row };
	const broken = past.filter(({ doubts }) => doubts.length === 0);
	const describe = (some: readonly PastLimit[]) => ({
		where: `in ${some.length} of ${all} of the run`,
		evidence: some.map(({ line }) => line),
	});
	if (broken.length > 0) {
		const { where, evidence } = describe(broken);
		const text = `“${row.name}” is broken ${where}.`;
		const reason = { id: 'limit-broken', group: 'target', severity: 'no-go' } as const;
		return { row: { ...row, state: 'broken' }, reason: { ...reason, text, evidence } };
	}
	// The doubt concerns the whole run, so a reason exists already.
	if (row.doubts.length > 0) return { row };
	const doubts = [...new Set(past.flatMap((one) => one.doubts))];
	const { where, evidence } = describe(past);
	const text = `“${row.name}” is past its limit ${where}, in which the load generator was too slow itself.`;
	const reason = { group: 'generator', severity: 'inconclusive' } as const;
	return {
		row: { ...row, state: 'undecided', doubts },
		reason: { ...reason, id: doubts[0] ?? 'starved', text, evidence },
	};
}

const minGrowth = 1.5;

/** Compares the resources of the target in the last tenth of the run with those in the first. */
function growth(resources: readonly ResourceSample[]): LoadReason[] {
	const count = Math.floor(resources.length / 10);
	if (count === 0) return [];
	const of = (part: readonly ResourceSample[], name: 'memoryMb' | 'descriptors') => {
		const values = part.flatMap((one) => one[name] ?? []).sort((a, b) => a - b);
		return values[Math.floor(values.length / 2)];
	};
	const parts = [
		['memoryMb', 'memory', 'MiB', 50],
		['descriptors', 'open file descriptors', '', 50],
	] as const;
	return parts.flatMap(([name, what, unit, least]): LoadReason[] => {
		const first = of(resources.slice(0, count), name);
		const last = of(resources.slice(-count), name);
		if (first === undefined || last === undefined) return [];
		if (last < first * minGrowth || last < first + least) return [];
		const [from, to] = [first, last].map((value) => `${formatCount(value)} ${unit}`.trim());
		const text = `The target's ${what} grew from ${from} in the first tenth of the run to ${to} in the last.`;
		return [{ id: 'growth', group: 'target', severity: 'note', text, evidence: [] }];
	});
}
