/** Judges runs that have parts: a spike by its peak and what follows, a soak by its tenths and by what the target uses. */
import type { LoadReason, LoadReport, SloRow } from '../simulator/contract/run-report.ts';
import { applyDoubts, doubtReason, scheduleDoubts } from './doubts.ts';
import { formatCount, formatDuration, formatValue, plural } from './figures.ts';
import { evaluateSlo } from './slo.ts';
import { breaksLimit, isSlow, targetReasons } from './target-reasons.ts';
import type { LoadVerdict } from './verdict.ts';
import { judgeLoad, verdictOf } from './verdict.ts';
import type { MeasuredLoad } from './verdict-rules.ts';
import { limitReasons } from './verdict-rules.ts';

type Recovery = NonNullable<LoadReport['recovery']>;
export type Resource = NonNullable<LoadReport['resources']>[number];

export interface SpikeRun {
	/** The average load before the peak. */
	before: MeasuredLoad;
	peak: MeasuredLoad;
	/** From the end of the recovery on. */
	after: MeasuredLoad;
	times: Omit<Recovery, 'recoveredAtSecond'>;
}

/** Parts have no plan of their own to doubt: their flows may begin before them and end after them. */
function judgePart(measured: MeasuredLoad, id: string, name: string) {
	const own = evaluateSlo(measured.limits, measured);
	const doubts = scheduleDoubts(measured, isSlow(measured, own));
	const rows = own.map((row) => ({ ...row, id: `${id}.${row.id}`, name: `${row.name}, ${name}` }));
	const slo = rows.map((row) => applyDoubts(row, doubts));
	const reasons = [
		...targetReasons(measured, rows),
		...limitReasons(measured, slo),
		...doubts.map(doubtReason),
	].filter(({ severity }) => severity !== 'note');
	return { rows, slo, reasons };
}

const isDecisive = ({ severity }: LoadReason) => severity === 'no-go';

/**
 * NO-GO when the target is not back within its limits in time. The peak has to keep them too when the team declares it;
 * otherwise its figures are shown only.
 */
export function judgeSpike(run: SpikeRun): LoadVerdict & { recovery: Recovery } {
	const { before, times } = run;
	const base = judgeLoad(before);
	const unknown = { ...times, recoveredAtSecond: null };
	if (base.verdict === 'ERROR' || before.interrupted) return { ...base, recovery: unknown };
	const after = judgePart(run.after, 'after', 'after the recovery');
	const peak = judgePart(run.peak, 'peak', 'at the peak');
	const late = after.reasons.filter(isDecisive);
	const recovery =
		late.length > 0 ? unknown : { ...times, recoveredAtSecond: recoveredAt(run, after.rows) };
	const isDeclared = isDeclaredPeak(run);
	const slo = [
		...base.slo,
		...peak.slo.map((row) => (isDeclared ? row : { ...row, judged: false })),
		...after.slo,
	];
	const reasons = [
		...base.reasons,
		...(late.length > 0 ? [notRecovered(run, late)] : []),
		...after.reasons.filter((reason) => !isDecisive(reason)),
		...(isDeclared ? peak.reasons.map(atPeak) : [shownPeak(run, peak)]),
	];
	return { ...verdictOf(withoutRepeats(reasons), slo, before), recovery };
}

/** The names of limits say it already. */
const atPeak = (reason: LoadReason): LoadReason =>
	reason.id.startsWith('limit-') ? reason : { ...reason, text: `At the peak: ${reason.text}` };

/** The parts share the doubts about the generator. */
const withoutRepeats = (reasons: readonly LoadReason[]) =>
	reasons.filter((one, index) => reasons.findIndex(({ text }) => text === one.text) === index);

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

function notRecovered({ times }: SpikeRun, reasons: readonly LoadReason[]): LoadReason {
	const { recoverBySecond, peakEndSecond, peakRatePerSecond } = times;
	const seconds = formatDuration((recoverBySecond - peakEndSecond) * 1000);
	const rate = formatValue(peakRatePerSecond, 'per second');
	const text = `The target was not back within its limits ${seconds} after the peak of ${rate}.`;
	const evidence = reasons.flatMap((reason) => [reason.text, ...reason.evidence]);
	return { id: 'not-recovered', group: 'target', severity: 'no-go', text, evidence };
}

/** Samples of ten seconds that tell whether a limit holds in them. */
const minWindowSamples = 40;

/** The start of the first ten seconds from which on every limit holds. */
function recoveredAt({ after, times }: SpikeRun, rows: readonly SloRow[]): number {
	const windows = after.windows.filter(({ second }) => second >= times.peakEndSecond);
	const isBad = (window: (typeof windows)[number]) =>
		rows.some((row) => breaksLimit(row, window, minWindowSamples));
	const next = windows.findLastIndex(isBad) + 1;
	return windows[next]?.second ?? times.peakEndSecond;
}

/** A soak keeps its limits in every tenth, not only on the whole. */
export function judgeSoak(
	whole: MeasuredLoad,
	tenths: readonly MeasuredLoad[],
	resources: readonly Resource[],
): LoadVerdict {
	const base = judgeLoad(whole);
	if (base.verdict === 'ERROR' || whole.interrupted) return base;
	const broken = new Map<string, string[]>();
	for (const tenth of tenths) {
		for (const row of judgePart(tenth, 'tenth', 'in a tenth').slo) {
			if (row.state !== 'broken') continue;
			const id = row.id.replace('tenth.', '');
			const at = formatDuration(tenth.plan.warmUpMs);
			const line = `from ${at} on: ${formatValue(row.measured, row.unit)}`;
			broken.set(id, [...(broken.get(id) ?? []), line]);
		}
	}
	// A limit that is broken on the whole has its reason.
	const late = base.slo.filter(({ id, state }) => broken.has(id) && state !== 'broken');
	const reasons = late.map(({ id, name }): LoadReason => {
		const evidence = broken.get(id) ?? [];
		const text = `“${name}” is broken in ${evidence.length} of ${plural(tenths.length, 'tenth')} of the run.`;
		return { id: 'limit-broken', group: 'target', severity: 'no-go', text, evidence };
	});
	const slo = base.slo.map((row) =>
		late.includes(row) ? { ...row, state: 'broken' as const } : row,
	);
	return verdictOf([...base.reasons, ...reasons, ...growth(resources)], slo, whole);
}

const minGrowth = 1.5;

/** What the target used in the first tenth of the run, against the last. */
function growth(resources: readonly Resource[]): LoadReason[] {
	const count = Math.floor(resources.length / 10);
	if (count === 0) return [];
	const of = (part: readonly Resource[], name: 'memoryMb' | 'descriptors') => {
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
