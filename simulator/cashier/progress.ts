/** How far a payment in processing is, as far as anybody can honestly tell. */
import type { ClockRecord } from '../contract/clock.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { pastOf } from '../domain/timeline.ts';
import { paceOf } from '../workspaces/clock.ts';

export interface Progress {
	/** Milliseconds since the epoch, on the workspace's clock. */
	submittedAt: number;
	waitedMs: number;
	/** How fast the workspace's clock goes beside the wall's: 0 when it is moved by hand. */
	pace: number;
	/** The network has had more time than it was to take. */
	isSlow: boolean;
}

/** Null in every other state. */
export function progressOf(
	payment: Payment,
	context: Pick<DecisionContext, 'now' | 'processingMs'>,
	clock: ClockRecord,
): Progress | null {
	const { choice, attempts } = payment;
	const entry = pastOf(payment, context.now).at(-1);
	if (entry?.state !== 'processing' || choice === null) return null;
	const waitedMs = context.now - entry.at;
	const usualMs = context.processingMs(choice, attempts.length - 1);
	return {
		submittedAt: entry.at,
		waitedMs,
		pace: paceOf(clock),
		isSlow: usualMs !== null && waitedMs > usualMs,
	};
}
