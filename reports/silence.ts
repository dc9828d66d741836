/** Finds a stall of the target: a silence while flows were due. */
import type { LoadSecond } from '../simulator/contract/load-results.ts';
import type { LoadReason } from '../simulator/contract/run-report.ts';
import { formatDuration, pluralize } from './figures.ts';
import { at, maxListed } from './load-failures.ts';
import { secondsOfMeasuredPart } from './slo.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

/** The longest silence in seconds that is not a stall. */
const maxSilentSeconds = 2;
/** With fewer flows due, even whole seconds without an answer may be chance. */
const minDueFlows = 5;
/** With fewer flows due, only the whole seconds of a silence count. */
const minDueFlowsForExactTime = 10;

interface Silence {
	fromMs: number;
	/** How long it lasted, in milliseconds. */
	ms: number;
	/** How long the load generator stood still meanwhile, and read no answers. */
	standstillMs: number;
	/** The number of flows that were due. */
	due: number;
}

export function stallReason(measured: MeasuredLoad): LoadReason | null {
	const longestMs = (measured.limits.maxSilentSeconds ?? maxSilentSeconds) * 1000;
	const all = silencesIn(measured).filter(({ ms, due }) => ms > longestMs && due >= minDueFlows);
	const certain = all.filter(({ ms, standstillMs }) => ms - standstillMs > longestMs);
	// A generator that stood still for most of a silence explains it.
	const doubtful = all.filter(({ ms, standstillMs }) => standstillMs <= ms / 2);
	const [severity, doubt, shown] =
		certain.length > 0
			? (['no-go', '', certain] as const)
			: (['inconclusive', ', and the load generator stood still at times', doubtful] as const);
	if (shown.length === 0) return null;
	const time = formatDuration(shown.reduce((sum, { ms }) => sum + ms, 0));
	const flows = pluralize(Math.round(shown.reduce((sum, { due }) => sum + due, 0)), 'flow');
	const text = `The target gave no answer for ${time} while ${flows} were due${doubt}.`;
	const evidence = shown
		.slice(0, maxListed)
		.map(({ fromMs, ms }) => `${formatDuration(ms)} from ${at(Math.floor(fromMs / 1000))} on`);
	return { id: 'stall', group: 'target', severity, text, evidence };
}

const hasAnswers = ({ steps, flowsOk, flowsFailed }: LoadSecond) =>
	flowsOk + flowsFailed > 0 || Object.values(steps).some(({ count }) => count > 0);

/** The times between two answers in a row, and those before the first and after the last one of the measured part. */
function silencesIn(measured: MeasuredLoad): Silence[] {
	const held = secondsOfMeasuredPart(measured);
	const silences: Silence[] = [];
	// Without a warm-up, the first answer comes as long after the start as it takes: count whole seconds.
	const isWarm = measured.plan.warmUpMs > 0;
	let fromMs = (held[0]?.second ?? 0) * 1000;
	const addUntil = (toMs: number) => {
		if (toMs - fromMs >= 1000) silences.push(silenceIn(measured, held, fromMs, toMs));
	};
	for (const [index, second] of held.filter(hasAnswers).entries()) {
		const startMs = second.second * 1000;
		// Reports of older versions have no times of answers.
		const [firstMs, lastMs] = second.answersMs ?? [0, 1000];
		addUntil(startMs + (index === 0 && !isWarm ? 0 : firstMs));
		fromMs = startMs + lastMs;
	}
	addUntil(((held.at(-1)?.second ?? -1) + 1) * 1000);
	return silences;
}

function silenceIn(
	{ readSpan }: MeasuredLoad,
	held: readonly LoadSecond[],
	fromMs: number,
	toMs: number,
): Silence {
	let due = 0;
	let wholeSeconds = 0;
	for (const { second, flowsStarted, dropped } of held) {
		// Flows are due at even intervals.
		const overlapMs = Math.min(toMs, (second + 1) * 1000) - Math.max(fromMs, second * 1000);
		if (overlapMs > 0) due += ((flowsStarted + dropped) * overlapMs) / 1000;
		if (overlapMs === 1000) wholeSeconds += 1;
	}
	// What k6 sent late is in later seconds, also after the end of the load.
	const isAtEnd = toMs / 1000 > (held.at(-1)?.second ?? 0);
	const span = {
		startSecond: Math.floor(fromMs / 1000),
		endSecond: isAtEnd ? Number.POSITIVE_INFINITY : Math.ceil(toMs / 1000),
	};
	const standstillMs = readSpan(span).canary?.lateMs ?? 0;
	const ms = due >= minDueFlowsForExactTime ? toMs - fromMs : wholeSeconds * 1000;
	return { fromMs, ms, standstillMs, due };
}
