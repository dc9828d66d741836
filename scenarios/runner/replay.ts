/** One story, replayed as often as asked, as one result. */
import type { ScenarioResult } from '../../simulator/contract/run-report.ts';
import type { Driver } from '../driver.ts';
import type { AnyStory } from '../scenario.ts';
import { StepFailure } from './recorder.ts';

type Attempt = Pick<ScenarioResult, 'durationMs' | 'steps' | 'failure' | 'transactionIds'>;

export async function replay(
	story: AnyStory,
	repeat: number,
	createDriver: () => Driver,
): Promise<ScenarioResult> {
	const attempts: Attempt[] = [];
	for (let count = 0; count < repeat; count += 1) {
		attempts.push(await replayOnce(story, createDriver()));
	}
	const failed = attempts.filter(({ failure }) => failure);
	const status =
		failed.length === 0 ? 'passed' : failed.length === attempts.length ? 'failed' : 'flaky';
	// The first failure is the one to look at; a story without any shows its last run.
	const shown = failed[0] ?? attempts.at(-1);
	return {
		...resultOf(story, status),
		durationMs: attempts.reduce((sum, { durationMs }) => sum + durationMs, 0),
		steps: shown?.steps ?? [],
		failure: shown?.failure ?? null,
		transactionIds: shown?.transactionIds ?? [],
	};
}

export function skipped(story: AnyStory, skipReason: string): ScenarioResult {
	return { ...resultOf(story, 'skipped'), skipReason };
}

async function replayOnce(story: AnyStory, driver: Driver): Promise<Attempt> {
	const begun = performance.now();
	const failure = await story
		.run(driver.world)
		.then(() => null)
		.catch((error: unknown) => failureOf(error));
	return {
		durationMs: Math.round((performance.now() - begun) * 10) / 10,
		steps: [...driver.steps],
		failure,
		transactionIds: [...driver.transactionIds],
	};
}

/** A story may also give up by itself, between two steps. */
function failureOf(error: unknown): NonNullable<ScenarioResult['failure']> {
	if (error instanceof StepFailure) return { step: error.step, message: error.message };
	return { step: 'story', message: error instanceof Error ? error.message : String(error) };
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
