/** What the sandbox accepts but wants to be noticed: the codes of `X-Sandbox-Warnings`, with a sentence each. */
import type { GapId } from './gaps/ledger.ts';

export const warnings = {
	amount_rounded: 'The amount had more decimals than its currency allows, and was rounded.',
	card_outcome_without_card: 'The outcome belongs to cards; the payment is an ordinary decline.',
	currency_mismatch: 'The currency is not the one of the country: only the card is offered.',
	document_doubtful:
		'The check digit of the document is wrong by a rule that not every issued document keeps; it is taken.',
	duplicate_reference: 'An earlier payment carries the same paymentReference; this is a new one.',
	excess_decimals: 'The amount has more decimals than its currency allows.',
	language_not_supported:
		'The language is none of those the cashier is set to speak: its fallback takes the place.',
	no_options: 'The country is not among the markets: there is nothing to pay with.',
	optional_field_missing: 'A documented field is left out, which the service may or may not allow.',
	payment_already_final:
		'hybrid-payment was repeated for a payment that is final: its outcome can no longer change.',
	reference_replayed:
		'An earlier payment carries the same paymentReference: this is its answer again.',
	suboption_ignored: 'optionId is sent for an option without suboptions; it is ignored.',
	suboptions_not_listed: 'A bank was chosen without asking for the list of banks before.',
	unknown_country: 'The country is not among the markets: only the card is offered.',
	unknown_field: 'A field is sent that the document does not show; it is ignored.',
	unknown_outcome_keyword: 'The e-mail address or the reference looks like a keyword, and is none.',
	unusual_format:
		'An e-mail address, a telephone number or an IP address is not written as usual; it is taken as it is.',
	unusual_user_device: 'userDevice is none of the usual values, such as MOBILE.',
} as const;

export type WarningCode = keyof typeof warnings;

/** What the sandbox notices about an accepted call: the gap it falls into, and a warning where one is due. */
export interface Notice {
	readonly assumption: GapId | null;
	readonly warning: WarningCode | null;
}

const none: readonly WarningCode[] = [];

/** Each once, sorted. */
export function warningsIn(notices: readonly Notice[]): readonly WarningCode[] {
	const found = notices.flatMap(({ warning }) => warning ?? []);
	return found.length === 0 ? none : [...new Set(found)].sort();
}
