import { expect, test } from 'vitest';
import { runInSlices } from './slices.ts';
import { monotonicMs } from './time.ts';

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

test('a failing step rejects', async () => {
	function* failing(): Generator<void, string> {
		yield;
		throw new Error('a bug');
	}
	await expect(runInSlices(failing())).rejects.toThrow('a bug');
});
