/** Counts the payments of all workspaces by state. A state changes with time alone, so each count must read all payments. */
import type { PaymentState } from '../contract/control.ts';
import { paymentStates } from '../contract/control.ts';
import { stateAt } from '../domain/timeline.ts';
import { monotonicMs, sleep } from '../runtime/time.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { Store } from '../state/store.ts';
import { nowIn } from '../workspaces/record.ts';

export interface StateCounts {
	counts: Readonly<Record<PaymentState, number>>;
	workspaces: number;
	ageMs: number;
}

/** A scrape waits this long for a new count, and then gets the previous one. Prometheus waits 10 s for all metrics. */
const patienceMs = 2_000;
/** Counting takes at most this share of the time: 250,000 payments take from a tenth of a second to seconds. */
const maxShare = 0.002;
/** Up to this number, payments are counted anew for each scrape. */
const fewPayments = 1_000;

/** Scrapes at the same time share one count. */
export function createStateCounter({ store, wallNow }: { store: Store; wallNow(): number }) {
	let latest: {
		counts: StateCounts['counts'];
		workspaces: number;
		atMs: number;
		/** The earliest time for the next count, on the monotonic clock. */
		nextMs: number;
	} | null = null;
	let running: Promise<void> | null = null;

	const count = async () => {
		const startedMs = monotonicMs();
		const counts = Object.fromEntries(paymentStates.map((state) => [state, 0])) as Record<
			PaymentState,
			number
		>;
		const workspaces = await store.workspaces();
		for (const { record } of workspaces) {
			const wallMs = wallNow();
			await yieldToCalls();
			await store.scan(record.name, (payment, { clock }) => {
				counts[stateAt(payment, nowIn({ clock }, wallMs))] += 1;
			});
		}
		const atMs = monotonicMs();
		const counted = Object.values(counts).reduce((sum, some) => sum + some, 0);
		const restMs = counted <= fewPayments ? 0 : (atMs - startedMs) / maxShare;
		latest = { counts, workspaces: workspaces.length, atMs, nextMs: atMs + restMs };
	};
	const isDue = () => latest === null || monotonicMs() >= latest.nextMs;

	/** Resolves with null if the first count is not ready in time. Rejects if the store does not respond. */
	return async (): Promise<StateCounts | null> => {
		if (isDue()) {
			running ??= count().finally(() => {
				running = null;
			});
			const counted = new AbortController();
			try {
				await Promise.race([running, sleep(patienceMs, counted.signal)]);
			} finally {
				counted.abort();
			}
			// No scrape waits for it any more: ignore a failure.
			running?.catch(() => {});
		}
		if (latest === null) return null;
		const { counts, workspaces, atMs } = latest;
		return { counts, workspaces, ageMs: monotonicMs() - atMs };
	};
}
