/** The list of the calls that were made to a payment, without their bodies. */
import type { WarningCode } from '../contract/warnings.ts';
import type { Payment } from './payment.ts';

/** The name of the call that creates a payment, in its list of calls. */
export const creatingCall = 'payment-options';
/** The name that replaces it if the start page created the payment: no merchant made this call. */
export const startPageCall = 'start page';

/** `sandbox`: it stopped, or the connection exceeded a limit. */
export type ClosedBy = 'client' | 'fault' | 'sandbox';

interface CallStep {
	readonly call: string;
	/** `ok`, or the error code. */
	readonly result: string;
	readonly warnings: readonly WarningCode[];
	/** Who ended the connection before the client had the response. */
	readonly closedBy?: ClosedBy;
}

interface CallNote extends CallStep {
	/** The time of the call, in milliseconds since the epoch, on the workspace's clock. */
	readonly at: number;
}

export interface CallHistory {
	/** How often each call was made, by its name. The name of a random draw contains this number. */
	readonly counts: Readonly<Record<string, number>>;
	/** The latest calls, oldest first. */
	readonly latest: readonly CallStep[];
}

const maxCalls = 20;
/** The most calls of a shared history: the three documented calls and the first visit of the cashier. */
const maxSharedCalls = 4;

const noCalls: CallHistory = { counts: {}, latest: [] };

/** The most shared histories that continue one history. */
const maxSuccessors = 50;
/**
 * Shared histories by the history they continue. Payments with the same first calls share one and store only the times,
 * because a history of its own takes 250 bytes.
 */
const successors = new Map<CallHistory, Map<string, CallHistory>>([[noCalls, new Map()]]);

export function historyOfCreation(call: string, warnings: readonly WarningCode[]): CallHistory {
	return historyAfter(noCalls, { call, result: 'ok', warnings });
}

export function withCall(payment: Payment, note: CallNote): Payment {
	const callTimes = payment.callTimes.slice(1 - maxCalls).concat(note.at);
	return { ...payment, callHistory: historyAfter(payment.callHistory, note), callTimes };
}

function historyAfter(
	history: CallHistory,
	{ call, result, warnings }: Omit<CallStep, 'closedBy'>,
): CallHistory {
	const shared = result === 'ok' ? successors.get(history) : undefined;
	const key = `${call} ${warnings.join()}`;
	const known = shared?.get(key);
	if (known) return known;
	const { counts, latest } = history;
	const next = {
		counts: { ...counts, [call]: (counts[call] ?? 0) + 1 },
		latest: latest.slice(1 - maxCalls).concat({ call, result, warnings }),
	};
	if (shared && shared.size < maxSuccessors && next.latest.length <= maxSharedCalls) {
		shared.set(key, next);
		successors.set(next, new Map());
	}
	return next;
}

/** Notes in the n-th call of this name who ended its connection before the client had the response. */
export function withLostResponse(
	payment: Payment,
	{ call, n, closedBy }: { call: string; n: number; closedBy: ClosedBy },
): Payment {
	const { counts, latest } = payment.callHistory;
	let later = (counts[call] ?? 0) - n;
	const index = latest.findLastIndex((step) => step.call === call && later-- === 0);
	if (index < 0) return payment;
	const marked = latest.map((step, place) => (place === index ? { ...step, closedBy } : step));
	return { ...payment, callHistory: { counts, latest: marked } };
}

/** Returns the numbers of the latest calls, each among all calls with its name. */
export function latestCallNumbers({ counts, latest }: CallHistory): number[] {
	const left = { ...counts };
	const newestFirst = latest.toReversed().map(({ call }) => {
		const number = left[call] ?? 0;
		left[call] = number - 1;
		return number;
	});
	return newestFirst.reverse();
}

/** Returns the latest 20 calls of a payment, oldest first. */
export function latestCallsOf({ callHistory, callTimes }: Payment): CallNote[] {
	return callHistory.latest.map((step, index) => ({ ...step, at: callTimes[index] as number }));
}
