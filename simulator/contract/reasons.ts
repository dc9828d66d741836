/** The reasons why a payment was declined or ended. The names are the sandbox's own (D-16). */

/** The reasons for which the network declines a payment. */
export const declineReasonCodes = [
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
	...declineReasonCodes,
	'cancelled_by_payer',
	'window_elapsed',
	'late_confirmation',
] as const;

export type DeclineReason = (typeof declineReasonCodes)[number];
export type ReasonCode = (typeof reasonCodes)[number];

/** The reasons that the cashier shows to the shopper. It hides all others. */
export const shownReasons = [
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

export type ShownReason = (typeof shownReasons)[number];

export function isShownToShopper(reason: ReasonCode): reason is ShownReason {
	return shownReasons.some((shown) => shown === reason);
}
