/** Runs the selected stories, several at a time, and collects their results. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../reports/figures.ts';
import type { ScenarioResult } from '../../simulator/contract/run-report.ts';
import type { Driver } from '../driver.ts';
import { CannotRunError, messageOf } from '../harness/errors.ts';
import { mapInParallel } from '../harness/map-in-parallel.ts';
import type { AnyStory, StoryContexts } from '../scenario.ts';
import type { Stakes } from './recorder.ts';
import {
	ExpectationMismatch,
	ExplainedError,
	errorOfStep,
	roundMs,
	StepFailure,
	StoryNotTried,
} from './recorder.ts';
import { withholdVerbs } from './withheld-verbs.ts';

/** One repeat of a story: its driver, and `close`, which removes everything it used. */
export interface PreparedRepeat extends Omit<Driver, 'context'> {
	context: StoryContexts[keyof StoryContexts];
	/**
	 * Runs after the story. It completes the steps, and may add a failure or details to it. Throws a `StoryNotTried` if a
	 * story without a failure did not try what it is about, or cannot be judged.
	 */
	finish?(failure: Failure | null): Promise<Failure | null>;
	close(): Promise<void>;
}

export type Failure = NonNullable<ScenarioResult['failure']>;

export interface ReplayContext {
	/** Why the story cannot run on this target; undefined if it can. */
	whyNotTried(story: AnyStory): string | undefined;
	/** `overdue` aborts when the time of the story is over. The story then makes no further call. */
	open(story: AnyStory, count: number, overdue: AbortSignal): Promise<PreparedRepeat>;
	/** The line of the user's file where a story threw an error; undefined for a story of the pack. */
	placeOf?(story: AnyStory, error: unknown): string | undefined;
	signal: AbortSignal;
	onResult(result: ScenarioResult): void;
}

export interface ReplayOptions {
	jobs: number;
	repeat: number;
	/** How often a failed repeat is tried again. */
	retries?: number;
	bail: boolean;
	/** How long one repeat of a story may take, in milliseconds. */
	limitMs?: number;
}

export interface ReplayResult {
	scenarios: ScenarioResult[];
	/** Why the run stopped early. Stories that had not started are skipped. */
	error?: CannotRunError;
}

/** Runs all stories. Ends when all have ended, even if preparing one of them fails. */
export async function replayAll(
	stories: readonly AnyStory[],
	{ jobs, bail, ...options }: ReplayOptions,
	{ whyNotTried, open, placeOf, signal, onResult }: ReplayContext,
): Promise<ReplayResult> {
	let firstFailed: string | undefined;
	let fatal: CannotRunError | undefined;

	async function resultOf(story: AnyStory): Promise<ScenarioResult> {
		const reason = whyNotTried(story);
		if (reason) return skipped(story, reason);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (fatal) return skipped(story, 'the run could not go on');
		if (bail && firstFailed) return skipped(story, `left out after ${firstFailed} failed`);
		const result = await replayStory(story, { ...options, placeOf, signal }, (...repeat) =>
			open(story, ...repeat).catch((error: unknown) => {
				if (error instanceof CannotRunError) fatal ??= error;
				throw error;
			}),
		);
		if (signal.aborted) return interrupted(story, result);
		if (result.status === 'failed') firstFailed ??= story.name;
		return result;
	}

	const scenarios = await mapInParallel(stories, jobs, async (story) => {
		const result = await resultOf(story);
		onResult(result);
		return result;
	});
	return { scenarios, ...(fatal ? { error: fatal } : {}) };
}

/** The result of one repeat of a story. */
type OneRun = Pick<
	ScenarioResult,
	'durationMs' | 'steps' | 'failure' | 'transactionIds' | 'deviations' | 'skipReason' | keyof Stakes
>;

/** No story of the pack takes this long, in milliseconds. A story that waits forever must not block the run. */
export const usualLimitMs = 120_000;

export interface ReplayStoryOptions extends Pick<ReplayOptions, 'repeat' | 'retries' | 'limitMs'> {
	placeOf?: ReplayContext['placeOf'] | undefined;
	signal: AbortSignal;
}

/** Runs one story `repeat` times and returns one result. A story that passes only after a failure is flaky. */
export async function replayStory(
	story: AnyStory,
	{ repeat, retries = 0, limitMs = usualLimitMs, placeOf, signal }: ReplayStoryOptions,
	open: (count: number, overdue: AbortSignal) => Promise<PreparedRepeat>,
): Promise<ScenarioResult> {
	const runs: OneRun[] = [];
	let passed = 0;
	for (let count = 0; count < repeat; count += 1) {
		for (let tries = 0; tries <= retries && !signal.aborted; tries += 1) {
			const options = { limitMs, placeOf, signal };
			const run = await openAndRun(story, (overdue) => open(runs.length, overdue), options);
			runs.push(run);
			if (run.skipReason !== undefined) break;
			if (run.failure) continue;
			passed += 1;
			break;
		}
	}
	const failed = runs.find(({ failure }) => failure);
	const { skipReason } = runs.at(-1) ?? {};
	if (!failed && passed === 0 && skipReason !== undefined) return skipped(story, skipReason);
	const status = passed === 0 ? 'failed' : failed ? 'flaky' : 'passed';
	const durationMs = runs.reduce((sum, one) => sum + one.durationMs, 0);
	// Report the first failed repeat; if none failed, the last one that passed.
	const shown = failed ?? runs.findLast((one) => !one.failure && one.skipReason === undefined);
	return { ...resultOf(story, status), ...shown, durationMs };
}

type RunOnceOptions = Required<Omit<ReplayStoryOptions, 'repeat' | 'retries'>>;

async function openAndRun(
	story: AnyStory,
	open: (overdue: AbortSignal) => Promise<PreparedRepeat>,
	options: RunOnceOptions,
): Promise<OneRun> {
	const overdue = new AbortController();
	try {
		const run = await open(overdue.signal);
		try {
			return await runOnce(story, run, options, overdue);
		} finally {
			await run.close();
		}
	} catch (error) {
		const failure = { step: 'open the story', message: messageOf(error) };
		return { durationMs: 0, steps: [], failure, transactionIds: [] };
	}
}

async function runOnce(
	story: AnyStory,
	run: PreparedRepeat,
	{ limitMs, placeOf, signal }: RunOnceOptions,
	overdue: AbortController,
): Promise<OneRun> {
	const startedAt = performance.now();
	let failure: Failure | null = null;
	let stakes: Stakes | undefined;
	let notTried: StoryNotTried | undefined;
	try {
		// `open` made the context that this story needs, so the cast is safe.
		const own = run.context as StoryContexts['control'] & StoryContexts['merchant'];
		const context = withholdVerbs(own, story.needs);
		// A story in JavaScript may be no async function. A step that it does not wait for may still fail.
		const running = Promise.resolve(story.run(context)).then(run.idle);
		await endOf(running, limitMs, signal, overdue);
		failure = caughtFailureIn(run.steps);
	} catch (error) {
		const cause = causeOf(error);
		if (cause instanceof StoryNotTried) {
			notTried = cause;
			// An earlier failed step fails the story.
			failure = caughtFailureIn(run.steps);
		} else {
			failure = failureOf(error, placeOf?.(story, error));
			if (cause instanceof ExpectationMismatch || cause instanceof ExplainedError)
				({ stakes } = cause);
		}
	}
	try {
		if (run.finish) failure = await run.finish(failure);
	} catch (error) {
		if (error instanceof StoryNotTried) notTried ??= error;
		else failure ??= { step: 'story', message: messageOf(error) };
	}
	const deviations = run.deviations?.() ?? [];
	return {
		durationMs: roundMs(performance.now() - startedAt),
		steps: [...run.steps],
		failure,
		transactionIds: [...run.transactionIds],
		...(deviations.length > 0 ? { deviations: [...deviations] } : {}),
		...stakes,
		...(notTried && !failure ? { skipReason: notTried.message } : {}),
	};
}

function failureOf(error: unknown, place: string | undefined): Failure {
	// A story may also throw between two steps.
	const step = error instanceof StepFailure ? error.step : 'story';
	const message = [messageOf(error), ...(place ? [`At ${place}`] : [])].join('\n');
	const cause = causeOf(error);
	if (!(cause instanceof ExpectationMismatch)) return { step, message };
	const { expected, actual } = cause;
	return { step, message, expected, actual };
}

/** A failed step fails the story, also if the story caught the error and went on. */
function caughtFailureIn(steps: PreparedRepeat['steps']): Failure | null {
	const failed = steps.find(
		(step) => step.status === 'failed' && !(errorOfStep(step) instanceof StoryNotTried),
	);
	if (!failed) return null;
	const message = `${failed.detail ?? 'this step failed'}\nThe story caught this error and went on, or called the step without await; a failed step fails its story. For a call that may be refused, use payin.attempt or shopper.attempt.`;
	return { step: failed.name, message };
}

/**
 * Waits until the story ends, its time limit is over, or the run is interrupted. From the limit on the story makes no
 * call, because the next one may use the same sandbox and shop.
 */
async function endOf(
	running: Promise<void>,
	limitMs: number,
	signal: AbortSignal,
	overdue: AbortController,
) {
	const ended = new AbortController();
	const limit = pause(limitMs, undefined, {
		signal: AbortSignal.any([signal, ended.signal]),
	}).then(() => {
		overdue.abort('the time of the story is over');
		throw new Error(`The story has not ended after ${formatDuration(limitMs)}.`);
	});
	try {
		await Promise.race([running, limit]);
	} finally {
		ended.abort();
	}
}

const causeOf = (error: unknown) => (error instanceof StepFailure ? error.cause : error);

function skipped(story: AnyStory, skipReason: string): ScenarioResult {
	return { ...resultOf(story, 'skipped'), skipReason };
}

/** A story that an interruption of the run ended. It keeps its time and its steps, which show where it was. */
function interrupted(
	story: AnyStory,
	{ durationMs, steps, transactionIds }: ScenarioResult,
): ScenarioResult {
	const reason = `the run was interrupted while this story ran, after ${formatDuration(durationMs)}`;
	return { ...skipped(story, reason), interrupted: true, durationMs, steps, transactionIds };
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
