/** Runs long computations in short slices, so that calls are served in between. */
import { monotonicMs } from './time.ts';
import { yieldToCalls } from './work-scheduler.ts';

/**
 * The length of a slice in milliseconds. A step may take longer: a turn of the event loop takes at most a slice and a
 * step.
 */
const sliceMs = 5;

/** The steps of a computation: a generator. If a step yields a promise, the next step waits for it. */
export type Steps<T> = Generator<Promise<void> | undefined | void, T>;

interface Job {
	/** Runs the next step. Returns false after the last one, and a promise if the step must be waited for. */
	step(): Promise<void> | boolean;
}

/**
 * Returns a function that runs the steps of a generator to its end. All generators of one such function share one slice
 * in each turn of the event loop and take turns, step by step: with a slice for each, many generators would keep calls
 * waiting.
 */
export function createSlices() {
	const jobs: Job[] = [];
	let isRunning = false;

	const run = async () => {
		isRunning = true;
		while (jobs.length > 0) {
			const endMs = monotonicMs() + sliceMs;
			while (monotonicMs() < endMs) {
				const job = jobs.shift();
				if (!job) break;
				const result = job.step();
				if (typeof result === 'object') await result;
				if (result !== false) jobs.push(job);
			}
			// Wait after the last slice too, because a job that begins in the same turn does not get another slice.
			await yieldToCalls();
		}
		isRunning = false;
	};

	return function runInSlices<T>(steps: Steps<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			jobs.push({
				step() {
					try {
						const { done, value } = steps.next();
						if (!done) return value ?? true;
						resolve(value);
					} catch (failure) {
						reject(failure);
					}
					return false;
				},
			});
			if (!isRunning) void run();
		});
	};
}

/** Runs steps in slices that the whole process shares. */
export const runInSlices = createSlices();
