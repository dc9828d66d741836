import { expect, test } from 'vitest';
import { nextTurn } from './awaitable.ts';
import { runInSlices } from './slices.ts';
import { monotonicMs } from './time.ts';
import { workScheduler } from './work-scheduler.ts';

/** Each step takes longer than a slice. */
function* longSteps(count: number, onStep: () => void): Generator<void, string> {
	for (let step = 0; step < count; step += 1) {
		const endMs = monotonicMs() + 6;
		while (monotonicMs() < endMs);
		onStep();
		yield;
	}
	return 'done';
}

test('a turn of the event loop comes after each slice', async () => {
	let turns = 0;
	let isDone = false;
	const count = () => {
		turns += 1;
		if (!isDone) setImmediate(count);
	};
	setImmediate(count);
	const turnsAtStep: number[] = [];
	const result = await runInSlices(longSteps(5, () => turnsAtStep.push(turns)));
	isDone = true;
	expect(result).toBe('done');
	expect(new Set(turnsAtStep).size).toBe(5);
});

test('many generators share one slice in a turn, and take turns', async () => {
	let turns = 0;
	let isDone = false;
	const count = () => {
		turns += 1;
		if (!isDone) setImmediate(count);
	};
	setImmediate(count);
	const steps: { job: number; turn: number }[] = [];
	const jobs = Array.from({ length: 10 }, (_, job) =>
		runInSlices(longSteps(3, () => steps.push({ job, turn: turns }))),
	);
	await Promise.all(jobs);
	isDone = true;
	expect(new Set(steps.map(({ turn }) => turn)).size).toBe(30);
	expect(steps.map(({ job }) => job)).toEqual([0, 1, 2].flatMap(() => [...Array(10).keys()]));
});

test('no slice runs in a turn after a client has connected', async () => {
	let steps = 0;
	let isDone = false;
	const running = runInSlices(longSteps(50, () => (steps += 1))).finally(() => {
		isDone = true;
	});
	while (steps === 0) await nextTurn();
	for (let isJudged = false; !isJudged && !isDone; ) {
		const [before, startMs] = [steps, monotonicMs()];
		workScheduler.noteAccepted();
		await nextTurn();
		// Work waits for clients for at most 10 ms.
		isJudged = monotonicMs() - startMs < 10;
		if (isJudged) expect(steps).toBe(before);
	}
	await running;
});

test('a failing step rejects', async () => {
	function* failing(): Generator<void, string> {
		yield;
		throw new Error('a bug');
	}
	await expect(runInSlices(failing())).rejects.toThrow('a bug');
});
