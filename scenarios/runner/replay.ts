/** Runs the selected stories against one target. */
import { createHash } from 'node:crypto';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { ScenarioResult } from '../../simulator/contract/run-report.ts';
import type { Driver } from '../driver.ts';
import { createDriver } from '../driver.ts';
import { messageOf } from '../harness/errors.ts';
import type { Target } from '../harness/target.ts';
import { tokenVariable } from '../harness/target.ts';
import type { AnyStory } from '../scenario.ts';
import type { ScenarioOptions } from './options.ts';
import { StepFailure } from './recorder.ts';

export interface ReplayContext {
	target: Target;
	/** Part of every payment reference of this run. */
	referenceTag: string;
	signal: AbortSignal;
	onAssumption(id: string): void;
	onResult(result: ScenarioResult): void;
}

export async function replayAll(
	stories: readonly AnyStory[],
	{ seed, jobs, repeat, bail }: ScenarioOptions,
	{ target, referenceTag, signal, onAssumption, onResult }: ReplayContext,
): Promise<ScenarioResult[]> {
	const nextReference = createReferences(referenceTag);
	let firstFailed: string | undefined;

	async function resultOf(story: AnyStory): Promise<ScenarioResult> {
		const missing = missingCapability(target, story);
		if (missing) return skipped(story, missing);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (bail && firstFailed) return skipped(story, `left out after ${firstFailed} failed`);
		const result = await replay(story, repeat, (count) =>
			createDriver({
				target: target.url,
				controlToken: target.controlToken,
				seed,
				firstCustomer: firstCustomerOf(story, count),
				nextReference: () => nextReference(story.name),
				onAssumption,
				signal,
			}),
		);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (result.status === 'failed') firstFailed ??= story.name;
		return result;
	}

	const run = async (story: AnyStory) => {
		const result = await resultOf(story);
		onResult(result);
		return [story, result] as const;
	};
	// All stories share the clock. One that moves it freely would end the payment windows of those beside it.
	const parallel = await mapPool(stories.filter(canShareClock), jobs, run);
	const serial = await mapPool(
		stories.filter((story) => !canShareClock(story)),
		1,
		run,
	);
	const results = new Map([...parallel, ...serial]);
	return stories.flatMap((story) => results.get(story) ?? []);
}

/** Each story, and each repeat of it, has customers of its own: one customer who pays twice looks like a duplicate order. */
function firstCustomerOf({ name }: AnyStory, count: number): number {
	return createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE();
}

const canShareClock = ({ needs }: AnyStory) => needs !== 'control';

/**
 * `card-approved-<referenceTag>-1`, then `-2`. The reference decides the fate of a payment. In a sandbox that the run starts,
 * the tag is the seed: the same run gets the same fates. On a target that others use, the tag is the run id.
 */
export function createReferences(referenceTag: string): (story: string) => string {
	const counts = new Map<string, number>();
	return (story) => {
		const count = (counts.get(story) ?? 0) + 1;
		counts.set(story, count);
		return `${story.replaceAll('/', '-')}-${referenceTag}-${count}`;
	};
}

const requirements: Record<Exclude<AnyStory['needs'], 'calls'>, string> = {
	shopper: 'needs the cashier of a sandbox',
	control: "needs a sandbox's clock and network",
};

/** Why the story cannot run on the target; undefined when it can. */
export function missingCapability(target: Target, { needs }: AnyStory): string | undefined {
	if (needs === 'calls') return undefined;
	const { url, sandbox, unexpected } = target;
	if (!sandbox) {
		const detail = unexpected ? `: ${unexpected}` : '';
		return `${requirements[needs]}, and ${url} answers no ${controlPaths.health}${detail}`;
	}
	if (sandbox !== 'locked') return undefined;
	return `${requirements[needs]}, and the control API of ${url} wants its token in ${tokenVariable}`;
}

/** Maps with at most `limit` calls at a time; the results keep the order of the items. */
export async function mapPool<Item, Result>(
	items: readonly Item[],
	limit: number,
	map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queue = items.entries();
	const worker = async () => {
		for (const [index, item] of queue) results[index] = await map(item);
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
	return results;
}

/** The result of one repeat of a story. */
type OneRun = Pick<ScenarioResult, 'durationMs' | 'steps' | 'failure' | 'transactionIds'>;

/** Runs one story `repeat` times, as one result. */
export async function replay(
	story: AnyStory,
	repeat: number,
	createDriver: (count: number) => Driver,
): Promise<ScenarioResult> {
	const repeats: OneRun[] = [];
	for (let count = 0; count < repeat; count += 1) {
		repeats.push(await runOnce(story, createDriver(count)));
	}
	const failed = repeats.filter(({ failure }) => failure);
	const status =
		failed.length === 0 ? 'passed' : failed.length === repeats.length ? 'failed' : 'flaky';
	// The report shows the first failure, or the last run when none failed.
	const shown = failed[0] ?? repeats.at(-1);
	const durationMs = repeats.reduce((sum, one) => sum + one.durationMs, 0);
	return { ...resultOf(story, status), ...shown, durationMs };
}

async function runOnce(story: AnyStory, driver: Driver): Promise<OneRun> {
	const startedAt = performance.now();
	const failure = await story.run(driver.context).then(
		() => null,
		(error: unknown) => ({
			// A story may also throw between two steps.
			step: error instanceof StepFailure ? error.step : 'story',
			message: messageOf(error),
		}),
	);
	return {
		durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
		steps: [...driver.steps],
		failure,
		transactionIds: [...driver.transactionIds],
	};
}

function skipped(story: AnyStory, skipReason: string): ScenarioResult {
	return { ...resultOf(story, 'skipped'), skipReason };
}

function resultOf({ name, title, tags }: AnyStory, status: ScenarioResult['status']) {
	return {
		name,
		title,
		tags: [...tags],
		status,
		durationMs: 0,
		steps: [],
		failure: null,
		transactionIds: [],
	} satisfies ScenarioResult;
}
