/** The calls that were made to a payment, without their bodies. */
import type { Payment } from './payment.ts';

/** The name of the call that creates a payment. */
export const creation = 'payment-options';

interface CallStep {
	readonly call: string;
	/** `ok`, or the code of the error. */
	readonly result: string;
}

interface CallNote extends CallStep {
	/** Milliseconds since the epoch, on the workspace's clock. */
	readonly at: number;
}

export interface CallHistory {
	/** How often each call was made: the names of draws contain the number of the call. */
	readonly counts: Readonly<Record<string, number>>;
	/** The latest calls, oldest first. */
	readonly latest: readonly CallStep[];
}

const mostCalls = 20;
/** The three documented calls and the first visit of the cashier. */
const mostSharedCalls = 4;

export const afterCreation: CallHistory = {
	counts: { [creation]: 1 },
	latest: [{ call: creation, result: 'ok' }],
};

/** Payments with the same first calls share their history and keep only the times: a history of its own takes 250 bytes. */
const successors = new Map<CallHistory, Map<string, CallHistory>>([[afterCreation, new Map()]]);

export function withCall(payment: Payment, note: CallNote): Payment {
	const callTimes = payment.callTimes.slice(1 - mostCalls).concat(note.at);
	return { ...payment, callHistory: historyAfter(payment.callHistory, note), callTimes };
}

function historyAfter(history: CallHistory, { call, result }: CallStep): CallHistory {
	const shared = result === 'ok' ? successors.get(history) : undefined;
	const known = shared?.get(call);
	if (known) return known;
	const { counts, latest } = history;
	const next = {
		counts: { ...counts, [call]: (counts[call] ?? 0) + 1 },
		latest: latest.slice(1 - mostCalls).concat({ call, result }),
	};
	if (shared && next.latest.length <= mostSharedCalls) {
		shared.set(call, next);
		successors.set(next, new Map());
	}
	return next;
}

/** The latest calls, oldest first. */
export function callsOf({ callHistory, callTimes }: Payment): CallNote[] {
	return callHistory.latest.map((step, index) => ({ ...step, at: callTimes[index] as number }));
}
