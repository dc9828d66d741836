/** Small, valid reports; every builder takes changes. */

import type { SpanReader } from '../../reports/cut-spans.ts';
import type { Slo } from '../../reports/slo.ts';
import { judgeLoad, judgeScenarios } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import type { HistogramBuckets } from '../../simulator/contract/histogram.ts';
import type { LoadSecond, LoadStep } from '../../simulator/contract/load-results.ts';
import type {
	LoadReport,
	ScenarioReport,
	ScenarioResult,
} from '../../simulator/contract/run-report.ts';

const heading = {
	schemaVersion: 1 as const,
	startedAt: '2026-11-14T09:30:12.123Z',
	target: 'http://127.0.0.1:8080',
	seed: 42,
	durationMs: 130_000,
	command: 'payin-sandbox load --profile average --seed 42',
	environment: { Node: 'v20.20.2' },
	assumptions: ['D-17'],
} as const;

export function sampleResult(changes: Partial<ScenarioResult> = {}): ScenarioResult {
	return {
		name: 'card/approve',
		title: 'An approved card is confirmed',
		tags: ['card'],
		status: 'passed',
		durationMs: 120,
		steps: [{ name: 'hybrid-payment', status: 'passed', durationMs: 40 }],
		failure: null,
		transactionIds: ['transaction-1'],
		...changes,
	};
}

export function sampleScenarios(scenarios: ScenarioResult[]): ScenarioReport {
	return {
		...heading,
		environment: { ...heading.environment },
		assumptions: [...heading.assumptions],
		kind: 'scenarios',
		...judgeScenarios(scenarios),
		scenarios,
	};
}

export function sampleStep(changes: Partial<LoadStep> = {}): LoadStep {
	const latency = { p50: 80, p95: 150, p99: 220, max: 400 };
	return {
		count: 2400,
		failed: 0,
		...latency,
		injected: latency,
		own: { p50: 2, p95: 4, p99: 9, max: 20 },
		...changes,
	};
}

/** Accepted calls with the percentiles of the step. */
type SampledStep = LoadSecond['steps'][string];

export function sampleHistogram({
	count,
	failed,
	p50,
	p95,
	p99,
	max,
}: SampledStep): HistogramBuckets {
	const accepted = count - failed;
	const parts = [
		...[
			[p50, 0.9],
			[p95, 0.07],
			[p99, 0.025],
		],
		[max, 0.005],
	] as const;
	return {
		unit: 'us',
		digits: 2,
		buckets: parts.flatMap(([value, share]) =>
			value === null ? [] : [[value * 1000, Math.round(accepted * share)]],
		),
	};
}

/** Reads the samples of windows that have percentiles only. */
export const windowReader =
	(windows: readonly LoadSecond[]): SpanReader =>
	({ startSecond }) => {
		const none = { flowsStarted: 0, flowsOk: 0, flowsFailed: 0, dropped: 0, steps: {} };
		const window = windows.find(({ second }) => second === startSecond);
		const steps = Object.entries(window?.steps ?? {});
		return {
			...(window ?? { second: startSecond, ...none }),
			histograms: new Map(steps.map(([name, step]) => [name, sampleHistogram(step).buckets])),
			canary: null,
		};
	};

export const sampleSlo: Slo = {
	schemaVersion: 1,
	steps: { 'payment-options': { p95Ms: 200, p99Ms: 400, maxFailureRatio: 0.01 } },
	flow: { maxFailureRatio: 0.01, minAchievedRatio: 0.99 },
};

type Changes = Partial<Omit<MeasuredLoad, 'generator' | 'plan'>> & {
	generator?: Partial<MeasuredLoad['generator']>;
	plan?: Partial<MeasuredLoad['plan']>;
};

/** A healthy run of 2 400 flows at 20 per second; the limits are evaluated unless they are given. */
export function sampleMeasured(changes: Changes = {}): MeasuredLoad {
	const plan = {
		profile: 'average',
		judgesLatency: true,
		ratePerSecond: 20,
		iterations: null,
		warmUpMs: 10_000,
		holdMs: 120_000,
		mix: { 'card-approve': 1 },
		maxVUs: 260,
		timeoutMs: 10_000,
		...changes.plan,
	};
	const flows = changes.flows ?? { started: 2400, ok: 2400, failed: 0, rate: 20 };
	const steps = changes.steps ?? { 'payment-options': sampleStep() };
	const histograms = Object.fromEntries(
		Object.entries(steps).map(([name, step]) => [`${name}/hold`, sampleHistogram(step)]),
	);
	return {
		limits: sampleSlo,
		iterationExceptions: 0,
		summaryMissing: false,
		interrupted: false,
		failures: [],
		flowsByStory: {},
		series: [],
		windows: [],
		histograms,
		readSpan: windowReader(changes.windows ?? []),
		...changes,
		plan,
		flows,
		steps,
		generator: {
			startLagP99Ms: 3,
			dropped: 0,
			cpu: 0.3,
			k6Version: 'v2.2.0',
			k6ExitCode: 0,
			...changes.generator,
		},
	};
}

export function sampleLoad(changes: Changes = {}): LoadReport {
	const { plan, flows, steps, generator, failures, histograms, windows, ...rest } =
		sampleMeasured(changes);
	const second = { flowsStarted: 20, flowsOk: 19, flowsFailed: 1, dropped: 0 };
	const quick = { p50: 80, p95: 150, p99: 220, max: 400, count: 20, failed: 0 };
	return {
		...heading,
		schemaVersion: 2,
		environment: { ...heading.environment },
		assumptions: [...heading.assumptions],
		kind: 'load',
		...judgeLoad({ plan, flows, steps, generator, failures, histograms, windows, ...rest }),
		plan,
		flows,
		flowsByStory: { 'card-approve': flows },
		steps,
		outcomes: { accepted: 2400 },
		generator,
		failures,
		histograms,
		windows,
		series: [0, 1, 2].map((at) => ({ second: at, ...second, steps: { 'payment-options': quick } })),
	};
}

/** Seconds or windows of a healthy run; `change` may replace parts of each. */
export function sampleTimes(
	count: number,
	step: number,
	change: (second: number) => Partial<LoadSecond> & { p95?: number } = () => ({}),
): LoadSecond[] {
	return Array.from({ length: count }, (_, index) => {
		const second = index * step;
		const { p95 = 150, ...rest } = change(second);
		const latency = { p50: p95 / 2, p95, p99: p95 * 1.4, max: p95 * 2 };
		const calls = { ...latency, count: 20 * step, failed: 0 };
		const flows = { flowsStarted: 20 * step, flowsOk: 20 * step, flowsFailed: 0, dropped: 0 };
		return { second, ...flows, steps: { 'payment-options': calls }, ...rest };
	});
}

export const isIn = (second: number, from: number, length: number) =>
	second >= from && second < from + length;
