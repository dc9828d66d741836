/** The facts that finding rules read: calls and payments as plain data. */
import type { PaymentState } from '../contract/control.ts';
import { documentedFields, hasOtherField } from '../contract/documented-fields.ts';
import type { FaultHit } from '../contract/faults.ts';
import { losesAnswer } from '../contract/faults.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { JournalEntry } from '../contract/journal.ts';
import { callDurationMs, faultsOf } from '../contract/journal.ts';
import { isObject } from '../contract/json.ts';
import type { ServiceCall } from '../contract/routes.ts';
import { serviceCalls } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import { becomesFinalAt } from '../domain/allowed.ts';
import type { ClosedBy } from '../domain/call-history.ts';
import { creatingCall, startPageCall } from '../domain/call-history.ts';
import type { CallOrder } from '../domain/call-order.ts';
import { decimalText } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { showsReturnLink } from '../domain/return-url.ts';
import { stateAt } from '../domain/timeline.ts';
import type { Checkout } from './request-content.ts';
import { attemptOf, checkoutOf, textAt } from './request-content.ts';

/** A call in the journal, with the parts of its bodies that rules compare. */
export interface CallFacts {
	readonly id: number;
	readonly order: CallOrder;
	/** The number of the call among those with its name in the payment's history; 0 if it is not in it. */
	readonly callNumber: number;
	/** The documented call; null for a cashier page. */
	readonly call: ServiceCall | null;
	/** When the call arrived, and when its response was ready, in milliseconds of wall time. */
	readonly arrivedMs: number;
	readonly answeredMs: number;
	/** When the call ended for the client, in wall time: when the response was ready, or when the client left before. */
	readonly endedMs: number;
	/** When the response was ready, on the workspace's clock. */
	readonly atMs: number;
	/** How long the call took, in milliseconds of wall time. */
	readonly tookMs: number;
	readonly method: string;
	readonly path: string;
	/** The status of the response; 0 if the client received none. */
	readonly status: number;
	/** The status that the result would have: with `errors.httpMode`, an error may be sent with status 200. */
	readonly resultStatus: number;
	readonly problem: string | null;
	readonly gone: boolean;
	/** Who ended the connection before the response; null if it did not end before. */
	readonly closedBy: ClosedBy | null;
	readonly faults: readonly FaultHit[];
	readonly resent: boolean;
	readonly timing: JournalEntry['timing'];
	readonly transactionId: string | null;
	/** The payment's reference; without a payment, that in the request. */
	readonly reference: string | null;
	/** The session id in the request; for payment-options, that in the response. */
	readonly sessionId: string | null;
	readonly hasKey: boolean;
	readonly warnings: readonly string[];
	/** Whether the request has a field that the document does not show. Refused requests count. */
	readonly hasUnknownField: boolean;
	readonly assumptions: readonly GapId[];
	/** The content of a payment-options request; null for another call, and if the body is not an object. */
	readonly checkout: Checkout | null;
	/** A key that is equal for a call and its repeats; null for a cashier page, and if the content is unknown. */
	readonly attempt: string | null;
}

/** What facts are made of: a journal entry, and what the journal knows beside it. */
interface RecordedFacts {
	entry: JournalEntry;
	order: CallOrder;
	callNumber: number;
	closedBy: ClosedBy | null;
	goneMs: number;
}

interface ReadOptions {
	/** The status that the result would have, if it is not that of the entry. */
	resultStatus?: number;
	/** With `ignore`, unknown fields are no finding. */
	unknownFields?: Settings['validation']['unknownFields'];
}

export function callFactsOf(
	{ entry, order, callNumber, closedBy, goneMs }: RecordedFacts,
	{ resultStatus = entry.status, unknownFields = 'warn' }: ReadOptions = {},
): CallFacts {
	const { endpoint, request, response, timing } = entry;
	const call = serviceCalls.find((name) => name === endpoint) ?? null;
	const answeredMs = Date.parse(entry.wallAt);
	const tookMs = callDurationMs(entry);
	const warnings = entry.warnings.map(({ code }) => code);
	const checkout = call === 'paymentOptions' && isObject(request) ? checkoutOf(request) : null;
	return {
		id: entry.id,
		order,
		callNumber,
		call,
		arrivedMs: answeredMs - tookMs,
		answeredMs,
		endedMs: answeredMs - goneMs,
		atMs: Date.parse(entry.at),
		tookMs,
		method: entry.method,
		path: entry.path,
		status: entry.status,
		resultStatus,
		problem: entry.problem,
		gone: entry.gone,
		closedBy,
		faults: faultsOf(entry),
		resent: entry.resent,
		timing,
		transactionId: entry.transactionId,
		reference: entry.paymentReference ?? checkout?.reference ?? null,
		sessionId: textAt(call === 'paymentOptions' ? response : request, 'sessionId'),
		hasKey: entry.idempotencyKey === 'present',
		warnings,
		hasUnknownField:
			warnings.includes('unknown_field') ||
			(unknownFields !== 'ignore' &&
				call !== null &&
				hasOtherField(request, documentedFields[call])),
		assumptions: entry.assumptions as GapId[],
		checkout,
		attempt: call === null ? null : attemptOf(call, { request, checkout }),
	};
}

export const minuteMs = 60_000;

/**
 * When a call arrived, on the clock of the workspace. The journal has only the time of the response: on a clock that
 * does not run like the wall clock, or that was moved during the call, this is off.
 */
export function arrivedAtMs({ atMs, tookMs }: CallFacts): number {
	return atMs - tookMs;
}

/** Whether the client did not receive the result of its call. */
export function isLost({ gone, status, faults }: CallFacts): boolean {
	return gone || status === 0 || faults.some(losesAnswer);
}

/**
 * The sandbox notices a client that left later than the client's next call: by some turns of the event loop, and by the
 * time that the store takes to note it.
 */
const leaveNoticedMs = 50;

/** Whether a call arrived after the response to an earlier one was sent or lost. */
export function cameAfterAnswer(call: CallFacts, earlier: CallFacts): boolean {
	if (call.order.arrived > earlier.order.answered) return true;
	return earlier.gone && call.arrivedMs >= earlier.endedMs - leaveNoticedMs;
}

export function isRefused({ resultStatus }: CallFacts): boolean {
	return resultStatus >= 400 && resultStatus < 500;
}

/** Whether a payment has the call in its own history: the call reached the payment, accepted or not. */
export function isInHistory({ call, callNumber }: CallFacts): boolean {
	return call !== null && callNumber > 0;
}

/** A stored payment, without the fields that only the shopper or the store needs. */
export interface PaymentFacts {
	readonly transactionId: string;
	readonly sessionId: string;
	readonly reference: string | null;
	readonly country: string;
	readonly currency: string;
	readonly majorAmount: number;
	readonly redirectUrl: string;
	readonly state: PaymentState;
	/** When it was created, on the workspace's clock, as all times of a payment. */
	readonly createdAtMs: number;
	/** When the payment becomes final; infinity while another call or the network can still decide. */
	readonly finalAtMs: number;
	readonly isFinal: boolean;
	/** Whether a call may have made the payment final, so that it was not final for all calls at that time. */
	readonly wasEndedByCall: boolean;
	readonly wasSubmitted: boolean;
	readonly canReturn: boolean;
	readonly hasReturned: boolean;
	/**
	 * The name and the time of its latest documented call, or of a later step of the shopper or `act` that was accepted
	 * and that continues the payment.
	 */
	readonly latestCall: string;
	readonly latestCallMs: number;
	/** The number of documented calls for this payment. */
	readonly serviceCalls: number;
	/** The warnings of its latest 20 calls. */
	readonly warnings: readonly string[];
	/** Whether the client itself ended the connection before the answer, in one of the latest 20 documented calls. */
	readonly wasLeft: boolean;
}

/** The documented call behind each name in the history of a payment. */
export const callsByHistoryName: Readonly<Record<string, ServiceCall>> = {
	'payment-options': 'paymentOptions',
	'payment-suboptions': 'paymentSuboptions',
	'hybrid-payment': 'hybridPayment',
};

/** The time and the setting that the facts of a payment depend on. */
export interface PaymentContext {
	/** The time on the workspace's clock, in milliseconds since the epoch. */
	readonly now: number;
	/** When the cashier shows the return link (D-37). */
	readonly showIn: Settings['return']['showIn'];
}

/** Whether a merchant's call created the payment. Findings leave out payments of the start page. */
export function isMadeByMerchant({ callHistory }: Payment): boolean {
	return !Object.hasOwn(callHistory.counts, startPageCall);
}

/**
 * The steps that are accepted without continuing a payment: a return leaves it as it is, `steer` sets an outcome before
 * it is needed, and `act expire` does what time does alone.
 */
const nonContinuingSteps = new Set(['return', 'act return', 'act steer', 'act expire']);

/** The steps of the shopper and the actions of `act` that may make a payment final at once. */
const mayEnd = new Set(['submit', 'otp', 'cancel', 'confirm', 'decline', 'expire', 'steer']);

export function paymentFactsOf(payment: Payment, context: PaymentContext): PaymentFacts {
	const { now, showIn } = context;
	const { callHistory, callTimes } = payment;
	const { counts, latest } = callHistory;
	const state = stateAt(payment, now);
	const finalAtMs = becomesFinalAt(payment);
	const isFinal = now >= finalAtMs;
	const count = (name: string) => counts[name] ?? 0;
	const latestIndex = latest.findLastIndex(
		({ call, result }) =>
			Object.hasOwn(callsByHistoryName, call) || (result === 'ok' && !nonContinuingSteps.has(call)),
	);
	return {
		transactionId: payment.transactionId,
		sessionId: payment.sessionId,
		reference: payment.paymentReference,
		country: payment.country,
		currency: payment.currency,
		majorAmount: Number(decimalText(payment.amount, payment.minorDigits)),
		redirectUrl: payment.redirectUrl,
		state,
		createdAtMs: payment.createdAt,
		finalAtMs,
		isFinal,
		wasEndedByCall: latest.some(
			({ call }, index) => callTimes[index] === finalAtMs && mayEnd.has(call.replace(/^act /, '')),
		),
		wasSubmitted: payment.attempts.length > 0,
		canReturn: showsReturnLink(payment, state, isFinal, { showIn }),
		hasReturned: count('return') + count('act return') > 0,
		latestCall: latest[latestIndex]?.call ?? creatingCall,
		latestCallMs: callTimes[latestIndex] ?? payment.createdAt,
		serviceCalls: Object.keys(callsByHistoryName).reduce((sum, name) => sum + count(name), 0),
		warnings: latest.flatMap(({ warnings }) => warnings),
		wasLeft: latest.some(
			({ call, closedBy }) => closedBy === 'client' && Object.hasOwn(callsByHistoryName, call),
		),
	};
}

/**
 * The payments whose history has more documented calls than there are among these: the journal has dropped the others, or
 * another process has them.
 */
export function paymentsWithOtherCalls(
	payments: readonly PaymentFacts[],
	calls: readonly CallFacts[],
): PaymentFacts[] {
	const counts = new Map<string, number>();
	for (const call of calls) {
		const { transactionId } = call;
		if (transactionId === null || !isInHistory(call)) continue;
		counts.set(transactionId, (counts.get(transactionId) ?? 0) + 1);
	}
	return payments.filter(
		({ transactionId, serviceCalls }) => serviceCalls > (counts.get(transactionId) ?? 0),
	);
}
