/** Reasons a payment was declined or ended for, in our own neutral names (D-16), and what others call them. */

interface Reason {
	/** Decline codes of Stripe. */
	stripe: readonly string[];
	/** Holder names that bring it about on Mercado Pago's test cards. */
	mercadoPago: readonly string[];
	/** Status codes of dLocal. */
	dLocal: readonly string[];
	/** Response codes in the style of ISO 8583, as card networks send them. */
	iso8583: readonly string[];
	/** What makes sense for the shopper after it. */
	retry: Retry;
	/** What the shopper reads beside the general words; null where the reason is kept from them. */
	told: string | null;
}

/** How another attempt could succeed; `none` where there is nothing to try again. */
export type Retry = 'corrected' | 'same' | 'other means' | 'later' | 'after a call' | 'none';

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

export const reasons: Record<ReasonCode, Reason> = {
	generic_decline: {
		stripe: ['generic_decline', 'do_not_honor'],
		mercadoPago: ['OTHE'],
		dLocal: ['300', '301'],
		iso8583: ['05'],
		retry: 'other means',
		told: null,
	},
	insufficient_funds: {
		stripe: ['insufficient_funds'],
		mercadoPago: ['FUND'],
		dLocal: ['302'],
		iso8583: ['51'],
		retry: 'later',
		told: 'There is not enough money on the account.',
	},
	expired_card: {
		stripe: ['expired_card'],
		mercadoPago: ['EXPI'],
		dLocal: ['309'],
		iso8583: ['54'],
		retry: 'other means',
		told: 'The card has expired.',
	},
	incorrect_cvc: {
		stripe: ['incorrect_cvc'],
		mercadoPago: ['SECU'],
		dLocal: ['315'],
		iso8583: ['82', 'N7'],
		retry: 'corrected',
		told: 'The security code of the card is wrong.',
	},
	invalid_number: {
		stripe: ['incorrect_number'],
		mercadoPago: ['CARD'],
		dLocal: ['314'],
		iso8583: ['14'],
		retry: 'corrected',
		told: 'The number of the card is wrong.',
	},
	fraudulent: {
		stripe: ['fraudulent'],
		mercadoPago: ['BLAC'],
		dLocal: ['317'],
		iso8583: ['59'],
		retry: 'none',
		told: null,
	},
	lost_card: {
		stripe: ['lost_card'],
		mercadoPago: [],
		dLocal: ['310'],
		iso8583: ['41'],
		retry: 'none',
		told: null,
	},
	stolen_card: {
		stripe: ['stolen_card'],
		mercadoPago: [],
		dLocal: ['313'],
		iso8583: ['43'],
		retry: 'none',
		told: null,
	},
	call_issuer: {
		stripe: ['call_issuer'],
		mercadoPago: ['CALL'],
		dLocal: ['306'],
		iso8583: ['01'],
		retry: 'after a call',
		told: 'The bank asks for a call before it lets the payment through.',
	},
	limit_exceeded: {
		stripe: ['card_velocity_exceeded'],
		mercadoPago: ['ATTE'],
		dLocal: ['325', '319'],
		iso8583: ['61', '65'],
		retry: 'later',
		told: 'A limit of the card or the account is reached.',
	},
	duplicate_transaction: {
		stripe: ['duplicate_transaction'],
		mercadoPago: ['DUPL'],
		dLocal: ['307'],
		iso8583: ['94'],
		retry: 'none',
		told: 'The same payment was made a moment ago.',
	},
	authentication_failed: {
		stripe: ['authentication_required'],
		mercadoPago: [],
		dLocal: ['320'],
		iso8583: [],
		retry: 'same',
		told: 'The code was wrong.',
	},
	processing_error: {
		stripe: ['processing_error', 'issuer_not_available'],
		mercadoPago: [],
		dLocal: ['321'],
		iso8583: ['91', '96'],
		retry: 'same',
		told: 'The network could not process the payment.',
	},
	cancelled_by_payer: {
		stripe: [],
		mercadoPago: [],
		dLocal: ['400'],
		iso8583: [],
		retry: 'none',
		told: null,
	},
	window_elapsed: {
		stripe: [],
		mercadoPago: [],
		dLocal: [],
		iso8583: [],
		retry: 'none',
		told: null,
	},
	late_confirmation: {
		stripe: [],
		mercadoPago: [],
		dLocal: [],
		iso8583: [],
		retry: 'none',
		told: null,
	},
};
