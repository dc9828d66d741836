/** Waiting for a state without a poll: woken by the payment, its world, or the time of what is planned. */
import type { PaymentState, PaymentView } from '../contract/control.ts';
import { plannedOf } from '../domain/payment.ts';
import { sleep } from '../runtime/time.ts';
import type { Store } from '../state/store.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import { nowIn } from '../workspaces/world.ts';
import type { ControlDeps } from './deps.ts';
import { viewPayment } from './payment-view.ts';

interface Wanted {
	workspace: string;
	sessionId: string;
	until: PaymentState;
}

/** Other processes over the same store may move the payment unheard, hence a look at least this often. */
const longestDeafMs = 250;

/** The payment once the state is reached, can no longer be, or `deadlineMs` (wall) is over; null when forgotten. */
export async function waitFor(
	{ store, wallNow }: ControlDeps,
	{ workspace, sessionId, until }: Wanted,
	deadlineMs: number,
	gone: AbortSignal,
): Promise<PaymentView | null> {
	for (;;) {
		// Listening begins before reading, so that no change in between is missed.
		const change = nextChange(store, workspace, sessionId);
		try {
			const found = await store.read(workspace, sessionId);
			if (!found) return null;
			const wallMs = wallNow();
			const view = viewPayment(found.payment, found.world, wallMs);
			const leftMs = deadlineMs - wallMs;
			if (view.state === until || view.final || leftMs <= 0 || gone.aborted) return view;
			const planned = plannedOf(found.payment, nowIn(found.world, wallMs))[0];
			const dueMs = planned ? wallMsUntil(found.world.clock, planned.at, wallMs) : null;
			const waitMs = Math.min(leftMs, dueMs ?? longestDeafMs, longestDeafMs);
			await sleep(waitMs, AbortSignal.any([change.heard, gone]));
		} finally {
			change.stop();
		}
	}
}

function nextChange(store: Store, workspace: string, sessionId: string) {
	const heard = new AbortController();
	const stop = store.watch(workspace, sessionId, () => heard.abort());
	return { heard: heard.signal, stop };
}
