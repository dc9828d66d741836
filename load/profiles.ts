/** Load profiles: makes a plan from settings, and k6 options from a plan. Pure, shared by k6 and Node. */
import { browserScenario } from './browser-plan.ts';
import { canaryK6Scenario, hasCanary } from './canary.ts';
import type { PacedScenario, Phase, Plan, PlannedPhase } from './plan.ts';

export const profileNames = [
	'smoke',
	'average',
	'spike',
	'soak',
	'breakpoint',
	'idempotency',
	'rehearsal',
] as const;
export type ProfileName = (typeof profileNames)[number];

/** The facts about a story that a profile needs. */
export interface StoryFacts {
	name: string;
	needs: 'calls' | 'shopper';
	tags: readonly string[];
	/** The steps that this story measures. By default: the service calls that follow from its tags. */
	steps?: readonly string[];
}

const callTimeoutMs = 10_000;
const smokeRepeats = 5;
/** How long a story waits for the payment network by default, in milliseconds. */
export const waitMs = 30_000;

/** A shopper whose first attempt is declined waits for the network twice. */
const longestWaitsMs = 2 * waitMs;

/**
 * The longest possible time of a flow: at most three service calls; a shopper adds four calls and the waits for the
 * network.
 */
const longestFlowMs = (stories: readonly StoryFacts[]) =>
	3 * callTimeoutMs + (stories.some(isShopper) ? 4 * callTimeoutMs + longestWaitsMs : 0) + 1000;

const isShopper = (story: StoryFacts) => story.needs === 'shopper';

/** The plan of a smoke test: every story five times, one flow at a time. */
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
		stepsByStory: stepsByStory(stories),
		longestMs: maxDurationMs + gracefulStopMs,
	};
}

export interface PacedSettings {
	ratePerSecond: number;
	holdMs: number;
	/** The share of each story, by name. The shares add up to 1. */
	mix: Record<string, number>;
	stories: readonly StoryFacts[];
}

/** A part of a plan with a constant rate. Consecutive stages with the same phase and rate become one k6 scenario. */
export interface Stage {
	name: string;
	phase: Phase;
	ratePerSecond: number;
	durationMs: number;
}

interface OpenPlan extends PacedSettings {
	profile: string;
	/** The stages in order, without gaps. Exactly one has the phase `hold`. */
	stages: readonly Stage[];
}

/** Makes a plan with an open model: flows start at an even pace, however long the responses take. */
export function openPlan({ profile, ratePerSecond, holdMs, mix, stories, stages }: OpenPlan): Plan {
	const mixed = stories.filter(({ name }) => (mix[name] ?? 0) > 0);
	const gracefulStopMs = longestFlowMs(mixed);
	const scenarios: PacedScenario[] = [];
	const phases: NonNullable<Plan['phases']> = [];
	let startMs = 0;
	let warmUpMs = 0;
	for (const { name, phase, ratePerSecond, durationMs } of stages) {
		if (phase === 'hold') warmUpMs = startMs;
		const last = scenarios.at(-1);
		if (last?.phase === phase) last.durationMs += durationMs;
		else {
			const executor = 'constant-arrival-rate';
			const vus = phase === 'warm_up' ? vusFor(ratePerSecond, 1000) : holdVUs(ratePerSecond, mixed);
			scenarios.push({ phase, executor, startMs, ratePerSecond, durationMs, vus, gracefulStopMs });
		}
		const startSecond = startMs / 1000;
		startMs += durationMs;
		phases.push({ name, ratePerSecond, startSecond, endSecond: startMs / 1000 });
	}
	return {
		profile,
		judgesLatency: true,
		ratePerSecond,
		iterations: null,
		warmUpMs,
		holdMs,
		mix,
		maxVUs: maxConcurrentVUs(scenarios),
		timeoutMs: callTimeoutMs,
		phases,
		scenarios,
		steps: stepsOf(mixed),
		stepsByStory: stepsByStory(mixed),
		longestMs: startMs + gracefulStopMs,
	};
}

/**
 * The highest number of virtual users that may exist at the same time: a scenario keeps its own until its last flow has
 * ended.
 */
export function maxConcurrentVUs(scenarios: readonly PacedScenario[]): number {
	const inUse = scenarios.map(({ startMs: atMs }) =>
		scenarios
			.filter(
				({ startMs, durationMs, gracefulStopMs }) =>
					startMs <= atMs && atMs < startMs + durationMs + gracefulStopMs,
			)
			.reduce((sum, { vus }) => sum + vus, 0),
	);
	return Math.max(...inUse);
}

export const warmUp = (ratePerSecond: number, durationMs: number): Stage => ({
	...{ name: 'warm-up', phase: 'warm_up', ratePerSecond, durationMs },
});

/** The plan of an average load: a warm-up, then one constant rate. */
export function averagePlan(settings: PacedSettings): Plan {
	const { ratePerSecond, holdMs } = settings;
	const hold: Stage = { name: 'average', phase: 'hold', ratePerSecond, durationMs: holdMs };
	const stages = [warmUp(ratePerSecond, warmUpMsFor(holdMs)), hold];
	return openPlan({ ...settings, profile: 'average', stages });
}

/** The length of the warm-up in milliseconds: a sixth of the measured part, in whole seconds from one to ten. */
export const warmUpMsFor = (holdMs: number) =>
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

/** The step names that the stories measure. Only bank stories call payment-suboptions. */
function stepsOf(stories: readonly StoryFacts[]): string[] {
	const own = stories.find(({ steps }) => steps !== undefined)?.steps;
	if (own || stories.length === 0) return [...(own ?? [])];
	const bank = stories.some(({ tags }) => tags.includes('bank'));
	return ['payment-options', ...(bank ? ['payment-suboptions'] : []), 'hybrid-payment'];
}

const stepsByStory = (stories: readonly StoryFacts[]) =>
	Object.fromEntries(stories.map((story) => [story.name, stepsOf([story])]));

const ms = (value: number) => `${value}ms`;

/** k6 accepts only whole numbers as a rate. */
const arrivalRate = (ratePerSecond: number) =>
	Number.isInteger(ratePerSecond)
		? { rate: ratePerSecond, timeUnit: '1s' }
		: { rate: Math.round(ratePerSecond * 60), timeUnit: '1m' };

/** One k6 scenario for a phase of the plan. */
function k6Scenario(scenario: PlannedPhase, exec: 'flow' | 'repeats' = 'flow') {
	const common = {
		...(scenario.phase === 'browser' ? browserScenario : { exec }),
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
		...arrivalRate(ratePerSecond),
		startTime: ms(startMs),
		duration: ms(durationMs),
		// Equal to the maximum, because creating virtual users during the run disturbs the measurement.
		preAllocatedVUs: vus,
		maxVUs: vus,
	};
}

/** The k6 scenarios of a plan, by name. */
function scenariosOf(plan: Plan): Record<string, object> {
	const exec = plan.repeat ? 'repeats' : 'flow';
	const flows = plan.scenarios.map((one) => [one.phase, k6Scenario(one, exec)] as const);
	const canary = hasCanary(plan) ? { canary: canaryK6Scenario(plan) } : {};
	return { ...Object.fromEntries(flows), ...canary };
}

export function k6Options(plan: Plan) {
	return {
		scenarios: scenariosOf(plan),
		summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
		// The system tags that the runner reads. The tag `url` would contain ids, and k6 makes a time series of every
		// distinct value.
		systemTags: ['expected_response', 'name', 'scenario'],
		discardResponseBodies: true,
		// In a run of several parts, `setup()` waits for the common start.
		setupTimeout: '10m',
		maxRedirects: 0,
		noConnectionReuse: plan.repeat !== undefined,
		noVUConnectionReuse: plan.connections === 'new',
		userAgent: 'payin-sandbox-load',
	};
}
