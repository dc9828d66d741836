/** Follows a payment: reads it again when the store reports a change, and when its next planned state is due. */
import type { Payment } from '../domain/payment.ts';
import { plannedStatesOf } from '../domain/timeline.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { PaymentDeps } from './perform.ts';

/** A payment with its workspace record, as read at `wallMs`. */
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
	/** The longest time to watch, in milliseconds of real time. */
	forMs: number;
	/** Signals that end the watch after one more read: the client disconnects, or the sandbox stops. */
	endings: readonly AbortSignalLike[];
	/**
	 * The payment is read at least this often, in milliseconds of wall time: the store does not report changes of other
	 * processes, and some changes by time are not planned states.
	 */
	pollMs(): number;
}

/** Yields the payment now and whenever it may have changed. If the payment is deleted, yields null and ends. */
export async function* watchPayment(
	{ store, wallNow }: PaymentDeps,
	key: PaymentKey,
	{ forMs, endings, pollMs }: WatchOptions,
): AsyncGenerator<PaymentSnapshot | null, void> {
	const endMs = monotonicMs() + forMs;
	let change = new AbortController();
	const wake = () => change.abort();
	const unwatch = store.watch(key.workspace, key.sessionId, wake);
	for (const ending of endings) ending.addEventListener('abort', wake);
	try {
		for (;;) {
			// Replace it before the read, so that no change in between is missed.
			change = new AbortController();
			// `asCall`, because a watch may last minutes: each read has its own deadline.
			const found = await store.asCall(() => store.read(key.workspace, key.sessionId));
			if (!found) return void (yield null);
			const wallMs = wallNow();
			yield { ...found, wallMs };
			const leftMs = endMs - monotonicMs();
			if (leftMs <= 0 || endings.some(({ aborted }) => aborted)) return;
			const planned = plannedStatesOf(found.payment, nowIn(found.record, wallMs))[0];
			const dueMs = planned ? wallMsUntil(found.record.clock, planned.at, wallMs) : null;
			await sleep(Math.min(leftMs, dueMs ?? leftMs, pollMs()), change.signal);
		}
	} finally {
		unwatch();
		for (const ending of endings) ending.removeEventListener('abort', wake);
	}
}
