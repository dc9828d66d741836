/** Load profiles: settings → plan → k6 options. Pure, shared by k6 and Node. */
import type { Phase, Plan, PlannedPhase } from './plan.ts';
import { serviceSteps } from './plan.ts';

export const profileNames = ['smoke', 'average'] as const;
export type ProfileName = (typeof profileNames)[number];

/** Not built yet: rejected with a message of their own. */
export const laterProfiles = ['stress', 'spike', 'soak', 'breakpoint'] as const;

/** The part of a story that a profile needs. */
export interface StoryFacts {
	name: string;
	needs: 'calls' | 'shopper';
	tags: readonly string[];
}

const callTimeoutMs = 10_000;
const smokeRepeats = 5;
/** How long a story waits for the network by default. */
export const waitMs = 30_000;

/** A shopper whose first attempt is declined waits for the network twice. */
const longestWaitsMs = 2 * waitMs;

/** A flow makes at most three calls of the service; a shopper adds four calls and the waits for the network. */
const longestFlowMs = (stories: readonly StoryFacts[]) =>
	3 * callTimeoutMs + (stories.some(isShopper) ? 4 * callTimeoutMs + longestWaitsMs : 0) + 1000;

const isShopper = (story: StoryFacts) => story.needs === 'shopper';

/** Every story five times, one flow at a time. */
export function smokePlan(stories: readonly StoryFacts[]): Plan {
	const iterations = smokeRepeats * stories.length;
	const maxDurationMs = 600_000;
	const gracefulStopMs = longestFlowMs(stories);
	return {
		profile: 'smoke',
		judgesLatency: false,
		ratePerSecond: null,
		iterations,
		warmUpMs: 0,
		holdMs: 0,
		mix: Object.fromEntries(stories.map(({ name }) => [name, 1 / stories.length])),
		maxVUs: 1,
		timeoutMs: callTimeoutMs,
		scenarios: [
			{
				phase: 'hold',
				executor: 'shared-iterations',
				vus: 1,
				iterations,
				maxDurationMs,
				gracefulStopMs,
			},
		],
		steps: stepsOf(stories),
		expectedSteps: stepsOf(stories),
		longestMs: maxDurationMs + gracefulStopMs,
	};
}

export interface AverageSettings {
	ratePerSecond: number;
	holdMs: number;
	/** Story → share; the shares add up to 1. */
	mix: Record<string, number>;
	stories: readonly StoryFacts[];
}

/** An open model: flows start at an even pace, however long responses take. Warm-up first. */
export function averagePlan({ ratePerSecond, holdMs, mix, stories }: AverageSettings): Plan {
	const mixed = stories.filter(({ name }) => (mix[name] ?? 0) > 0);
	const warmUpMs = warmUpFor(holdMs);
	const gracefulStopMs = longestFlowMs(mixed);
	const paced = (phase: Phase, startMs: number, durationMs: number, vus: number) =>
		({
			phase,
			executor: 'constant-arrival-rate',
			startMs,
			ratePerSecond,
			durationMs,
			vus,
			gracefulStopMs,
		}) satisfies PlannedPhase;
	const scenarios = [
		paced('warm_up', 0, warmUpMs, vusFor(ratePerSecond, 1000)),
		paced('hold', warmUpMs, holdMs, holdVUs(ratePerSecond, mixed)),
	];
	// A rare story may not occur in a short run: expect only the steps of stories with at least 20 flows.
	const flows = (ratePerSecond * holdMs) / 1000;
	const frequent = mixed.filter(({ name }) => flows * (mix[name] ?? 0) >= 20);
	return {
		profile: 'average',
		judgesLatency: true,
		ratePerSecond,
		iterations: null,
		warmUpMs,
		holdMs,
		mix,
		maxVUs: scenarios.reduce((sum, { vus }) => sum + vus, 0),
		timeoutMs: callTimeoutMs,
		scenarios,
		steps: stepsOf(mixed),
		expectedSteps: stepsOf(frequent),
		longestMs: warmUpMs + holdMs + gracefulStopMs,
	};
}

/** A sixth of the measured part, in whole seconds from one to ten. */
const warmUpFor = (holdMs: number) =>
	Math.min(10_000, Math.max(1000, Math.round(holdMs / 6000) * 1000));

const vusFor = (ratePerSecond: number, flowMs: number) =>
	Math.ceil((ratePerSecond * flowMs * 1.3) / 1000);

/**
 * Enough virtual users for flows that last until the call timeout: too few would hide a stall of the target. Above 1 000
 * memory matters more, so they suffice for flows of two seconds; longer flows show as dropped flows.
 */
function holdVUs(ratePerSecond: number, stories: readonly StoryFacts[]): number {
	const longestMs = callTimeoutMs + (stories.some(isShopper) ? longestWaitsMs : 0);
	return Math.min(
		vusFor(ratePerSecond, longestMs),
		Math.max(1000, vusFor(ratePerSecond, stories.some(isShopper) ? 10_000 : 2000)),
	);
}

/** Only bank stories call payment-suboptions. */
function stepsOf(stories: readonly StoryFacts[]): string[] {
	if (stories.length === 0) return [];
	const bank = stories.some(({ tags }) => tags.includes('bank'));
	return ['payment-options', ...(bank ? ['payment-suboptions'] : []), 'hybrid-payment'];
}

const ms = (value: number) => `${value}ms`;

/** A scenario of k6's options. */
export function k6Scenario(scenario: PlannedPhase) {
	const common = {
		exec: 'flow',
		tags: { phase: scenario.phase },
		gracefulStop: ms(scenario.gracefulStopMs),
	};
	if (scenario.executor === 'shared-iterations') {
		const { executor, vus, iterations, maxDurationMs } = scenario;
		return { ...common, executor, vus, iterations, maxDuration: ms(maxDurationMs) };
	}
	const { executor, ratePerSecond, startMs, durationMs, vus } = scenario;
	return {
		...common,
		executor,
		rate: ratePerSecond,
		timeUnit: '1s',
		startTime: ms(startMs),
		duration: ms(durationMs),
		// Equal, because creating VUs during the run disturbs the measurement.
		preAllocatedVUs: vus,
		maxVUs: vus,
	};
}

export function k6Options(plan: Plan) {
	return {
		scenarios: Object.fromEntries(plan.scenarios.map((one) => [one.phase, k6Scenario(one)])),
		thresholds: thresholdsOf(plan),
		summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
		// Without url: it contains ids, and every distinct value would become a time series.
		systemTags: ['status', 'error_code', 'expected_response', 'name', 'scenario', 'method'],
		discardResponseBodies: true,
		userAgent: 'payin-sandbox-load',
	};
}

type Guard = { threshold: string; abortOnFail: boolean; delayAbortEval: string };

type Thresholds = Record<string, (string | Guard)[]>;

/** k6's own thresholds: an abort guard and presence checks. The verdict is not theirs. */
function thresholdsOf(plan: Plan): Thresholds {
	return { ...summarized(plan), ...presence(plan), ...abortGuard(plan) };
}

/** An empty threshold list judges nothing; it adds the sub-metric to k6's summary. */
function summarized(plan: Plan): Thresholds {
	const names = [
		'dropped_iterations{scenario:hold}',
		'iterations{scenario:hold}',
		'payin_flow_started{phase:hold}',
		...serviceSteps.map((step) => `http_req_duration{step:${step},phase:hold}`),
		...Object.keys(plan.mix).map((story) => `payin_flow_ok{story:${story},phase:hold}`),
	];
	return Object.fromEntries(names.map((name) => [name, []]));
}

/** In k6 a threshold without samples passes, so a step that never ran must fail by its count. */
function presence(plan: Plan): Thresholds {
	return Object.fromEntries(
		plan.expectedSteps.map((step) => [`http_reqs{step:${step},phase:hold}`, ['count>0']]),
	);
}

/** Stops the load on a target that is down. k6 counts the delay from the start of the run. */
function abortGuard(plan: Plan): Thresholds {
	if (plan.ratePerSecond === null) return {};
	return {
		'http_req_failed{phase:hold}': [
			{
				threshold: 'rate<0.5',
				abortOnFail: true,
				delayAbortEval: `${plan.warmUpMs + 15_000}ms`,
			},
		],
	};
}
