/** Reasons a payment was declined or ended for, in our own neutral names (D-16). */

/** Reasons of a decline: those the network may give. */
export const declineReasons = [
	'generic_decline',
	'insufficient_funds',
	'expired_card',
	'incorrect_cvc',
	'invalid_number',
	'fraudulent',
	'lost_card',
	'stolen_card',
	'call_issuer',
	'limit_exceeded',
	'duplicate_transaction',
	'authentication_failed',
	'processing_error',
] as const;

export const reasonCodes = [
	...declineReasons,
	'cancelled_by_payer',
	'window_elapsed',
	'late_confirmation',
] as const;

export type DeclineReason = (typeof declineReasons)[number];
export type ReasonCode = (typeof reasonCodes)[number];

/** The reasons that the shopper is told, each in the words of the page; the others are kept from them. */
export const toldReasons = [
	'insufficient_funds',
	'expired_card',
	'incorrect_cvc',
	'invalid_number',
	'call_issuer',
	'limit_exceeded',
	'duplicate_transaction',
	'authentication_failed',
	'processing_error',
] as const satisfies readonly ReasonCode[];

export type ToldReason = (typeof toldReasons)[number];

export function isTold(reason: ReasonCode): reason is ToldReason {
	return toldReasons.some((told) => told === reason);
}
