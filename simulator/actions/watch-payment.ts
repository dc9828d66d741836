/** Follows a payment without a poll: woken by the payment, its world, or the time of what is planned. */
import type { Payment } from '../domain/payment.ts';
import { plannedOf } from '../domain/timeline.ts';
import type { AbortSignalLike } from '../runtime/time.ts';
import { sleep } from '../runtime/time.ts';
import type { Store } from '../state/store.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { Engine } from './perform.ts';

/** A payment as it was found. */
export interface Standing {
	payment: Payment;
	world: WorkspaceRecord;
	wallMs: number;
}

interface Followed {
	workspace: string;
	sessionId: string;
}

interface Until {
	/** By wall time. */
	deadlineMs: number;
	/** Aborted when nobody wants to know any more. */
	gone: AbortSignalLike;
	/**
	 * A look at least this often, by wall time: other processes over the same store may move the payment unheard, and not
	 * all that time brings is planned.
	 */
	lookMs: number;
}

/**
 * How the payment stands: now, and whenever that may have changed, until it is told to end. Each is a look, and may show
 * what the one before did. The last is null when the payment is forgotten.
 */
export async function* watchPayment(
	{ store, wallNow }: Engine,
	followed: Followed,
	{ deadlineMs, gone, lookMs }: Until,
): AsyncGenerator<Standing | null, void> {
	for (;;) {
		// Listening begins before reading, so that no change in between is missed.
		const change = nextChange(store, followed, gone);
		try {
			const found = await store.read(followed.workspace, followed.sessionId);
			if (!found) return void (yield null);
			const wallMs = wallNow();
			yield { ...found, wallMs };
			const leftMs = deadlineMs - wallMs;
			if (leftMs <= 0 || gone.aborted) return;
			const planned = plannedOf(found.payment, nowIn(found.world, wallMs))[0];
			const dueMs = planned ? wallMsUntil(found.world.clock, planned.at, wallMs) : null;
			await sleep(Math.min(leftMs, dueMs ?? lookMs, lookMs), change.heard);
		} finally {
			change.stop();
		}
	}
}

/** Heard, too, when nobody wants to know any more. */
function nextChange(store: Store, { workspace, sessionId }: Followed, gone: AbortSignalLike) {
	const heard = new AbortController();
	const hear = () => heard.abort();
	const unwatch = store.watch(workspace, sessionId, hear);
	gone.addEventListener('abort', hear);
	const stop = () => {
		unwatch();
		gone.removeEventListener('abort', hear);
	};
	return { heard: heard.signal, stop };
}
