/** Runs the selected stories, several at a time, and gathers their results. */
import { createHash } from 'node:crypto';
import { controlPaths } from '../../simulator/contract/routes.ts';
import type { ScenarioFinding, ScenarioResult } from '../../simulator/contract/run-report.ts';
import type { Driver } from '../driver.ts';
import { createDriver } from '../driver.ts';
import { messageOf } from '../harness/errors.ts';
import type { HttpClient } from '../harness/http.ts';
import { createHttpClient } from '../harness/http.ts';
import type { Target } from '../harness/target.ts';
import { isOpenSandbox, tokenVariable } from '../harness/target.ts';
import type { AnyStory, StoryContexts } from '../scenario.ts';
import { describeDeviations } from './deviations.ts';
import { readFindings, readTimeline } from './findings.ts';
import { Mismatch, NotTried, StepFailure } from './recorder.ts';
import { openStoryWorkspace, workspaceNameOf } from './story-workspace.ts';

/** One repeat of a story: its driver, and `close`, which removes what it has used. */
export interface StoryRun extends Omit<Driver, 'context'> {
	context: StoryContexts['control'] | StoryContexts['merchant'];
	/** Runs after the story. Completes the steps, and may add a failure or details of it. */
	finish?(failure: Failure | null): Promise<Failure | null>;
	close(): Promise<void>;
}

type Failure = NonNullable<ScenarioResult['failure']>;

export interface ReplayContext {
	/** Why the story cannot run; undefined when it can. */
	whyNotTried(story: AnyStory): string | undefined;
	open(story: AnyStory, count: number): Promise<StoryRun>;
	signal: AbortSignal;
	onResult(result: ScenarioResult): void;
}

export interface ReplayOptions {
	jobs: number;
	repeat: number;
	/** How often a repeat that failed is run again. */
	retries?: number;
	bail: boolean;
}

export async function replayAll(
	stories: readonly AnyStory[],
	{ jobs, repeat, retries = 0, bail }: ReplayOptions,
	{ whyNotTried, open, signal, onResult }: ReplayContext,
): Promise<ScenarioResult[]> {
	let firstFailed: string | undefined;

	async function resultOf(story: AnyStory): Promise<ScenarioResult> {
		const reason = whyNotTried(story);
		if (reason) return skipped(story, reason);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (bail && firstFailed) return skipped(story, `left out after ${firstFailed} failed`);
		const result = await replay(story, { repeat, retries }, (count) => open(story, count));
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (result.status === 'failed') firstFailed ??= story.name;
		return result;
	}

	return mapPool(stories, jobs, async (story) => {
		const result = await resultOf(story);
		onResult(result);
		return result;
	});
}

export interface ServiceRunOptions {
	target: Target;
	seed: number;
	/** Part of every payment reference of this run. */
	referenceTag: string;
	/** Sent to the three calls only. */
	serviceHeaders?: Readonly<Record<string, string>> | undefined;
	signal: AbortSignal;
	onAssumption(id: string): void;
	/** What the sandbox found wrong, apart from what a story expects. */
	onFindings(found: readonly ScenarioFinding[]): void;
}

/** Stories that call the service themselves: each repeat in a workspace of its own. */
export function createServiceRuns(
	options: ServiceRunOptions,
): Pick<ReplayContext, 'whyNotTried' | 'open'> {
	const { target, seed, referenceTag, serviceHeaders, signal, onAssumption, onFindings } = options;
	const nextReference = createReferences(referenceTag);
	return {
		whyNotTried: (story) => missingCapability(target, story),
		async open(story, count) {
			const name = workspaceNameOf(story.name, count + 1, referenceTag);
			const { url, close } = await openStoryWorkspace(target, name, seed);
			const driver = createDriver({
				target: url,
				controlToken: target.controlToken,
				serviceHeaders,
				seed,
				firstCustomer: firstCustomerOf(story, count),
				nextReference: () => nextReference(story.name),
				onAssumption,
				signal,
			});
			const client = createHttpClient({ target: url, controlToken: target.controlToken, signal });
			return {
				...driver,
				close,
				async finish(failure) {
					if (failure) return { ...failure, ...(await detailsOf(client, target, driver)) };
					if (isOpenSandbox(target)) {
						const { unexpected, missing } = await readFindings(client, story);
						onFindings(unexpected);
						if (missing) return { step: 'findings', message: missing };
					}
					return deviationFailure(driver);
				},
			};
		},
	};
}

/** Each story, and each repeat of it, has customers of its own: one customer who pays twice looks like a duplicate order. */
export function firstCustomerOf({ name }: AnyStory, count: number): number {
	return createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE();
}

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
	merchant: 'needs a merchant file (--merchant)',
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
type OneRun = Pick<
	ScenarioResult,
	'durationMs' | 'steps' | 'failure' | 'transactionIds' | 'deviations' | 'skipReason'
>;

/** Runs one story `repeat` times, as one result. Passed after a failure is flaky. */
export async function replay(
	story: AnyStory,
	{ repeat, retries }: { repeat: number; retries: number },
	open: (count: number) => Promise<StoryRun>,
): Promise<ScenarioResult> {
	const runs: OneRun[] = [];
	let passed = 0;
	for (let count = 0; count < repeat; count += 1) {
		let triesLeft = retries + 1;
		while (triesLeft > 0) {
			triesLeft -= 1;
			const run = await open(runs.length);
			try {
				runs.push(await runOnce(story, run));
			} finally {
				await run.close();
			}
			if (runs.at(-1)?.failure) continue;
			passed += 1;
			break;
		}
	}
	const notTried = runs.find(({ skipReason }) => skipReason !== undefined);
	if (notTried?.skipReason !== undefined) return skipped(story, notTried.skipReason);
	const failed = runs.find(({ failure }) => failure);
	const status = passed === 0 ? 'failed' : failed ? 'flaky' : 'passed';
	const durationMs = runs.reduce((sum, one) => sum + one.durationMs, 0);
	// The report shows the first failure, or the last run when none failed.
	return { ...resultOf(story, status), ...(failed ?? runs.at(-1)), durationMs };
}

async function runOnce(story: AnyStory, run: StoryRun): Promise<OneRun> {
	const startedAt = performance.now();
	let thrown: unknown;
	let failure: Failure | null = null;
	try {
		// `open` made the context for the needs of this story.
		await story.run(run.context as StoryContexts['control'] & StoryContexts['merchant']);
	} catch (error) {
		thrown = error;
		// A story may also throw between two steps.
		const step = error instanceof StepFailure ? error.step : 'story';
		failure = { step, message: messageOf(error), ...differenceIn(error) };
	}
	if (run.finish) {
		failure = await run.finish(failure).catch((error: unknown) => {
			return failure ?? { step: 'story', message: messageOf(error) };
		});
	}
	const cause = thrown instanceof StepFailure ? thrown.cause : thrown;
	const deviations = run.deviations?.() ?? [];
	return {
		durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
		steps: [...run.steps],
		failure,
		transactionIds: [...run.transactionIds],
		...(deviations.length > 0 ? { deviations: [...deviations] } : {}),
		...(cause instanceof NotTried ? { skipReason: cause.message } : {}),
	};
}

/** The latest call, and what happened to the latest payment. */
async function detailsOf(client: HttpClient, target: Target, driver: Driver) {
	const curl = driver.curl?.();
	const id = driver.transactionIds.at(-1);
	const timeline = id && isOpenSandbox(target) ? await readTimeline(client, id) : undefined;
	return { ...(curl ? { curl } : {}), ...(timeline ? { timeline } : {}) };
}

function deviationFailure(driver: Driver): Failure | null {
	const deviations = driver.deviations?.() ?? [];
	const [first] = deviations;
	if (!first) return null;
	return { step: first.path.replace(/:.*/s, ''), message: describeDeviations(deviations) };
}

function differenceIn(error: unknown): { expected: string; actual: string } | undefined {
	const cause = error instanceof StepFailure ? error.cause : error;
	if (!(cause instanceof Mismatch)) return undefined;
	return { expected: cause.expected, actual: cause.actual };
}

function skipped(story: AnyStory, skipReason: string): ScenarioResult {
	return { ...resultOf(story, 'skipped'), skipReason };
}

function resultOf(story: AnyStory, status: ScenarioResult['status']) {
	const { name, title, tags, cost, advice } = story;
	return {
		name,
		title,
		tags: [...tags],
		...(cost === undefined ? {} : { cost }),
		...(advice === undefined ? {} : { advice }),
		status,
		durationMs: 0,
		steps: [],
		failure: null,
		transactionIds: [],
	} satisfies ScenarioResult;
}
