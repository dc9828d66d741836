/** Jobs in the order of their arrival, one batch at a time: what comes while one is under way waits for the next. */
import { StoreUnavailable } from '../unavailable.ts';
import type { Waiting } from './batch.ts';

interface Queued extends Waiting {
	/** Told then that there was no answer (monotonic). */
	readonly untilMs: number;
}

/** Of its time: who has less left is given up, so that whoever goes with it is not tried too late, nor too often. */
const leastShare = 1 / 50;

interface LaneOptions {
	mostInBatch: number;
	timeoutMs: number;
	monotonicMs(): number;
	/**
	 * Settles the jobs and says true, or says false when they have to be run again. When it rejects, nothing of them was
	 * kept, nor will be.
	 */
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

	const giveUp = (count: number, failure: unknown) => {
		rejectAll(queue.slice(0, count), failure);
		queue = queue.slice(count);
	};
	/** How many of them are: they stand in the order of their deadlines. */
	const overdue = (jobs: readonly Queued[]) => {
		const leastMs = monotonicMs() + timeoutMs * leastShare;
		const inTime = jobs.findIndex(({ untilMs }) => untilMs >= leastMs);
		return inTime === -1 ? jobs.length : inTime;
	};
	const work = async () => {
		while (queue.length > 0) {
			const late = overdue(queue);
			if (late > 0) giveUp(late, new Error('it was busy for too long'));
			const batch = queue.slice(0, size);
			const [first] = batch;
			if (!first) break;
			try {
				const isDone = await attempt(batch, first.untilMs);
				if (isDone) queue = queue.slice(batch.length);
				size = isDone ? Math.min(mostInBatch, size + 1) : Math.max(1, batch.length >> 1);
			} catch (failure) {
				// Who has time left is tried again, unless it was not time that they lacked.
				giveUp(overdue(batch) || batch.length, failure);
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

/** Each is told that the store could not be used. */
export function rejectAll(jobs: readonly Waiting[], failure: unknown): void {
	for (const { reject } of jobs) reject(new StoreUnavailable(failure));
}
