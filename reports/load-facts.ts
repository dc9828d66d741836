/** The sentences and groups about a load run that all reports share. */
import type { LoadReport, RunReport, SloRow } from '../simulator/contract/run-report.ts';
import { isUndecidedAt } from './capacity-search.ts';
import {
	formatCount,
	formatDuration,
	formatMs,
	formatRate,
	missingFigure,
	pluralize,
} from './figures.ts';
import { limitResultWord, minPercentileSamples } from './slo.ts';

type Plan = LoadReport['plan'];

export const isRehearsal = ({ members }: Pick<LoadReport, 'members'>): boolean =>
	members !== undefined && members.length > 0;

/** The commands that repeat a run: one, or one for each merged part, which must be started together. */
export function rerunCommandsOf(report: RunReport): string[] {
	const isMerged = report.kind === 'load' && report.parts?.each !== undefined;
	return isMerged ? report.command.split('\n') : [report.command];
}

/** Describes what was loaded. For the sandbox itself, it says that this is a self-test. */
export function whatWasLoadedSentence({ subject, merchant, target }: LoadReport): string {
	if (subject === 'sandbox') return 'This sandbox on this machine; your system was not part of it.';
	if (subject === 'target') return `${target}, called directly.`;
	if (merchant === undefined) return subject === undefined ? `${target}.` : 'Your system.';
	const start =
		merchant.command === null ? 'which ran already' : `started by “${merchant.command}”`;
	return `Your system: the shop of ${merchant.file}, ${start}.`;
}

/** Says which step the figures of a breakpoint run are of; empty for the others, also for a rehearsal. */
export function measuredStepSentence({ plan, capacity, verdict }: LoadReport): string {
	// A rehearsal has the capacity of its breakpoint run beside the figures of its average run.
	if (plan.profile !== 'breakpoint' || !capacity) return '';
	if (verdict === 'ERROR') return 'Measured in the step that ended with an error.';
	if (capacity.rate === null) return 'Measured in the last step: no rate was kept.';
	return `Measured in the step at ${formatRate(capacity.rate)} flows per second, the highest kept rate.`;
}

const maxPhases = 4;

/** Describes the load, such as `20 flows per second for 2 min, after 10 s of warm-up`. */
export function paceSentence({ plan, members }: LoadReport): string {
	if (members !== undefined && members.length > 0)
		return `${pluralize(members.length, 'run')}, one after another`;
	const { ratePerSecond, iterations, warmUpMs, holdMs } = plan;
	const phases = measuredPhases(plan);
	const warmUp = warmUpMs > 0 ? `, after ${formatDuration(warmUpMs)} of warm-up` : '';
	if (phases.length > maxPhases) {
		const rates = phases.flatMap((phase) => phase.ratePerSecond ?? []);
		const range = `${formatRate(Math.min(...rates))} to ${formatRate(Math.max(...rates))}`;
		return `${range} flows per second in ${pluralize(phases.length, 'step')}${warmUp}`;
	}
	if (phases.length > 1) {
		const parts = phases.map(({ name, ratePerSecond: rate, startSecond, endSecond }) => {
			const pace =
				rate === null ? phaseNameInText(name) : `${phaseNameInText(name)} ${formatRate(rate)}`;
			return `${pace} for ${formatDuration((endSecond - startSecond) * 1000)}`;
		});
		return `Flows per second: ${parts.join(', ')}${warmUp}`;
	}
	if (ratePerSecond === null) {
		return iterations === null
			? missingFigure
			: `${pluralize(iterations, 'flow')}, one after another`;
	}
	const length = holdMs > 0 ? ` for ${formatDuration(holdMs)}` : '';
	return `${formatRate(ratePerSecond)} flows per second${length}${warmUp}`;
}

/** The name of a phase in texts: `warm_up` becomes `warm-up`. */
export const phaseNameInText = (name: string): string => name.replaceAll('_', '-');

export const isWarmUp = (name: string): boolean => /^warm.?up/.test(name);

const measuredPhases = ({ phases = [] }: Pick<Plan, 'phases'>) =>
	phases.filter(({ name }) => !isWarmUp(name));

/** Names the source of the declared peak. */
export function declaredLoadSentence({ declared }: Pick<Plan, 'declared'>): string {
	const { average, peak, by, on } = declared ?? {};
	const noPeak = 'No peak was declared.';
	const rates = [
		...(average === undefined ? [] : [`${formatRate(average)} flows per second on average`]),
		...(peak === undefined ? [] : [`${formatRate(peak)} flows per second at the peak`]),
	];
	if (rates.length === 0) return noPeak;
	const who = `, declared${by ? ` by ${by}` : ''}${on ? ` on ${on}` : ''}`;
	return `${rates.join(', ')}${by || on ? who : ', declared without a name'}.${peak === undefined ? ` ${noPeak}` : ''}`;
}

/** Explains the verdict in one or two sentences. */
export function verdictMeaning(report: LoadReport): string {
	switch (report.verdict) {
		case 'GO':
			return goMeaning(report);
		case 'NO-GO':
			return isRehearsal(report)
				? 'At least one part of the rehearsal failed.'
				: 'The target did not hold up to what was asked of it.';
		case 'INCONCLUSIVE':
			return 'Nothing was broken, but at least one result could not be decided.';
		case 'ERROR':
			return 'The run did not take place as planned, so there is nothing to judge.';
	}
}

function goMeaning(report: LoadReport): string {
	const { plan, slo, capacity, subject } = report;
	if (isRehearsal(report)) {
		return subject === 'merchant'
			? 'Ready to go live: every part of the rehearsal was passed.'
			: 'Every part of the rehearsal was passed. Your system was not part of it.';
	}
	if (capacity) return measuredCapacitySentence(capacity, report.levels);
	if (!plan.judgesLatency) {
		return plan.profile === 'idempotency'
			? 'No second payment was found. An idempotency run does not judge speed.'
			: 'Every flow worked and every answer kept the contract. A smoke run does not judge speed.';
	}
	const kept = slo.filter(({ judged, state }) => judged && state === 'kept').length;
	if (kept === 0) return 'Nothing was found wrong under this load.';
	return `${kept === 1 ? 'The judged limit' : `All ${formatCount(kept)} judged limits`} held ${keptWhen[peakJudgement(report)]}`;
}

type PeakJudgement = 'judged' | 'shown' | 'unknown';

/** Whether the limits were judged at the peak of a spike. `unknown`: the run has no peak, or it was stopped early. */
export function peakJudgement({ slo }: Pick<LoadReport, 'slo'>): PeakJudgement {
	const rows = slo.filter(({ id }) => id.startsWith('peak.'));
	if (rows.length === 0) return 'unknown';
	return rows.some(({ judged }) => judged) ? 'judged' : 'shown';
}

/** When the judged limits of a run were kept. */
const keptWhen: Record<PeakJudgement, string> = {
	judged: 'before the peak, at the peak and after the recovery.',
	shown: 'before the peak and after the recovery. The figures of the peak are shown, not judged.',
	unknown: 'under this load.',
};

export function measuredCapacitySentence(
	{ rate, nextRate, brokenBy, why }: NonNullable<LoadReport['capacity']>,
	levels?: LoadReport['levels'],
): string {
	const reason = (why ?? `${brokenBy ?? 'a limit'} was broken`).replace(/\.$/, '');
	const next =
		nextRate === null
			? (why ?? 'No higher rate was tried.')
			: `${formatRate(nextRate)} ${isUndecidedAt(levels, nextRate) ? 'could not be judged' : 'was not kept'}: ${reason}.`;
	if (rate === null) return `No rate of the plan was kept. ${next}`;
	return `The highest rate that was within every limit was ${formatRate(rate)} flows per second. ${next}`;
}

export function recoverySentence(recovery: NonNullable<LoadReport['recovery']>): string {
	const { peakRatePerSecond, peakEndSecond, recoverBySecond, recoveredAtSecond } = recovery;
	const at = (second: number) => formatDuration(second * 1000);
	const peak = `The peak of ${formatRate(peakRatePerSecond)} flows per second ended ${at(peakEndSecond)} after the start.`;
	if (recoveredAtSecond === null) {
		return `${peak} The run does not show the target back within its limits; it had ${at(recoverBySecond - peakEndSecond)}.`;
	}
	const took = Math.max(0, recoveredAtSecond - peakEndSecond);
	return `${peak} The target was back within its limits ${took === 0 ? 'at once' : `${at(took)} later`}; it had ${at(recoverBySecond - peakEndSecond)}.`;
}

/** The last line that a run prints: the verdict with what was loaded, or with the error that ended the run. */
export function verdictLine(report: LoadReport): string {
	if (report.verdict === 'ERROR') {
		const error = report.reasons.find(({ severity }) => severity === 'error');
		return `ERROR: ${error?.text.split('\n')[0] ?? verdictMeaning(report)}`;
	}
	const loaded = whatWasLoadedSentence(report);
	return `${report.verdict}: ${loaded.charAt(0).toLowerCase()}${loaded.slice(1)}`;
}

export interface LimitGroup {
	word: string;
	rows: SloRow[];
}

const groupOrder = ['broken', 'undecided', 'kept', 'not judged', 'shown only', 'not called'];

/** Groups the limits by their result. Those that need attention come first. */
export function limitGroups(report: LoadReport): LimitGroup[] {
	return groupOrder
		.map((word) => ({
			word,
			rows: report.slo.filter((row) => limitResultWord(row, report) === word),
		}))
		.filter(({ rows }) => rows.length > 0);
}

const stepOrder = ['payment-options', 'payment-suboptions', 'hybrid-payment', 'merchant-checkout'];

/** Sorts step names in the order of the flow. */
export function sortStepsByFlow(names: Iterable<string>): string[] {
	const known = [...new Set(names)];
	const place = (name: string) => {
		const index = stepOrder.indexOf(name);
		return index === -1 ? stepOrder.length + Number(name === 'flow') : index;
	};
	return known.sort((a, b) => place(a) - place(b));
}

type Percentile = 'p50' | 'p95' | 'p99';

const neededSamples: Record<Percentile, number> = { p50: 40, ...minPercentileSamples };

/** Whether a percentile has too few samples: fewer than twenty lie beyond it. */
export const hasFewSamples = (percentile: Percentile, samples: number): boolean =>
	samples < neededSamples[percentile];

/** Writes a percentile for texts without colours. With too few samples, it is in brackets. */
export function percentileText(
	percentile: Percentile,
	value: number | null,
	samples: number,
): string {
	const text = formatMs(value);
	return value !== null && hasFewSamples(percentile, samples) ? `(${text})` : text;
}

/** What a run loaded. The address of a sandbox that the run started itself means nothing after the run. */
export function describeLoaded({ subject, target, merchant }: LoadReport): string {
	if (subject === 'sandbox') return 'a sandbox on this machine';
	if (merchant && merchant.command !== null) return `the shop of ${merchant.file}`;
	return target;
}
