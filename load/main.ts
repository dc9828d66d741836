/** The one k6 entry. What to do comes as a job file from the runner beside it. */
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import type { Customer } from '../simulator/contract/payment-options.ts';
import { pickFrom, spread } from './choice.ts';
import { createWorld } from './driver.ts';
import { metrics } from './metrics.ts';
import type { Job } from './plan.ts';
import { jobVariable } from './plan.ts';
import { k6Options, waitMs } from './profiles.ts';
import { FlowFailure } from './send.ts';
import type { PortableStory } from './stories.ts';
import { stories } from './stories.ts';

const jobFile = __ENV[jobVariable];
if (!jobFile) throw new Error(`${jobVariable} names no job file: start this through its runner.`);
const job: Job = JSON.parse(open(jobFile));
const { plan } = job;

/** One copy for all VUs. */
const customers = (market: string) =>
	new SharedArray<Customer>(market, () => JSON.parse(open(job.customersFile))[market]);
const customersOf = new Map(Object.keys(job.markets).map((name) => [name, customers(name)]));

const storyByName = new Map(stories.map((story) => [story.name, story]));
const storyNames = Object.keys(plan.mix);

export const options = k6Options(plan);

/** Smoke takes the stories in turn; everything else by the mix. */
function storyOf(phase: string, iteration: number): PortableStory {
	const name =
		plan.iterations === null
			? pickFrom(plan.mix, spread(job.seed, phase === 'hold' ? 1 : 0, iteration))
			: storyNames[iteration % storyNames.length];
	const story = storyByName.get(name ?? '');
	if (!story) throw new Error(`The plan names a story that is not here: ${name}.`);
	return story;
}

export async function flow(): Promise<void> {
	const { name: phase, iterationInTest: iteration, startTime } = exec.scenario;
	const story = storyOf(phase, iteration);
	exec.vu.metrics.tags.story = story.name;
	exec.vu.metrics.tags.flow = story.tags[0] ?? story.name;
	const begun = Date.now();
	metrics.flowStarted.add(1);
	if (plan.ratePerSecond !== null) {
		metrics.startLag.add(Math.max(0, begun - startTime - (iteration * 1000) / plan.ratePerSecond));
	}
	const { world, waitedMs } = createWorld({
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
	});
	try {
		await story.run(world);
	} catch (error) {
		metrics.flowOk.add(false);
		tell(story.name, error);
		return;
	}
	metrics.flowDuration.add(Date.now() - begun - waitedMs());
	metrics.flowOk.add(true);
}

let told = 0;

/** A failed flow is a result and is counted; a mistake in a script is neither, and goes to k6. */
function tell(story: string, error: unknown) {
	const failed = error instanceof FlowFailure;
	const byStory = error instanceof Error && error.name === 'Error';
	if (!failed && !byStory) throw error;
	if (byStory) metrics.outcome.add(1, { step: 'story', outcome: 'failed_expectation' });
	if (failed && error.outcome === 'failed_expectation') {
		metrics.outcome.add(1, { step: 'story', outcome: error.outcome });
	}
	told += 1;
	// The first few of each VU are enough to see what goes wrong; the counts are in the metrics.
	if (told > 3) return;
	// biome-ignore lint/suspicious/noConsole: a k6 script has no other voice; the runner reads this line.
	console.warn(JSON.stringify({ failedFlow: story, because: error.message }));
}

/** The runner reads this file; without it the run counts as failed, whatever k6's exit code says. */
export function handleSummary(summary: unknown): Record<string, string> {
	return { [job.summaryFile]: JSON.stringify(summary) };
}
