/** Follows a payment: reads it again when the store reports a change, and when a planned state is due. */
import type { Payment } from '../domain/payment.ts';
import { plannedOf } from '../domain/timeline.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { sleep } from '../runtime/time.ts';
import type { Store } from '../state/store.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { Engine } from './perform.ts';

/** A payment as it was at one time. */
export interface PaymentSnapshot {
	payment: Payment;
	record: WorkspaceRecord;
	wallMs: number;
}

interface PaymentKey {
	workspace: string;
	sessionId: string;
}

interface WatchOptions {
	/** Wall time. */
	deadlineMs: number;
	/** Aborted when the client disconnects. */
	gone: AbortSignalLike;
	/**
	 * The payment is read at least this often (wall time): the store does not report changes made by other processes, and not
	 * every change by time is a planned state.
	 */
	pollMs: number;
}

/** Yields the payment now, and whenever it may have changed, until the deadline. Yields null last when it was deleted. */
export async function* watchPayment(
	{ store, wallNow }: Engine,
	key: PaymentKey,
	{ deadlineMs, gone, pollMs }: WatchOptions,
): AsyncGenerator<PaymentSnapshot | null, void> {
	for (;;) {
		// Subscribe before the read, so that no change in between is missed.
		const change = nextChange(store, key, gone);
		try {
			const found = await store.read(key.workspace, key.sessionId);
			if (!found) return void (yield null);
			const wallMs = wallNow();
			yield { ...found, wallMs };
			const leftMs = deadlineMs - wallMs;
			if (leftMs <= 0 || gone.aborted) return;
			const planned = plannedOf(found.payment, nowIn(found.record, wallMs))[0];
			const dueMs = planned ? wallMsUntil(found.record.clock, planned.at, wallMs) : null;
			await sleep(Math.min(leftMs, dueMs ?? pollMs, pollMs), change.signal);
		} finally {
			change.unsubscribe();
		}
	}
}

/** The signal is aborted on a change of the payment, and when the client disconnects. */
function nextChange(store: Store, { workspace, sessionId }: PaymentKey, gone: AbortSignalLike) {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const unwatch = store.watch(workspace, sessionId, abort);
	gone.addEventListener('abort', abort);
	const unsubscribe = () => {
		unwatch();
		gone.removeEventListener('abort', abort);
	};
	return { signal: controller.signal, unsubscribe };
}
