/** The k6 entry point. The runner passes the job as a file. */
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import type { Customer } from '../simulator/contract/payment-options.ts';
import { createStoryContext } from './driver.ts';
import { metrics } from './metrics.ts';
import { hashToUnit, pickFrom } from './mix.ts';
import type { Job } from './plan.ts';
import { jobVariable } from './plan.ts';
import { k6Options, waitMs } from './profiles.ts';
import { FlowFailure } from './send.ts';
import type { PortableStory } from './stories.ts';
import { stories } from './stories.ts';

const jobFile = __ENV[jobVariable];
if (!jobFile)
	throw new Error(`${jobVariable} names no job file: start k6 through payin-sandbox load.`);
const job: Job = JSON.parse(open(jobFile));
const { plan } = job;

/** The customers of a market, shared by all virtual users. */
const customers = (market: string) =>
	new SharedArray<Customer>(market, () => JSON.parse(open(job.customersFile))[market]);
const customersOf = new Map(Object.keys(job.markets).map((name) => [name, customers(name)]));

const storyByName = new Map(stories.map((story) => [story.name, story]));
const storyNames = Object.keys(plan.mix);

export const options = k6Options(plan);

/** Smoke runs the stories in turn; other profiles follow the mix. */
function storyOf(phase: string, iteration: number): PortableStory {
	const name =
		plan.iterations === null
			? pickFrom(plan.mix, hashToUnit(job.seed, phase === 'hold' ? 1 : 0, iteration))
			: storyNames[iteration % storyNames.length];
	const story = storyByName.get(name ?? '');
	if (!story) throw new Error(`The plan names an unknown story: ${name}.`);
	return story;
}

export async function flow(): Promise<void> {
	const { name: phase, iterationInTest: iteration, startTime } = exec.scenario;
	const story = storyOf(phase, iteration);
	exec.vu.metrics.tags.story = story.name;
	metrics.flowStarted.add(1);
	if (plan.ratePerSecond !== null) {
		const dueAt = startTime + (iteration * 1000) / plan.ratePerSecond;
		metrics.startLag.add(Math.max(0, Date.now() - dueAt));
	}
	let session: string | undefined;
	const context = createStoryContext({
		target: job.target,
		timeoutMs: plan.timeoutMs,
		waitMs,
		reference: `${job.referencePrefix}-${phase}-${iteration}`,
		markets: job.markets,
		customerOf(market) {
			const all = customersOf.get(market) ?? [];
			const customer = all[iteration % all.length];
			if (!customer) throw new TypeError(`There are no customers for ${market}.`);
			return customer;
		},
		onSession(sessionId) {
			session = sessionId;
		},
	});
	try {
		await story.run(context);
	} catch (error) {
		endFlow(false, session);
		reportFailure(story.name, error);
		return;
	}
	endFlow(true, session);
}

/** Metadata, because every value of a tag would become a time series. The runner compares the sessions of all flows. */
function endFlow(isOk: boolean, session: string | undefined) {
	if (session !== undefined) exec.vu.metrics.metadata.session = session;
	metrics.flowOk.add(isOk);
	delete exec.vu.metrics.metadata.session;
}

let reported = 0;

/** A failed flow is a result and is counted; an exception of the script is rethrown to k6. */
function reportFailure(story: string, error: unknown) {
	const failed = error instanceof FlowFailure;
	const byStory = error instanceof Error && error.name === 'Error';
	if (!failed && !byStory) throw error;
	if (byStory) metrics.outcome.add(1, { step: 'story', outcome: 'failed_expectation' });
	if (failed && error.outcome === 'failed_expectation') {
		metrics.outcome.add(1, { step: 'story', outcome: error.outcome });
	}
	reported += 1;
	// The first three of each VU show the reasons; the counts are in the metrics.
	if (reported > 3) return;
	// biome-ignore lint/suspicious/noConsole: a k6 script has no other output; the runner reads this line.
	console.warn(JSON.stringify({ failedFlow: story, because: error.message }));
}

/** The runner reads this file. Without it the run has failed, whatever k6's exit code is. */
export function handleSummary(summary: unknown): Record<string, string> {
	return { [job.summaryFile]: JSON.stringify(summary) };
}
