/**
 * A breakpoint run: measures one rate after another until a limit breaks, then measures rates in between to narrow the
 * capacity down.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
	capacityFromSteps,
	isIndependentOfRate,
	isUndecidedAt,
	nextRate,
	stateOfStep,
} from '../../reports/capacity-search.ts';
import { standstillId } from '../../reports/doubts.ts';
import { formatValue, pluralize } from '../../reports/figures.ts';
import type { LoadVerdict } from '../../reports/verdict.ts';
import { judgeLoad, verdictOf } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import type { LoadLevel, LoadSecond } from '../../simulator/contract/load-results.ts';
import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import type { BreakpointSettings } from './profile-options.ts';

/** A measured step, and the parts of the report that come from it. */
export interface MeasuredStep {
	plan: Plan;
	load: MeasuredLoad;
	parts: Pick<LoadReport, 'flows' | 'steps' | 'series' | 'windows' | 'failures' | 'outcomes'> &
		Partial<Pick<LoadReport, 'flowTimes'>>;
}

export interface BreakpointRun<S extends MeasuredStep> {
	settings: BreakpointSettings;
	/** Measures one step. `number` counts the steps from 1. */
	measureStep(ratePerSecond: number, number: number): Promise<S>;
	signal: AbortSignal;
}

interface DoneStep<S> {
	step: S;
	level: LoadLevel;
	verdict: LoadVerdict;
	/** The seconds from the start of the run to the start of this step. */
	offset: number;
}

/**
 * Searches for the capacity. Returns the step that the report describes, the verdict, and the figures of all steps over
 * time.
 */
export async function findCapacity<S extends MeasuredStep>(run: BreakpointRun<S>) {
	const done: DoneStep<S>[] = [];
	const startMs = performance.now();
	let isComplete = false;
	for (;;) {
		const rate = nextRate(
			done.map(({ level }) => level),
			search(run),
		);
		isComplete = rate === null;
		if (rate === null || (done.length > 0 && run.signal.aborted)) break;
		await drain(done.at(-1), run);
		const offset = Math.max(nextSecond(done), Math.round((performance.now() - startMs) / 1000));
		const step = await run.measureStep(rate, done.length + 1);
		const verdict = judgeLoad(step.load);
		const state = stateOfStep(verdict);
		done.push({ step, verdict, offset, level: { ...levelOf(step, offset), ...state } });
		if (verdict.verdict === 'ERROR' || endsSearch(verdict)) break;
	}
	const levels = done
		.filter(({ step }) => !step.load.interrupted)
		.map(({ level }) => level)
		.sort((a, b) => a.ratePerSecond - b.ratePerSecond);
	const capacity = capacityFromSteps(levels, isComplete);
	const shown =
		done.find(({ verdict }) => verdict.verdict === 'ERROR') ??
		done.find(({ level }) => level.ratePerSecond === capacity.rate) ??
		done.at(-1);
	if (!shown) throw new Error('A breakpoint run has at least one step.');
	return {
		shown: shown.step,
		...verdictOf([...interruption(done, run), ...reasonsOf(done, capacity)], shown.verdict.slo, {
			interrupted: run.signal.aborted,
		}),
		levels,
		capacity,
		...overTime(done),
	};
}

const search = <S extends MeasuredStep>({ settings }: BreakpointRun<S>) => settings;

/**
 * These reasons end the search, because higher rates cannot remove them: a starved generator, a shop that ended,
 * missing limits.
 */
const endsSearch = ({ reasons }: LoadVerdict) =>
	reasons.some(
		({ id, group, severity }) =>
			id === 'shop-ended' ||
			id === 'no-time-limit' ||
			(group === 'generator' && severity === 'inconclusive' && id !== standstillId),
	);

/**
 * The reason for a search that was stopped between two steps. A step that was stopped during its load has its own
 * reason.
 */
function interruption(
	done: readonly DoneStep<MeasuredStep>[],
	{ signal }: Pick<BreakpointRun<MeasuredStep>, 'signal'>,
): LoadReason[] {
	if (!signal.aborted || done.some(({ step }) => step.load.interrupted)) return [];
	const text = `The run was stopped after ${pluralize(done.length, 'step')}, before it was complete.`;
	return [{ id: 'interrupted', group: 'run', severity: 'inconclusive', text, evidence: [] }];
}

const longestDrainMs = 30_000;

/** Waits before the next step: calls that timed out in k6 may still be processed in the target. */
async function drain<S extends MeasuredStep>(
	last: DoneStep<S> | undefined,
	{ settings, signal }: BreakpointRun<S>,
) {
	if (!last?.step.parts.outcomes.timeout) return;
	const ms = Math.min(longestDrainMs, settings.stepMs);
	await sleep(ms, undefined, { signal }).catch(() => {});
}

function levelOf({ plan, load, parts }: MeasuredStep, offset: number) {
	const { flows, flowTimes, steps } = parts;
	const slowest = Object.values(steps).sort((a, b) => (b.p95 ?? 0) - (a.p95 ?? 0))[0];
	const { p50 = null, p95 = null, p99 = null, max = null } = flowTimes ?? slowest ?? {};
	const startSecond = offset + plan.warmUpMs / 1000;
	return {
		ratePerSecond: plan.ratePerSecond ?? 0,
		...{ startSecond, endSecond: startSecond + plan.holdMs / 1000 },
		...{ flows, flow: { p50, p95, p99, max }, dropped: load.generator.dropped },
	};
}

const nextSecond = (done: readonly DoneStep<MeasuredStep>[]) => {
	const last = done.at(-1);
	return last ? last.offset + last.step.parts.series.length : 0;
};

const expectedIfBroken = ['flow-collapse', 'stall', standstillId];

function reasonsOf(
	done: readonly DoneStep<MeasuredStep>[],
	{ rate, nextRate: next, why }: ReturnType<typeof capacityFromSteps>,
): LoadReason[] {
	/** The reasons that do not depend on the rate: each is listed once, at the first step that has it. */
	const listed = new Set<string>();
	const ofSteps = done.flatMap(({ verdict, level }) =>
		verdict.reasons
			.filter(({ id, severity }) => {
				if (!isIndependentOfRate(id)) {
					// A flow that rarely succeeds, or a doubt about one limit, proves nothing in a step that is beyond the capacity.
					const isExpected =
						id === 'limit-undecided' || (expectedIfBroken.includes(id) && level.state === 'broken');
					return severity === 'error' || (severity === 'inconclusive' && !isExpected);
				}
				const isNew = !listed.has(id);
				listed.add(id);
				return isNew;
			})
			.map((reason) => ({
				...reason,
				text: `At ${formatValue(level.ratePerSecond, 'per second')}: ${reason.text}`,
			})),
	);
	const [lowest] = done;
	const reason = (severity: LoadReason['severity'], text: string): LoadReason => ({
		...{ id: 'capacity', group: 'target', severity, text, evidence: why === null ? [] : [why] },
	});
	const examples = done
		.flatMap(({ verdict }) => verdict.reasons)
		.find(({ id }) => id === 'example-limits');
	const notes = examples ? [examples] : [];
	if (rate !== null) {
		const kept = formatValue(rate, 'per second');
		const undecided = isUndecidedAt(
			done.map(({ level }) => level),
			next,
		);
		const result = undecided ? 'could not be judged' : 'was not';
		const limit = next === null ? '' : ` The next, ${formatValue(next, 'per second')}, ${result}.`;
		return [
			...ofSteps,
			reason('note', `${kept} is the highest rate that was kept.${limit}`),
			...notes,
		];
	}
	if (ofSteps.some(({ severity }) => severity === 'error')) return ofSteps;
	const at = formatValue(lowest?.level.ratePerSecond ?? null, 'per second');
	const isBroken = lowest?.level.state === 'broken';
	const text = `No rate was kept: the lowest, ${at}, is ${isBroken ? 'broken' : 'undecided'}.`;
	return [...ofSteps, reason(isBroken ? 'no-go' : 'inconclusive', text), ...notes];
}

/** The seconds, the judged windows and the failures of all steps, in seconds since the start of the run. */
function overTime(done: readonly DoneStep<MeasuredStep>[]) {
	const later = (seconds: readonly LoadSecond[], offset: number) =>
		seconds.map((one) => ({ ...one, second: one.second + offset }));
	const series: LoadSecond[] = [];
	for (const { step, offset } of done) {
		while (series.length < offset) series.push(emptySecond(series.length));
		series.push(...later(step.parts.series, offset));
	}
	return {
		series,
		windows: done.flatMap(({ step, offset }) => later(step.parts.windows, offset)),
		failures: done.flatMap(({ step, offset }) =>
			step.parts.failures.map((failure) => ({
				...failure,
				firstSecond: failure.firstSecond + offset,
				lastSecond: failure.lastSecond + offset,
			})),
		),
		phases: done.map(({ level, step }) => ({
			name: 'step',
			ratePerSecond: step.plan.ratePerSecond,
			...{ startSecond: level.startSecond, endSecond: level.endSecond },
		})),
	};
}

const emptySecond = (second: number): LoadSecond => ({
	...{ second, flowsStarted: 0, flowsOk: 0, flowsFailed: 0, dropped: 0, steps: {} },
});
