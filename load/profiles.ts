/** Shapes of load: what was asked for → plan → k6 options. Pure, shared by k6 and Node. */
import type { Phase, Plan, PlannedScenario } from './plan.ts';
import { thresholdsOf } from './thresholds.ts';

export const profileNames = ['smoke', 'average'] as const;
export type ProfileName = (typeof profileNames)[number];

/** Designed, and refused by name until they are built. */
export const laterProfiles = ['stress', 'spike', 'soak', 'breakpoint'] as const;

/** What a profile needs to know of a story. */
export interface StoryFacts {
	name: string;
	needs: 'calls' | 'shopper';
	tags: readonly string[];
}

const callTimeoutMs = 10_000;
const smokeRepeats = 5;
/** The longest a story waits for the network to confirm, unless it says otherwise. */
export const waitMs = 30_000;

/** A shopper who is declined once waits for the network twice. */
const longestWaitsMs = 2 * waitMs;

/** A flow is at most three calls of the service; a shopper adds four steps, and waits for the network. */
const longestFlowMs = (stories: readonly StoryFacts[]) =>
	3 * callTimeoutMs + (stories.some(isShopper) ? 4 * callTimeoutMs + longestWaitsMs : 0) + 1000;

const isShopper = (story: StoryFacts) => story.needs === 'shopper';

/** One shopper at a time, every story the target can take part in, five times. */
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
		expectedSteps: stepsOf(stories),
		longestMs: maxDurationMs + gracefulStopMs,
	};
}

export interface AverageChoice {
	ratePerSecond: number;
	holdMs: number;
	/** Story → share; the shares add up to 1. */
	mix: Record<string, number>;
	stories: readonly StoryFacts[];
}

/** Flows begin at an even pace whatever the answers take: an open model, warm-up first. */
export function averagePlan({ ratePerSecond, holdMs, mix, stories }: AverageChoice): Plan {
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
		}) satisfies PlannedScenario;
	const scenarios = [
		paced('warm_up', 0, warmUpMs, vusFor(ratePerSecond, 1000)),
		paced('hold', warmUpMs, holdMs, holdVUs(ratePerSecond, mixed)),
	];
	// In a short run a rare story may honestly not turn up: only what is as good as sure is expected.
	const flows = (ratePerSecond * holdMs) / 1000;
	const sure = mixed.filter(({ name }) => flows * (mix[name] ?? 0) >= 20);
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
		expectedSteps: stepsOf(sure),
		longestMs: warmUpMs + holdMs + gracefulStopMs,
	};
}

/** A sixth of what is measured in whole seconds, from one to ten. */
const warmUpFor = (holdMs: number) =>
	Math.min(10_000, Math.max(1000, Math.round(holdMs / 6000) * 1000));

const vusFor = (ratePerSecond: number, flowMs: number) =>
	Math.ceil((ratePerSecond * flowMs * 1.3) / 1000);

/**
 * Enough for every flow to last as long as a call may: too few would hide a stall of the target. From 1 000 on
 * the machine's memory matters more, and two seconds a flow must do; what exceeds them shows as dropped flows.
 */
function holdVUs(ratePerSecond: number, stories: readonly StoryFacts[]): number {
	const patient = callTimeoutMs + (stories.some(isShopper) ? longestWaitsMs : 0);
	return Math.min(
		vusFor(ratePerSecond, patient),
		Math.max(1000, vusFor(ratePerSecond, stories.some(isShopper) ? 10_000 : 2000)),
	);
}

/** Only a bank has a second list to choose from, so only its stories call payment-suboptions. */
function stepsOf(stories: readonly StoryFacts[]): string[] {
	if (stories.length === 0) return [];
	const bank = stories.some(({ tags }) => tags.includes('bank'));
	return ['payment-options', ...(bank ? ['payment-suboptions'] : []), 'hybrid-payment'];
}

const ms = (value: number) => `${value}ms`;

/** A k6 scenario, in k6's own words. */
export function k6Scenario(scenario: PlannedScenario) {
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
		// The same twice: making VUs in the middle of a run disturbs what is measured.
		preAllocatedVUs: vus,
		maxVUs: vus,
	};
}

export function k6Options(plan: Plan) {
	return {
		scenarios: Object.fromEntries(plan.scenarios.map((one) => [one.phase, k6Scenario(one)])),
		thresholds: thresholdsOf(plan),
		summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
		// No url: it carries ids, and every distinct value would become a series of its own.
		systemTags: ['status', 'error_code', 'expected_response', 'name', 'scenario', 'method'],
		discardResponseBodies: true,
		userAgent: 'payin-sandbox-load',
	};
}
