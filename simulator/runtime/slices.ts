/** Long computations in short slices, so that calls are served in between. */
import { nextTurn } from './awaitable.ts';
import { monotonicMs } from './time.ts';

/** A step may take longer than a slice: a turn of the event loop lasts at most a slice and a step. */
const sliceMs = 5;

/** Waits, if the step yields a promise. */
export type Steps<T> = Generator<Promise<void> | undefined | void, T>;

interface Job {
	/** Runs the next step. Returns false after the last one. */
	step(): Promise<void> | boolean;
}

/**
 * Returns a function that runs the steps of a generator to its end. All its generators share one slice in each turn of the
 * event loop, and take turns, step by step: with one slice for each of them, many would keep calls waiting.
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
			// Also after the last one: a job that begins in the same turn has no slice of its own.
			await nextTurn();
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

/** For the whole process. */
export const runInSlices = createSlices();
