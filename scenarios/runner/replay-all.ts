/** Replays the chosen stories against one target. */
import type { ScenarioResult } from '../../simulator/contract/run-report.ts';
import { createDriver } from '../driver.ts';
import type { AnyStory } from '../scenario.ts';
import type { RunOptions } from './plan.ts';
import { mapPool } from './pool.ts';
import { createReferences } from './reference.ts';
import { replay, skipped } from './replay.ts';
import type { Target } from './target.ts';
import { lacking } from './target.ts';

export interface ReplayAll {
	target: Target;
	/** Makes the payment references of this run its own. */
	tag: string;
	signal: AbortSignal;
	onAssumption(id: string): void;
	onResult(result: ScenarioResult): void;
}

export async function replayAll(
	stories: readonly AnyStory[],
	{ seed, jobs, repeat, bail }: RunOptions,
	{ target, tag, signal, onAssumption, onResult }: ReplayAll,
): Promise<ScenarioResult[]> {
	const nextReference = createReferences(tag);
	let firstFailed: string | undefined;

	async function resultOf(story: AnyStory): Promise<ScenarioResult> {
		const missing = lacking(target, story);
		if (missing) return skipped(story, missing);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (bail && firstFailed) return skipped(story, `left out after ${firstFailed} failed`);
		const result = await replay(story, repeat, () =>
			createDriver({
				target: target.url,
				controlToken: target.controlToken,
				seed,
				nextReference: () => nextReference(story.name),
				onAssumption,
				signal,
			}),
		);
		if (signal.aborted) return skipped(story, 'the run was interrupted');
		if (result.status === 'failed') firstFailed ??= story.name;
		return result;
	}

	const play = async (story: AnyStory) => {
		const result = await resultOf(story);
		onResult(result);
		return [story, result] as const;
	};
	// The clock is everybody's: a story that moves it at will would end the windows of those beside it.
	const together = await mapPool(stories.filter(isHarmless), jobs, play);
	const alone = await mapPool(
		stories.filter((story) => !isHarmless(story)),
		1,
		play,
	);
	const results = new Map([...together, ...alone]);
	return stories.flatMap((story) => results.get(story) ?? []);
}

const isHarmless = ({ needs }: AnyStory) => needs !== 'control';
