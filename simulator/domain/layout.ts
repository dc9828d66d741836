/**
 * How payments lie in memory. Written out field by field: a literal whose fields are all known is laid out at once, where a
 * spread copy keeps half its fields apart from itself, for as long as the payment, and costs several times as much to make.
 * Lists of a payment grow by `concat`, which takes no more room than there are entries: a spread list keeps sixteen places
 * free. What payments have alike is shared (`ways.ts`).
 */
import type { Payment } from './payment.ts';

/** What changes in the life of a payment. */
type Progress = Pick<
	Payment,
	| 'choice'
	| 'challenge'
	| 'foreseen'
	| 'listedOptions'
	| 'attempts'
	| 'steered'
	| 'callWay'
	| 'callTimes'
	| 'stateWay'
	| 'stateTimes'
>;
/** What it is from its creation on, steering aside. */
export type Facts = Omit<Payment, keyof Progress>;

/** Every field of a payment in its place. */
export function layOut(facts: Facts, progress: Progress): Payment {
	return {
		workspace: facts.workspace,
		ordinal: facts.ordinal,
		sameReference: facts.sameReference,
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
		createdAt: facts.createdAt,
		optionCodes: facts.optionCodes,
		optionScope: facts.optionScope,
		suboptionScope: facts.suboptionScope,
		fingerprint: facts.fingerprint,
		idempotencyKey: facts.idempotencyKey,
		headerTrigger: facts.headerTrigger,
		requestTrigger: facts.requestTrigger,
		returnOrder: facts.returnOrder,
		choice: progress.choice,
		challenge: progress.challenge,
		foreseen: progress.foreseen,
		listedOptions: progress.listedOptions,
		attempts: progress.attempts,
		steered: progress.steered,
		callWay: progress.callWay,
		callTimes: progress.callTimes,
		stateWay: progress.stateWay,
		stateTimes: progress.stateTimes,
	};
}

/** The payment with other values of some fields. */
export function changed(payment: Payment, changes: Partial<Payment>): Payment {
	return Object.assign(layOut(payment, payment), changes);
}
