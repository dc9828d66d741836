/** Follows a payment: reads it again when the store reports a change, and when a planned state is due. */
import type { Payment } from '../domain/payment.ts';
import { plannedOf } from '../domain/timeline.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import type { Store } from '../state/store.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { Engine } from './perform.ts';

/** A payment with its workspace record, as read at this wall time. */
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
	/** How long, in real time. */
	forMs: number;
	/** The first that aborts ends it, after one more read: the client disconnects, or the sandbox stops. */
	endings: readonly AbortSignalLike[];
	/**
	 * The payment is read at least this often (wall time): the store does not report changes made by other processes, and not
	 * every change by time is a planned state.
	 */
	pollMs: number;
}

/** Yields the payment now, and whenever it may have changed, until the end. Yields null last when it was deleted. */
export async function* watchPayment(
	{ store, wallNow }: Engine,
	key: PaymentKey,
	{ forMs, endings, pollMs }: WatchOptions,
): AsyncGenerator<PaymentSnapshot | null, void> {
	const endMs = monotonicMs() + forMs;
	for (;;) {
		// Subscribe before the read, so that no change in between is missed.
		const change = nextChange(store, key, endings);
		try {
			// A watch may read for minutes: each read is a call of its own.
			const found = await store.asCall(() => store.read(key.workspace, key.sessionId));
			if (!found) return void (yield null);
			const wallMs = wallNow();
			yield { ...found, wallMs };
			const leftMs = endMs - monotonicMs();
			if (leftMs <= 0 || endings.some(({ aborted }) => aborted)) return;
			const planned = plannedOf(found.payment, nowIn(found.record, wallMs))[0];
			const dueMs = planned ? wallMsUntil(found.record.clock, planned.at, wallMs) : null;
			await sleep(Math.min(leftMs, dueMs ?? pollMs, pollMs), change.signal);
		} finally {
			change.unsubscribe();
		}
	}
}

/** The signal is aborted on a change of the payment, and when the watch ends. */
function nextChange(
	store: Store,
	{ workspace, sessionId }: PaymentKey,
	endings: readonly AbortSignalLike[],
) {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const unwatch = store.watch(workspace, sessionId, abort);
	for (const ending of endings) ending.addEventListener('abort', abort);
	const unsubscribe = () => {
		unwatch();
		for (const ending of endings) ending.removeEventListener('abort', abort);
	};
	return { signal: controller.signal, unsubscribe };
}
