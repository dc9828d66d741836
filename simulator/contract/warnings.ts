/** Warnings about requests, most of them accepted: the codes in `X-Sandbox-Warnings`, each with a sentence. */
import type { GapId } from './gaps/ledger.ts';

export const warnings = {
	amount_rounded: 'The amount had more decimals than its currency allows and was rounded.',
	card_outcome_without_card:
		'The outcome exists only for cards; the payment is declined with generic_decline.',
	currency_mismatch: 'The currency is not that of the country; only the card is offered.',
	document_doubtful:
		'The check digit of the document is wrong, but some issued documents have such a digit; it is accepted.',
	duplicate_reference: 'An earlier payment has the same paymentReference; this is a new payment.',
	excess_decimals: 'The amount has more decimals than its currency allows.',
	language_not_supported:
		'The language is not supported by the cashier; the fallback language is used.',
	no_options: 'The country is not a supported market; no payment option is offered.',
	optional_field_missing: 'A documented field is missing; the service may require it.',
	payment_already_final:
		'hybrid-payment was called again for a payment that is final; its outcome can no longer change.',
	reference_replayed:
		'An earlier payment has the same paymentReference; this is its response again.',
	suboption_ignored: 'optionId was sent for an option without suboptions; it is ignored.',
	suboptions_not_listed: 'A bank was chosen before the list of banks was requested.',
	unknown_country: 'The country is not a supported market; only the card is offered.',
	unknown_field: 'The request has a field that the document does not show; it is ignored.',
	unknown_outcome_keyword:
		'The e-mail address or the reference looks like an outcome keyword, but is not a known one.',
	unusual_format:
		'An e-mail address, a telephone number or an IP address has an unusual format; it is accepted unchanged.',
	unusual_user_device: 'userDevice is not one of the usual values, such as MOBILE.',
} as const;

export type WarningCode = keyof typeof warnings;

/** A notice about an accepted call: an assumption that it used, a warning, or both. */
export interface Notice {
	readonly assumption: GapId | null;
	readonly warning: WarningCode | null;
}

const none: readonly WarningCode[] = [];

/** The warning codes of the notices, sorted, without duplicates. */
export function warningsIn(notices: readonly Notice[]): readonly WarningCode[] {
	const found = notices.flatMap(({ warning }) => warning ?? []);
	return found.length === 0 ? none : [...new Set(found)].sort();
}
