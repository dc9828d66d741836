/**
 * How payments lie in memory. Written out field by field: a literal whose fields are all known is laid out at once, where a
 * spread copy keeps half its fields apart from itself, for as long as the payment, and costs several times as much to make.
 */
import type { Payment } from './payment.ts';

/** Every field of a payment in its place. */
function layOut(payment: Payment): Payment {
	return {
		workspace: payment.workspace,
		key: payment.key,
		transactionId: payment.transactionId,
		sessionId: payment.sessionId,
		paymentReference: payment.paymentReference,
		country: payment.country,
		currency: payment.currency,
		amount: payment.amount,
		minorDigits: payment.minorDigits,
		redirectUrl: payment.redirectUrl,
		language: payment.language,
		customerName: payment.customerName,
		createdAt: payment.createdAt,
		optionCodes: payment.optionCodes,
		sameReference: payment.sameReference,
		optionScope: payment.optionScope,
		suboptionScope: payment.suboptionScope,
		fingerprint: payment.fingerprint,
		idempotencyKey: payment.idempotencyKey,
		headerSignal: payment.headerSignal,
		requestSignal: payment.requestSignal,
		choice: payment.choice,
		challenge: payment.challenge,
		foreseen: payment.foreseen,
		listedOptions: payment.listedOptions,
		attempts: payment.attempts,
		steered: payment.steered,
		calls: payment.calls,
		callCounts: payment.callCounts,
		timeline: payment.timeline,
	};
}

/** The payment with other values of some fields. */
export function changed(payment: Payment, changes: Partial<Payment>): Payment {
	return Object.assign(layOut(payment), changes);
}
