/** Makes the load report from a measurement, or from the failure to make one. */
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { canaryOf, worstCanary } from '../../reports/canary.ts';
import { failureKindsNote } from '../../reports/load-failures.ts';
import { phaseStartSeconds } from '../../reports/merge-seconds.ts';
import { loadSubjectOf } from '../../reports/not-tested.ts';
import type { Slo } from '../../reports/slo.ts';
import type { RunFailure } from '../../scenarios/harness/errors.ts';
import type { Target } from '../../scenarios/harness/target.ts';
import { describeTarget } from '../../scenarios/harness/target.ts';
import type { LoadFigures, LoadReason, LoadReport } from '../../simulator/contract/run-report.ts';
import type { Plan } from '../plan.ts';
import { merchantSteps, serviceSteps } from '../plan.ts';
import { bucketsOf, latencySummaryOf } from './histogram.ts';
import type { K6Log } from './k6-log.ts';
import { emptyLog } from './k6-log.ts';
import type { K6Summary, Measurement } from './measure.ts';
import type { LoadOptions, LoadSettings } from './options.ts';
import { planFor } from './options.ts';
import { partName } from './part.ts';
import { addBucketsToSecond, seriesOf, tenSecondWindows } from './series.ts';
import type { FlowCount, Tally } from './tally.ts';
import { createTally } from './tally.ts';

export interface ReportContext {
	options: LoadOptions;
	settings: LoadSettings;
	slo: Slo;
	startedAt: Date;
}

export const reportHeading = (
	{ options, settings, slo, startedAt }: ReportContext,
	target: string,
) => ({
	schemaVersion: 2 as const,
	kind: 'load' as const,
	subject: loadSubjectOf({ ...settings, merchant: options.merchant }),
	startedAt: startedAt.toISOString(),
	target,
	seed: options.seed,
	durationMs: Date.now() - startedAt.getTime(),
	command: options.command,
	...coveredPart(settings, undefined),
	limits: slo,
});

/** Which part of the plan the report covers; undefined if it covers the whole plan. */
export function coveredPart({ part }: LoadSettings, startMs: number | undefined) {
	if (part === undefined) return {};
	const firstFlowAt = startMs === undefined ? null : new Date(startMs).toISOString();
	return { parts: { found: [partName(part)], planned: part.of, firstFlowAt } };
}

/** Describes what the run loads, for the reader of its verdict. */
export function describeSubject({ options, settings }: ReportContext): string {
	const { merchant } = options;
	if (merchant) return `your system, as ${merchant} describes it, with a sandbox behind it`;
	return settings.target ?? 'this sandbox on this machine; your system was not part of it';
}

/** Copies the plan without the fields that only k6 needs. */
export function reportedPlan(full: Plan): LoadReport['plan'] {
	const { scenarios, stepsByStory, longestMs, repeat, parts, ...plan } = full;
	return plan;
}

/** The reported plan, with the load that the team declares. */
export const declaredPlan = ({ slo }: ReportContext, plan: Plan): LoadReport['plan'] => ({
	...reportedPlan(plan),
	...(slo.load ? { declared: slo.load } : {}),
});

export function failedReport(context: ReportContext, failure: RunFailure): LoadReport {
	const { rule, message, exitCode } = failure;
	return {
		...reportHeading(
			context,
			context.options.merchant
				? describeSubject(context)
				: (context.settings.target ?? 'a sandbox of its own'),
		),
		environment: {},
		...measuredFields(createTally(), { warmUpMs: 0, holdMs: 0 }),
		verdict: 'ERROR',
		exitCode,
		reasons: [{ id: rule, group: 'run', severity: 'error', text: message, evidence: [] }],
		plan: declaredPlan(context, planFor(context.settings, true)),
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

/** Describes the machine and the programs: figures without them mean nothing. */
export function describeEnvironment(target: Target, k6Version: string, isLoopback: boolean) {
	return {
		node: process.version,
		k6: k6Version,
		target: describeTarget(target, (mode) => `${mode} clock`),
		generator: isLoopback
			? 'on the same machine as the target'
			: 'on another machine than the target',
		system: `${platform()} ${release()} ${arch()}`,
		cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown'}`,
		memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
	};
}

/** The health of the load generator, for the report. */
export function generatorHealth(
	tally: Tally,
	{ exitCode, cpu, memoryMb, connections }: Measurement['exit'],
	k6Version: string,
): LoadReport['generator'] {
	const canary = worstCanary([canaryOf(bucketsOf(tally.canary).buckets)]);
	return {
		startLagP99Ms: latencySummaryOf(tally.startLag).p99,
		dropped: tally.dropped,
		cpu,
		k6Version,
		k6ExitCode: exitCode,
		...(canary === null ? {} : { canary }),
		connections,
		maxInFlight: tally.maxInFlight,
		memoryMb,
	};
}

const groups: Record<string, LoadReason['group']> = {
	exception: 'script',
	'step-missing': 'script',
};

/** The failures of calls, the most frequent first, each with an example from k6's log. */
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

/** Reasons from k6's log, its exit code and its counts. The verdict rules do not see these. */
export function runnerReasons(plan: Plan, measurement: Measurement): LoadReason[] {
	const { tally, log, exit, summary, collapse } = measurement;
	const reasons: LoadReason[] = [];
	const add = (severity: LoadReason['severity'], id: string, text: string) =>
		reasons.push({ id, group: groups[id] ?? 'generator', severity, text, evidence: [] });
	if (exit.tooLong) add('error', 'too-long', 'k6 did not end when its plan did, and was stopped.');
	if (summary && !exit.interrupted && !collapse) {
		for (const detail of missedSamples(summary, tally)) add('error', 'samples-lost', detail);
	}
	for (const step of missingSteps(plan, tally)) {
		add('error', 'step-missing', `Flows succeeded without a single call to ${step}.`);
	}
	if (log.firstException) add('note', 'exception', log.firstException);
	for (const message of log.errors) add('note', 'k6-log', message);
	const sampledEvery = Math.max(tally.sessions.sampledEvery, tally.transactions.sampledEvery);
	if (sampledEvery > 1) {
		const text = `Of the session and transaction ids, 1 in ${sampledEvery} was compared with those of other flows: the run had too many to keep them all.`;
		add('note', 'sessions-sampled', text);
	}
	return [...reasons, ...failureKindsNote(failuresOf(tally, log))];
}

/** The steps that were never taken, although flows of a story that takes them succeeded. */
function missingSteps({ stepsByStory }: Plan, { flowsByStory, steps }: Tally): Set<string> {
	const expected = Object.entries(stepsByStory).flatMap(([story, taken]) =>
		(flowsByStory.get(story)?.ok ?? 0) > 0 ? taken : [],
	);
	return new Set(expected.filter((step) => !steps.has(step)));
}

/** Compares k6's own counts with the samples that were read. Describes those that are missing. */
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

type Measured = LoadFigures & Pick<LoadReport, 'assumptions'>;

/**
 * The parts of a report that come from a measurement. `holdMs` of the plan is 0 for a profile that counts iterations.
 */
export function measuredFields(
	tally: Tally,
	plan: Pick<Plan, 'warmUpMs' | 'holdMs' | 'phases'>,
	log = emptyLog(),
	{ isPart = false } = {},
): Measured {
	const seconds = measuredSeconds(tally, plan.holdMs);
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
		...(tally.peakFlows.started === 0 ? {} : { peakFlows: tally.peakFlows }),
		...(tally.fromIntendedStart.count === 0 ? {} : { flowTimes: flowTimesOf(tally) }),
		connecting: connectingOf(tally),
		steps: stepsOf(tally),
		outcomes: Object.fromEntries([...tally.outcomes].filter(([, count]) => count > 0).sort()),
		failures: failuresOf(tally, log),
		histograms: histogramsOf(tally, isPart),
		series: isPart
			? seriesOf(tally).map((second) => addBucketsToSecond(second, tally))
			: seriesOf(tally),
		windows: tenSecondWindows(tally, phaseStartSeconds(plan)),
	};
}

/**
 * The histograms of the report. Percentiles of parts can only be merged with their buckets, so a part contains the
 * buckets of all figures.
 */
function histogramsOf(tally: Tally, isPart: boolean): LoadReport['histograms'] {
	const { flowTimes, fromIntendedStart, connecting } = tally;
	const ofStep = isPart ? (['injected', 'own', 'fromIntendedStart'] as const) : [];
	const named = [...tally.steps].flatMap(([step, figures]) => [
		[`${step}/hold`, figures.latency] as const,
		...ofStep.map((name) => [`${step}/${name}`, figures[name]] as const),
	]);
	const flow = flowTimes.count > 0 ? ([['flow/hold', flowTimes]] as const) : [];
	const ofPart = [
		['flow/intended', fromIntendedStart],
		['connecting/tcp', connecting.tcp],
		['connecting/tls', connecting.tls],
	] as const;
	const all = [...named, ...flow, ...(isPart ? ofPart : [])];
	return Object.fromEntries(
		all.flatMap(([name, histogram]) => (histogram ? [[name, bucketsOf(histogram)]] : [])),
	);
}

/** The figures of each step, in the order of the flow. */
function stepsOf({ steps }: Tally): LoadReport['steps'] {
	const parts = [...merchantSteps, ...serviceSteps].flatMap((name) => {
		const step = steps.get(name);
		if (!step) return [];
		const { count, failed, latency, injected, own, fromIntendedStart } = step;
		const times = {
			injected: latencySummaryOf(injected),
			own: latencySummaryOf(own),
			...(fromIntendedStart && { fromIntendedStart: latencySummaryOf(fromIntendedStart) }),
		};
		return [[name, { count, failed, ...latencySummaryOf(latency), ...times }] as const];
	});
	return Object.fromEntries(parts);
}

const flowTimesOf = ({ flowTimes, fromIntendedStart }: Tally): LoadReport['flowTimes'] => ({
	count: flowTimes.count,
	...latencySummaryOf(flowTimes),
	fromIntendedStart: latencySummaryOf(fromIntendedStart),
});

const connectingOf = ({ connecting: { opened, tcp, tls } }: Tally): LoadReport['connecting'] => ({
	opened,
	tcp: latencySummaryOf(tcp),
	tls: tls.count === 0 ? null : latencySummaryOf(tls),
});

/**
 * The length of the measured part in seconds: normally the planned one. It is the actual one if more than a tenth of
 * the plan and two gaps between flows are missing at the end. It begins when the first flow starts, so slow first flows
 * do not shorten it and raise the rate.
 */
function measuredSeconds({ firstMs, lastMs, flows }: Tally, plannedMs: number): number {
	const actual = firstMs === undefined || lastMs === undefined ? 0 : lastMs - firstMs;
	const gap = actual / Math.max(1, flows.ok + flows.failed - 1);
	const cutShort = actual > 0 && plannedMs - actual > plannedMs * 0.1 + 2 * gap;
	return (plannedMs === 0 || cutShort ? actual : plannedMs) / 1000;
}
