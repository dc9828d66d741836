/** The beginning of a payment by the call that creates it: created, and expired at the end of its first window unless something happens. */
import { createdOnce, creation } from './call-counts.ts';
import type { Payment } from './payment.ts';

type Facts = Omit<
	Payment,
	| 'challenge'
	| 'foreseen'
	| 'listedOptions'
	| 'timeline'
	| 'attempts'
	| 'choice'
	| 'steered'
	| 'calls'
	| 'callCounts'
>;

/** What every payment begins with is shared: a million of them are kept. */
const nothing: readonly never[] = Object.freeze([]);

/**
 * Written out field by field: a literal whose fields are all known is laid out at once, where spreading so many of them
 * costs as much memory as ten payments.
 */
export function createPayment(facts: Facts, windowMs: number): Payment {
	const { createdAt } = facts;
	return {
		workspace: facts.workspace,
		key: facts.key,
		transactionId: facts.transactionId,
		sessionId: facts.sessionId,
		paymentReference: facts.paymentReference,
		country: facts.country,
		currency: facts.currency,
		amount: facts.amount,
		minorDigits: facts.minorDigits,
		redirectUrl: facts.redirectUrl,
		language: facts.language,
		customerName: facts.customerName,
		createdAt,
		optionCodes: facts.optionCodes,
		sameReference: facts.sameReference,
		optionScope: facts.optionScope,
		suboptionScope: facts.suboptionScope,
		fingerprint: facts.fingerprint,
		idempotencyKey: facts.idempotencyKey,
		headerSignal: facts.headerSignal,
		requestSignal: facts.requestSignal,
		choice: null,
		challenge: null,
		foreseen: null,
		listedOptions: nothing,
		attempts: nothing,
		steered: null,
		calls: [{ at: createdAt, call: creation, result: 'ok' }],
		callCounts: createdOnce,
		timeline: [
			{ state: 'created', at: createdAt, cause: creation },
			{ state: 'expired', at: createdAt + windowMs, cause: 'the session ended without a choice' },
		],
	};
}
