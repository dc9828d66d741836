/** The steps of a story that finds out while it runs that it cannot be tried. */
import { expect, test } from 'vitest';
import { createDriver } from '../driver.ts';
import { story } from '../scenario.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder, StoryNotTried } from './recorder.ts';
import { replayStory } from './replay.ts';

const notTried = new StoryNotTried('nothing to try');
const skipped = { status: 'skipped', skipReason: 'nothing to try', failure: null };

/** Runs a story whose steps are those of `run`, without calls. */
function play(run: (recorder: Recorder) => Promise<unknown>) {
	const recorder = createRecorder();
	const tested = story({
		...{ name: 'edge/test', title: 'A story of this test', tags: ['edge'], needs: 'calls' },
		run: async () => void (await run(recorder)),
	});
	const driver = createDriver({
		...{ target: 'http://unused.invalid', seed: 1, nextReference: () => 'unused' },
	});
	const { signal } = new AbortController();
	const { steps } = recorder;
	return replayStory(tested, { repeat: 1, signal }, async () => ({
		...{ ...driver, steps, close: async () => {} },
	}));
}

const checkOut = (recorder: Recorder, error: Error) =>
	recorder.step('check out', () => Promise.reject(error));

test('a story that catches such a step, or has two of them, is skipped', async () => {
	const caught = await play(async (recorder) => {
		await checkOut(recorder, notTried).catch(() => {});
		throw notTried;
	});
	expect(caught).toMatchObject(skipped);
	const parallel = await play((recorder) =>
		Promise.all([checkOut(recorder, notTried), checkOut(recorder, notTried)]),
	);
	expect(parallel).toMatchObject(skipped);
});

test('an earlier failed step fails the story, also if its name is the same', async () => {
	const result = await play(async (recorder) => {
		await checkOut(recorder, new Error('the shop is gone')).catch(() => {});
		await checkOut(recorder, notTried);
	});
	expect(result).toMatchObject({ status: 'failed', failure: { step: 'check out' } });
});
