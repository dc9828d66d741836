/** A measurement, or the failure to make one → the load report. */
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { plural } from '../../reports/figures.ts';
import { describeFailure } from '../../reports/target-reasons.ts';
import type { RunFailure } from '../../scenarios/harness/errors.ts';
import type { Target } from '../../scenarios/harness/target.ts';
import { describeTarget } from '../../scenarios/harness/target.ts';
import type { LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import { serviceSteps } from '../plan.ts';
import { bucketsOf, latencyOf } from './histogram.ts';
import type { K6Log } from './k6-log.ts';
import { emptyLog } from './k6-log.ts';
import type { K6Summary, Measurement } from './measure.ts';
import type { LoadOptions, LoadSettings } from './options.ts';
import { planFor } from './options.ts';
import type { FlowCount, SecondTally, Tally } from './tally.ts';
import { createTally, newSecond, newStep } from './tally.ts';

export interface ReportContext {
	options: LoadOptions;
	settings: LoadSettings;
	startedAt: Date;
}

export const heading = ({ options, startedAt }: ReportContext, target: string) => ({
	schemaVersion: 2 as const,
	kind: 'load' as const,
	startedAt: startedAt.toISOString(),
	target,
	seed: options.seed,
	durationMs: Date.now() - startedAt.getTime(),
	command: options.command,
});

/** The plan without the parts that only k6 needs. */
export function reportedPlan(full: Plan): LoadReport['plan'] {
	const { scenarios, expectedSteps, longestMs, ...plan } = full;
	return plan;
}

export function failedReport(context: ReportContext, failure: RunFailure): LoadReport {
	const { rule, message, exitCode } = failure;
	return {
		...heading(context, context.settings.target ?? 'a sandbox of its own'),
		environment: {},
		...measuredParts(createTally(), { warmUpMs: 0, holdMs: 0 }),
		verdict: 'ERROR',
		exitCode,
		reasons: [{ id: rule, group: 'run', severity: 'error', text: message, evidence: [] }],
		plan: reportedPlan(planFor(context.settings, true)),
		slo: [],
		generator: {
			startLagP99Ms: null,
			dropped: 0,
			cpu: null,
			k6Version: 'none',
			k6ExitCode: null,
		},
	};
}

/** The machine and the programs: figures mean nothing without them. */
export function describeEnvironment(target: Target, k6Version: string, isLoopback: boolean) {
	return {
		node: process.version,
		k6: k6Version,
		target: describeTarget(target),
		generator: isLoopback
			? 'on the same machine as the target'
			: 'on another machine than the target',
		system: `${platform()} ${release()} ${arch()}`,
		cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown'}`,
		memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
	};
}

const shownFailures = 5;

const groups: Record<string, LoadReason['group']> = {
	exception: 'script',
	'step-missing': 'script',
};

/** The most frequent first, each with an example from k6's log. */
function failuresOf({ failures }: Tally, log: K6Log): LoadReport['failures'] {
	return [...failures.values()]
		.sort((a, b) => b.count - a.count)
		.map((failure) => {
			const part = `: ${failure.step}: ${failure.outcome}: `;
			const { problem, status } = failure;
			const detail = problem ?? (status === null ? '' : `status ${status}`);
			const example = [...log.failures.keys()].find(
				(reason) => reason.includes(part) && reason.replace(/\[\d+\]/g, '[]').includes(detail),
			);
			return example === undefined ? failure : { ...failure, example };
		});
}

/** Reasons from k6's log, exit and counts, which the verdict does not see. */
export function runnerReasons(plan: Plan, measurement: Measurement): LoadReason[] {
	const { tally, log, exit, summary } = measurement;
	const reasons: LoadReason[] = [];
	const add = (severity: LoadReason['severity'], id: string, text: string) =>
		reasons.push({ id, group: groups[id] ?? 'generator', severity, text, evidence: [] });
	if (exit.tooLong) add('error', 'too-long', 'k6 did not end when its plan did, and was stopped.');
	if (summary && !exit.interrupted) {
		for (const detail of missedSamples(summary, tally)) add('error', 'samples-lost', detail);
	}
	if (tally.flows.ok > 0) {
		for (const step of plan.expectedSteps.filter((one) => !tally.steps.has(one))) {
			add('error', 'step-missing', `Flows succeeded without a single call to ${step}.`);
		}
	}
	if (log.firstException) add('note', 'exception', log.firstException);
	for (const message of log.errors) add('note', 'k6-log', message);
	const failures = failuresOf(tally, log);
	if (failures.length > 0) {
		const count = failures.reduce((sum, failure) => sum + failure.count, 0);
		const ways = plural(failures.length, 'way');
		const text = `${plural(count, 'call or expectation', 'calls or expectations')} failed in ${ways}.`;
		const evidence = failures.slice(0, shownFailures).map(describeFailure);
		reasons.push({ id: 'failures', group: 'target', severity: 'note', text, evidence });
	}
	return reasons;
}

/** Samples that k6 counted and the stream did not contain. */
function missedSamples({ metrics }: K6Summary, tally: Tally): string[] {
	const { passes = 0, fails = 0 } = metrics.payin_flow_ok?.values ?? {};
	const { started, ok, failed } = tally.everything;
	const counts = [
		['flows started', metrics.payin_flow_started?.values?.count ?? 0, started],
		['flows finished', passes + fails, ok + failed],
	] as const;
	const missed = counts
		.filter(([, counted, seen]) => counted !== seen)
		.map(([what, counted, seen]) => `k6 counted ${counted} ${what}, its samples show ${seen}.`);
	if (tally.unreadable > 0) missed.push(`${tally.unreadable} samples could not be read.`);
	return missed;
}

type Measured = Pick<
	LoadReport,
	| 'flows'
	| 'flowsByStory'
	| 'steps'
	| 'outcomes'
	| 'failures'
	| 'histograms'
	| 'series'
	| 'windows'
	| 'assumptions'
>;

/** `holdMs` is 0 for a profile that counts iterations. */
export function measuredParts(
	tally: Tally,
	{ warmUpMs, holdMs }: Pick<Plan, 'warmUpMs' | 'holdMs'>,
	log = emptyLog(),
): Measured {
	const seconds = measuredSeconds(tally, holdMs);
	const withRate = (count: FlowCount) => ({
		...count,
		rate: seconds > 0 ? Math.round((count.ok / seconds) * 1000) / 1000 : 0,
	});
	return {
		assumptions: [...tally.assumptions].sort(),
		flows: withRate(tally.flows),
		flowsByStory: Object.fromEntries(
			[...tally.flowsByStory].sort().map(([story, count]) => [story, withRate(count)]),
		),
		steps: stepsOf(tally),
		outcomes: Object.fromEntries([...tally.outcomes].sort()),
		failures: failuresOf(tally, log),
		histograms: Object.fromEntries(
			[...tally.steps].map(([step, { latency }]) => [`${step}/hold`, bucketsOf(latency)]),
		),
		series: seriesOf(tally),
		windows: windowsOf(tally, Math.ceil(warmUpMs / 1000)),
	};
}

/** In the order of the flow. */
function stepsOf({ steps }: Tally): LoadReport['steps'] {
	const parts = serviceSteps.flatMap((name) => {
		const step = steps.get(name);
		if (!step) return [];
		const { count, failed, latency, injected, own } = step;
		const times = { injected: latencyOf(injected), own: latencyOf(own) };
		return [[name, { count, failed, ...latencyOf(latency), ...times }] as const];
	});
	return Object.fromEntries(parts);
}

/** The planned length. When over a tenth of it, and two gaps between flows, are missing at the end: the actual length. */
function measuredSeconds({ firstMs, lastMs, flows }: Tally, plannedMs: number): number {
	const actual = firstMs === undefined || lastMs === undefined ? 0 : lastMs - firstMs;
	const gap = actual / Math.max(1, flows.ok + flows.failed - 1);
	const cutShort = actual > 0 && plannedMs - actual > plannedMs * 0.1 + 2 * gap;
	return (plannedMs === 0 || cutShort ? actual : plannedMs) / 1000;
}

/** Every second, also those without samples. */
function seriesOf({ seconds }: Tally): LoadReport['series'] {
	const last = Math.max(-1, ...seconds.keys());
	return Array.from({ length: last + 1 }, (_, second) => secondOf(second, seconds.get(second)));
}

function secondOf(second: number, tally: SecondTally = newSecond()) {
	const { flowsStarted, flowsOk, flowsFailed, dropped, steps } = tally;
	return {
		second,
		flowsStarted,
		flowsOk,
		flowsFailed,
		dropped,
		steps: Object.fromEntries(
			[...steps].map(([step, { count, failed, latency }]) => [
				step,
				{ count, failed, ...latencyOf(latency) },
			]),
		),
	};
}

const windowSeconds = 10;

/** Ten seconds each, counted from the end of the warm-up in both directions. */
function windowsOf({ seconds }: Tally, warmUpSeconds: number): LoadReport['windows'] {
	const offset = warmUpSeconds % windowSeconds;
	const windows = new Map<number, SecondTally>();
	for (const [second, tally] of [...seconds].sort(([a], [b]) => a - b)) {
		const number = Math.floor((second - offset) / windowSeconds);
		const start = Math.max(0, number * windowSeconds + offset);
		const window = windows.get(start) ?? newSecond();
		windows.set(start, window);
		addSecond(window, tally);
	}
	return [...windows].map(([start, tally]) => secondOf(start, tally));
}

function addSecond(window: SecondTally, { steps, ...counts }: SecondTally) {
	for (const name of ['flowsStarted', 'flowsOk', 'flowsFailed', 'dropped'] as const) {
		window[name] += counts[name];
	}
	for (const [name, { count, failed, latency }] of steps) {
		const step = window.steps.get(name) ?? newStep();
		window.steps.set(name, step);
		step.count += count;
		step.failed += failed;
		step.latency.merge(latency);
	}
}
