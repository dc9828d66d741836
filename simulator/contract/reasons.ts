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

/** What the shopper reads beside the general words; null where the reason is kept from them. */
export const shopperWords: Readonly<Record<ReasonCode, string | null>> = {
	generic_decline: null,
	insufficient_funds: 'There is not enough money on the account.',
	expired_card: 'The card has expired.',
	incorrect_cvc: 'The security code of the card is wrong.',
	invalid_number: 'The number of the card is wrong.',
	fraudulent: null,
	lost_card: null,
	stolen_card: null,
	call_issuer: 'The bank asks for a call before it lets the payment through.',
	limit_exceeded: 'A limit of the card or the account is reached.',
	duplicate_transaction: 'The same payment was made a moment ago.',
	authentication_failed: 'The code was wrong.',
	processing_error: 'The network could not process the payment.',
	cancelled_by_payer: null,
	window_elapsed: null,
	late_confirmation: null,
};
