/** The k6 entry point. The runner passes the job as a file. */
import { sleep } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';
import { canaryDueMs, canaryTimeoutMs } from './canary.ts';
import type { FlowOptions } from './driver.ts';
import { createStoryContext } from './driver.ts';
import { beginFlow, endFlow } from './flow.ts';
import { joinIds, writeIds } from './flow-ids.ts';
import { playOrder } from './merchant-flow.ts';
import { createOtherOrderFinder, orderReference, shopFlowFacts } from './merchant-orders.ts';
import { metrics } from './metrics.ts';
import { createPicker, hashToUnit } from './mix.ts';
import { repeatStoryName } from './open-plans.ts';
import type { LoadJob } from './plan.ts';
import { jobVariable } from './plan.ts';
import { k6Options, waitMs } from './profiles.ts';
import { runRepeat } from './repeats.ts';
import { FlowFailure } from './send.ts';
import type { PortableStory } from './stories.ts';

const jobFile = __ENV[jobVariable];
if (!jobFile)
	throw new Error(`${jobVariable} names no job file: start k6 through payin-sandbox load.`);
export const job: LoadJob = JSON.parse(open(jobFile));
const { plan, merchant } = job;

/** The customers of each market as JSON texts, shared by all virtual users. */
const customersOf = new Map(
	Object.entries(job.customersFiles).map(([market, file]) => [
		market,
		new SharedArray<string>(market, () => JSON.parse(open(file))),
	]),
);

export const customersIn = (market: string): ArrayLike<string> => customersOf.get(market) ?? [];

/** Flows due per second, by scenario. */
const rates = new Map(
	plan.scenarios.flatMap((one) =>
		one.executor === 'constant-arrival-rate' ? [[one.phase as string, one.ratePerSecond]] : [],
	),
);

export const options = k6Options(plan);

/** k6 has created the virtual users, and starts the flows when this returns: all parts of a plan start together. */
export function setup(): void {
	const untilStartMs = (job.startAtMs ?? 0) - Date.now();
	if (untilStartMs > 0) sleep(untilStartMs / 1000);
}

let iteration = 0;
let ids = '';

/** The options of the current flow. A virtual user plays one flow at a time, so all its flows share the object. */
const ownFlow: FlowOptions = {
	target: job.target,
	timeoutMs: plan.timeoutMs,
	waitMs,
	reference: '',
	markets: job.markets,
	controlHeaders: job.controlHeaders,
	customerOf(market) {
		const all = customersIn(market);
		const customer = all[iteration % all.length];
		if (!customer) throw new TypeError(`There are no customers for ${market}.`);
		return customer;
	},
	onSession(sessionId, transactionId) {
		ids = joinIds(ids, writeIds(sessionId, transactionId));
	},
};

/** Prepares `ownFlow` for a flow of this number. */
export function resetOwnFlow(phase: string, number: number): FlowOptions {
	const prefix = job.referencePrefix;
	iteration = number;
	ids = '';
	ownFlow.reference = merchant
		? orderReference(prefix, phase, number)
		: `${prefix}-${phase}-${number}`;
	return ownFlow;
}

type Play = () => Promise<void>;

/** k6 loads modules by name at its start only. */
const storyIn = (module: string, name: string) => {
	const exported: PortableStory[] = Object.values(require(module));
	const story = exported.find((one) => one.name === name);
	if (!story) throw new Error(`${module} has no story ${name}.`);
	return story;
};

const context = createStoryContext(ownFlow);
export const otherOrderIn = createOtherOrderFinder(job.referencePrefix);
const plays = new Map<string, Play>(
	merchant
		? shopFlowFacts(merchant.pays).map(({ name }) => [
				name,
				() => {
					const order = { ...ownFlow, story: name, customersOf: customersIn, otherOrderIn };
					return playOrder(merchant, order);
				},
			])
		: Object.entries(job.storyModules).map(([name, module]) => {
				const story = storyIn(module, name);
				return [name, () => story.run(context)];
			}),
);
const storyNames = Object.keys(plan.mix);

/** Each phase draws its own stories. */
const mixSalts: Record<string, number> = { hold: 1, peak: 2, after: 3 };

const pick = createPicker(plan.mix);

/** Smoke runs the stories in turn; other profiles follow the mix. */
function storyOf(phase: string, number: number): string {
	return plan.iterations === null
		? pick(hashToUnit(job.seed, mixSalts[phase] ?? 0, number))
		: (storyNames[number % storyNames.length] ?? '');
}

/** k6 creates a new object at each access, which takes time. An object that is kept shows the current iteration too. */
let scenario: typeof exec.scenario | undefined;

function startFlow(storyAt: (phase: string, number: number) => string): string {
	scenario ??= exec.scenario;
	const { name: phase, startTime, iterationInTest: number } = scenario;
	resetOwnFlow(phase, number);
	const story = storyAt(phase, number);
	const rate = rates.get(phase);
	const dueAtMs = rate === undefined ? undefined : startTime + (number * 1000) / rate;
	beginFlow(story, dueAtMs);
	return story;
}

export async function flow(): Promise<void> {
	const story = startFlow(storyOf);
	const { timeoutMs } = plan;
	const play = plays.get(story);
	if (!play) throw new Error(`The plan names an unknown story: ${story}.`);
	try {
		await play();
	} catch (error) {
		endFlow({ isOk: false, ids, timeoutMs });
		reportFailure(story, error);
		return;
	}
	endFlow({ isOk: true, ids, timeoutMs });
}

const repeatOf = (number: number) => {
	const kinds = plan.repeat ?? [];
	const kind = kinds[number % kinds.length];
	if (!kind) throw new Error('The plan repeats nothing.');
	return kind;
};

/** The profile idempotency. */
export function repeats(): void {
	const story = startFlow((_phase, number) => repeatStoryName(repeatOf(number)));
	const { country, currency, amount } = job.markets.CO;
	const kind = repeatOf(iteration);
	const { timeoutMs } = plan;
	const result = runRepeat({
		...{ kind, timeoutMs, target: job.target, isSandbox: job.isSandbox },
		reference: `${ownFlow.reference}-${kind}`,
		order: { country, currency, amount },
		customer: JSON.parse(ownFlow.customerOf('CO')),
	});
	endFlow({ isOk: result.problem === undefined, ids: result.ids, timeoutMs });
	if (result.problem !== undefined) logFailure(story, `payment-options: ${result.problem}`);
}

/** One request to the idle server. Its sample has how late it was sent. */
export function canary(): void {
	const { startTime, iterationInTest } = exec.scenario;
	const sinceStartMs = Date.now() - startTime;
	const phase = sinceStartMs < plan.warmUpMs ? 'warm_up' : 'hold';
	const { metadata } = exec.vu.metrics;
	metadata.late = String(sinceStartMs - canaryDueMs(iterationInTest, plan));
	http.get(job.canaryUrl, { timeout: canaryTimeoutMs, tags: { phase, name: 'canary' } });
	delete metadata.late;
}

let reported = 0;

/** A failed flow is a result and is counted; an exception of the script is rethrown to k6. */
export function reportFailure(story: string, error: unknown) {
	const failed = error instanceof FlowFailure;
	const byStory = error instanceof Error && error.name === 'Error';
	if (!failed && !byStory) throw error;
	if (byStory) metrics.outcome.add(1, { step: 'story', outcome: 'failed_expectation' });
	if (failed && error.outcome === 'failed_expectation') {
		metrics.outcome.add(1, { step: 'story', outcome: error.outcome });
	}
	logFailure(story, error.message);
}

function logFailure(story: string, because: string) {
	reported += 1;
	// The first three of each VU show the reasons; the counts are in the metrics.
	if (reported > 3) return;
	// biome-ignore lint/suspicious/noConsole: a k6 script has no other output; the runner reads this line.
	console.warn(JSON.stringify({ failedFlow: story, because }));
}

/** The runner reads this file. Without it the run has failed, whatever k6's exit code is. */
export function handleSummary(summary: unknown): Record<string, string> {
	return { [job.summaryFile]: JSON.stringify(summary) };
}
