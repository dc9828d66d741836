/** The verdict of a comparison: from its figures, and from the verdicts of its runs. */
import type { Compare, CompareRow, RunVerdict } from '../simulator/contract/compare-report.ts';
import type { LoadReason, LoadReport } from '../simulator/contract/run-report.ts';
import type { ComparedRuns } from './compare.ts';
import type { ComparedRun } from './compare-plan.ts';
import { formatShare, pluralize } from './figures.ts';
import { minPercentileSamples } from './slo.ts';

export const tolerance = { ratio: 0.1, floorMs: 1 } as const;
/** If a side varies more than this from run to run, the comparison is inconclusive at the tolerance. */
export const maxSpread = 0.07;

const brokenLimit = 'limit-broken';

type Figures = { base: number; candidate: number; ratio: number; between: [number, number] };

/** Whether a time of the candidate differs from that of the base by more than the tolerance. */
export function differenceOf({ base, candidate, ratio, between }: Figures): CompareRow['state'] {
	const isBeyond =
		Math.abs(Math.log(ratio)) > Math.log(1 + tolerance.ratio) &&
		Math.abs(candidate - base) > tolerance.floorMs;
	if (!isBeyond) return 'same';
	const [low, high] = between;
	if (low > 1) return 'worse';
	return high < 1 ? 'better' : 'undecided';
}

type Judgement = Pick<Compare, 'verdict' | 'why'>;

/**
 * Judges runs that can be compared. A reason for NO-GO that only the candidate has makes it worse, and faster answers do
 * not make up for it. Noise can break a limit in one run of two equal versions, so a broken limit counts when most runs of
 * the candidate break it.
 */
export function judgeComparison(
	rows: readonly CompareRow[],
	{ base, candidate }: ComparedRuns,
): Judgement {
	const { verdict, why } = judgeRows(rows);
	const before = noGoReasonsOf(base);
	const after = [...noGoReasonsOf(candidate).values()];
	const counts = ({ name, runs }: NoGoReason) =>
		!name.startsWith(brokenLimit) || runs > candidate.length / 2;
	const added = after.filter((reason) => !before.has(reason.name) && counts(reason));
	const shared = after.filter(({ name }) => before.has(name));
	const names = shared.map(({ name }) => name).join(', ');
	const both = shared.length > 0 ? [`Base and candidate are NO-GO: ${names}.`] : [];
	const [first] = added;
	if (first === undefined) return { verdict, why: [why, ...both].join(' ') };
	const all = pluralize(candidate.length, 'run');
	const list = added.map(({ name, runs }) => `${name} (${runs} of ${all})`).join(', ');
	const sentence = `Only the candidate is NO-GO: ${list}. ${first.text}`;
	const slower = verdict === 'worse' ? [why] : [];
	return { verdict: 'worse', why: [...slower, sentence, ...both].join(' ') };
}

/** The verdict of a run, with the reason that decided it. */
export function runVerdictOf({ verdict, reasons }: LoadReport): RunVerdict {
	const reason = reasons.find(({ severity }) => severity !== 'note');
	if (verdict === 'GO' || reason === undefined) return { verdict, reason: null };
	return { verdict, reason: { id: reason.id, text: reason.text } };
}

interface NoGoReason {
	name: string;
	/** The text of the first run that has the reason. */
	text: string;
	/** The number of runs that have it. */
	runs: number;
}

/** The reasons for NO-GO of one side, by name. */
function noGoReasonsOf(runs: readonly ComparedRun[]): Map<string, NoGoReason> {
	const found = new Map<string, NoGoReason>();
	for (const { report } of runs) {
		const inRun = new Set<string>();
		for (const reason of report.reasons.filter(({ severity }) => severity === 'no-go')) {
			const name = reasonName(reason, report);
			if (inRun.has(name)) continue;
			inRun.add(name);
			const known = found.get(name);
			if (known) known.runs += 1;
			else found.set(name, { name, text: reason.text, runs: 1 });
		}
	}
	return found;
}

/** All broken limits share one id, so the name of their reason contains the limit: `limit-broken flow.p95`. */
function reasonName({ id, text }: LoadReason, { slo }: LoadReport): string {
	const limit = id === brokenLimit && slo.find(({ name }) => text.includes(`“${name}”`));
	return limit ? `${id} ${limit.id}` : id;
}

/** The verdict of the figures. One row that is worse decides it: better rows do not make up for it. */
function judgeRows(rows: readonly CompareRow[]): Judgement {
	const having = (state: CompareRow['state']) => rows.filter((row) => row.state === state);
	const list = (some: readonly CompareRow[]) => some.map(describe).join(', ');
	const [worse, better] = [having('worse'), having('better')];
	const noisy = having('not-comparable');
	const undecided = having('undecided');
	if (worse.length > 0) return { verdict: 'worse', why: `Worse: ${list(worse)}.` };
	if (noisy.length > 0) {
		const limit = formatShare(maxSpread);
		const why = `Runs of the same side differ by more than ${limit}. Run longer, or on a quieter machine.`;
		return { verdict: 'not-comparable', why };
	}
	if (undecided.length > 0) {
		const why = `The pairs disagree: ${list(undecided)}. Run more pairs.`;
		return { verdict: 'not-comparable', why };
	}
	if (rows.every(({ state, unit }) => state === 'shown' || unit === 'ratio')) {
		const why = `No call has enough samples in every run: a p95 needs ${minPercentileSamples.p95}. Run longer.`;
		return { verdict: 'not-comparable', why };
	}
	const [unknown, unjudged] = unjudgedRows(rows);
	if (unknown.length > 0) {
		const why = `${list(unknown)}, with too few calls to judge it: a p95 needs ${minPercentileSamples.p95}. Run longer.`;
		return { verdict: 'not-comparable', why };
	}
	if (better.length > 0) return { verdict: 'better', why: `Better: ${list(better)}.` };
	const limit = formatShare(tolerance.ratio);
	const names = unjudged.map(({ id }) => id).join(', ');
	const but = unjudged.length > 0 ? ` Too few calls to judge ${names}.` : '';
	return {
		verdict: 'same',
		why: `No p50 or p95 differs by more than ${limit} and ${tolerance.floorMs} ms.${but}`,
	};
}

/**
 * Finds each p50 and p95 with too few samples: first those that may hide a slower candidate, then the others. A p99 is
 * never judged.
 */
function unjudgedRows(rows: readonly CompareRow[]): [CompareRow[], CompareRow[]] {
	const unjudged = rows.filter(({ id, state }) => state === 'shown' && !id.endsWith('.p99'));
	const isSlower = ({ base, candidate, ratio, between }: CompareRow) =>
		base !== null &&
		candidate !== null &&
		ratio !== null &&
		between !== null &&
		ratio > 1 &&
		differenceOf({ base, candidate, ratio, between }) !== 'same';
	return [unjudged.filter(isSlower), unjudged.filter((row) => !isSlower(row))];
}

/** Describes a row, such as `payment-options.p95 +21 %`. */
function describe({ id, unit, ratio, base, candidate }: CompareRow): string {
	if (unit === 'ratio') return `${id} ${formatShare(base)} → ${formatShare(candidate)}`;
	return `${id} ${formatChange(ratio)}`;
}

export function formatChange(ratio: number | null): string {
	if (ratio === null) return formatShare(null);
	return `${ratio >= 1 ? '+' : ''}${formatShare(ratio - 1)}`;
}
