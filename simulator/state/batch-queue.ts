/**
 * Runs transactions in the order of their arrival, one batch at a time. Transactions that arrive during a batch join a
 * later one.
 */
import { StoreUnavailable } from './backend.ts';
import type { PendingTransaction } from './write-set.ts';

interface Queued extends PendingTransaction {
	/** The time by which the transaction must be done, on the monotonic clock. */
	readonly deadlineMs: number;
}

/** A transaction with less than this share of its time left is rejected, so that it does not delay its batch. */
const leastShare = 1 / 10;

interface BatchQueueOptions {
	maxInBatch: number;
	timeoutMs: number;
	monotonicMs(): number;
	/**
	 * Runs a batch. Settles its transactions and returns true, or returns false if they must run again. Rejects only if
	 * nothing was stored for sure.
	 */
	attempt(batch: readonly PendingTransaction[], deadlineMs: number): Promise<boolean>;
}

export interface BatchQueue {
	/** Adds a transaction. The deadline is on the monotonic clock. */
	add(pending: PendingTransaction, deadlineMs: number): void;
	/** Resolves when the queue is empty. */
	idle(): Promise<void>;
}

export function createBatchQueue({
	maxInBatch,
	timeoutMs,
	monotonicMs,
	attempt,
}: BatchQueueOptions): BatchQueue {
	let queue: Queued[] = [];
	let working: Promise<void> | null = null;
	// Conflicts are likelier in large batches: halve the batch after a conflict, then grow it again.
	let size = maxInBatch;

	const giveUp = (given: readonly Queued[], failure: unknown) => {
		rejectAll(given, failure);
		const gone = new Set(given);
		queue = queue.filter((one) => !gone.has(one));
	};
	const overdueIn = (batch: readonly Queued[]) => {
		const leastMs = monotonicMs() + timeoutMs * leastShare;
		return batch.filter(({ deadlineMs }) => deadlineMs < leastMs);
	};
	const work = async () => {
		while (queue.length > 0) {
			const overdue = overdueIn(queue);
			if (overdue.length > 0) giveUp(overdue, new Error('it was busy for too long'));
			const batch = queue.slice(0, size);
			if (batch.length === 0) break;
			try {
				const isDone = await attempt(batch, Math.min(...batch.map((one) => one.deadlineMs)));
				if (isDone) queue = queue.slice(batch.length);
				size = isDone ? Math.min(maxInBatch, size + 1) : Math.max(1, batch.length >> 1);
			} catch (failure) {
				// Reject the overdue transactions and try the others again. If none is overdue, the failure has another cause:
				// reject all.
				const late = overdueIn(batch);
				giveUp(late.length > 0 ? late : batch, failure);
			}
		}
		working = null;
	};

	return {
		add(pending, deadlineMs) {
			queue.push({ ...pending, deadlineMs });
			// Start after the current callback, so that its transactions form one batch. Those that arrive during that batch
			// form the next one.
			working ??= Promise.resolve().then(work);
		},
		async idle() {
			await working;
		},
	};
}

export function rejectAll(
	batch: readonly PendingTransaction[],
	failure: unknown,
	Failure = StoreUnavailable,
): void {
	for (const { reject } of batch) reject(new Failure(failure));
}
