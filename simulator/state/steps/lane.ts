/** Jobs in the order of their arrival, one batch at a time: what comes while one is under way waits for the next. */
import { StoreUnavailable } from '../unavailable.ts';
import type { Waiting } from './batch.ts';

interface Queued extends Waiting {
	/** Told then that there was no answer (monotonic). */
	readonly untilMs: number;
}

interface LaneOptions {
	mostInBatch: number;
	timeoutMs: number;
	monotonicMs(): number;
	/** Settles the jobs and says true, or says false when they have to be run again. */
	attempt(batch: readonly Waiting[], untilMs: number): Promise<boolean>;
}

export interface Lane {
	add(waiting: Waiting): void;
	/** Resolves once nothing waits any more. */
	idle(): Promise<void>;
}

export function createLane({ mostInBatch, timeoutMs, monotonicMs, attempt }: LaneOptions): Lane {
	let queue: Queued[] = [];
	let working: Promise<void> | null = null;
	// Who changes less at once is overtaken less: half as much after each time, and more again step by step.
	let size = mostInBatch;

	const work = async () => {
		for (let first = queue[0]; first; first = queue[0]) {
			const batch = queue.slice(0, size);
			try {
				if (monotonicMs() > first.untilMs) throw new Error('it was busy for too long');
				const isDone = await attempt(batch, first.untilMs);
				if (isDone) queue = queue.slice(batch.length);
				size = isDone ? Math.min(mostInBatch, size + 1) : Math.max(1, batch.length >> 1);
			} catch (failure) {
				queue = queue.slice(batch.length);
				for (const { reject } of batch) reject(new StoreUnavailable(failure));
			}
		}
		working = null;
	};

	return {
		add(waiting) {
			queue.push({ ...waiting, untilMs: monotonicMs() + timeoutMs });
			// Begun after this turn, so that those who come in it go together.
			working ??= Promise.resolve().then(work);
		},
		async idle() {
			await working;
		},
	};
}
