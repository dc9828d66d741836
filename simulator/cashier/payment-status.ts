/** The status of a payment as the pages and the event stream show it. */
import { decisionContextOf } from '../actions/perform.ts';
import type { PaymentSnapshot } from '../actions/watch-payment.ts';
import type { ClockRecord } from '../contract/clock.ts';
import type { Settings } from '../contract/settings.ts';
import { canRetry, isFinal } from '../domain/allowed.ts';
import type { DecisionContext } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { pastStatesOf, stateAt } from '../domain/timeline.ts';
import { digest } from '../runtime/chance.ts';
import { paceOf } from '../workspaces/clock.ts';
import { nowIn } from '../workspaces/record.ts';

/** Whether `cashier.pages.ended` hides the outcome. An expired payment counts as ended, even one that may be confirmed late (D-39). */
export function isEndHidden({ payment, record, wallMs }: PaymentSnapshot): boolean {
	if (record.settings.inForce.cashier.pages.ended !== 'neutral') return false;
	const now = nowIn(record, wallMs);
	return stateAt(payment, now) === 'expired' || isFinal(payment, now);
}

export interface ProcessingProgress {
	/** When the form was submitted, in milliseconds since the epoch, on the workspace's clock. */
	submittedAt: number;
	waitedMs: number;
	/** Milliseconds of the workspace's clock for each millisecond of real time: 0 for a manual clock. */
	pace: number;
	/** Whether the wait is already longer than the planned processing delay. */
	isSlow: boolean;
}

/** The progress of a payment in processing; null in any other state. */
export function processingProgressOf(
	payment: Payment,
	context: Pick<DecisionContext, 'now' | 'processingMs'>,
	clock: ClockRecord,
): ProcessingProgress | null {
	const { choice, attempts } = payment;
	const entry = pastStatesOf(payment, context.now).at(-1);
	if (entry?.state !== 'processing' || choice === null) return null;
	const waitedMs = context.now - entry.at;
	const plannedMs = context.processingMs(choice, attempts.length - 1);
	return {
		submittedAt: entry.at,
		waitedMs,
		pace: paceOf(clock),
		isSlow: plannedMs !== null && waitedMs > plannedMs,
	};
}

/** A text that changes whenever the payment's pages show something else, or when the clock runs at another pace. */
export function statusVersion({ payment, record, wallMs }: PaymentSnapshot): string {
	const context = decisionContextOf(record, payment, wallMs);
	const { attempts, challenge, choice, returnLinkTiming } = payment;
	const inputs = [
		stateAt(payment, context.now),
		isFinal(payment, context.now),
		canRetry(payment, context.now),
		attempts.length,
		attempts.at(-1)?.fate.reason,
		challenge?.wrongCodes,
		choice,
		returnLinkTiming,
		processingProgressOf(payment, context, record.clock)?.isSlow,
		settingsVersion(record.settings.inForce),
		record.clock,
	];
	return digest(JSON.stringify(inputs)).slice(0, 16);
}

/** The digest of each settings object. Settings are replaced, never changed, so an object keeps its digest. */
const settingsVersions = new WeakMap<Settings, string>();

function settingsVersion(settings: Settings): string {
	const cached = settingsVersions.get(settings);
	if (cached !== undefined) return cached;
	const { cashier, return: returnSettings, states } = settings;
	const version = digest(JSON.stringify([cashier, returnSettings, states]));
	settingsVersions.set(settings, version);
	return version;
}
