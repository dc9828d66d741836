/** Jobs that go together: each sees what those before it changed, and what one throws touches none of the others. */
import type { Changes } from './draft.ts';
import { createDraft } from './draft.ts';
import type { Ask, Job, Step } from './step.ts';

/** A job and whoever waits for it. */
export interface Waiting {
	readonly job: Job<unknown>;
	resolve(result: unknown): void;
	reject(error: unknown): void;
}

/** Changes to be kept, and how to tell everybody once they are. */
export interface Ran {
	readonly changes: Changes;
	readonly hasChanges: boolean;
	settle(): void;
}

/** To be run by whoever answers what it asks for. */
export function* runBatch(batch: readonly Waiting[]): Step<Ran> {
	const together = createDraft();
	const settled: (() => void)[] = [];
	for (const { job, resolve, reject } of batch) {
		const own = createDraft(together);
		try {
			const result = yield* job.run(own);
			together.take(own);
			settled.push(() => resolve(result));
		} catch (error) {
			settled.push(() => reject(error));
		}
	}
	return {
		changes: together,
		hasChanges: !together.isEmpty(),
		settle() {
			for (const tell of settled) tell();
		},
	};
}

/** Runs a step to its end with answers that are there at once. */
export function drive<R>(step: Step<R>, answer: (ask: Ask) => unknown): R {
	let next = step.next();
	while (!next.done) next = step.next(answer(next.value));
	return next.value;
}

/** The same with answers that may take their time. */
export async function driveAsync<R>(
	step: Step<R>,
	answer: (ask: Ask) => unknown | Promise<unknown>,
): Promise<R> {
	let next = step.next();
	while (!next.done) {
		const told = answer(next.value);
		next = step.next(told instanceof Promise ? await told : told);
	}
	return next.value;
}
