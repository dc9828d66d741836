/** Long computations in short slices, so that calls are served in between. */
import { nextTurn } from './awaitable.ts';
import { monotonicMs } from './time.ts';

/** A step may take longer than a slice: a turn of the event loop lasts at most a slice and a step. */
const sliceMs = 5;

/** Runs the steps of a generator to its end. After each slice, the calls that are ready run first. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
	let startedMs = monotonicMs();
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		if (monotonicMs() - startedMs < sliceMs) continue;
		await nextTurn();
		startedMs = monotonicMs();
	}
}
