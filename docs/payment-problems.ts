/** What each refusal about a payment means, and how it is mended: rows of docs/problems.md, whatever the case at hand. */
export const paymentProblemWords = {
	cancel_not_offered: [
		'The payment was to be cancelled, and the cashier is set to offer no way to cancel.',
		'Let it expire, or set `cashier.cancel` to `true`.',
	],
	challenge_too_late: [
		'The attempt is under way: it can no longer be challenged.',
		'Steer to CHALLENGE before the shopper submits.',
	],
	choice_locked: [
		'The payment has gone too far: another payment option or bank can no longer be chosen.',
		'Repeat the same choice, or start a new payment.',
	],
	choice_made: [
		'`hybrid-payment` was called before, and the setting `hybrid.repeat` lets nothing be repeated.',
		'Use the `redirectUrl` of the first answer.',
	],
	clock_backwards: ['The clock of a workspace never goes back.', 'Send a later time, or reset.'],
	currency_mismatch: [
		'The currency is not the one of the country, and `catalog.mismatch` is `reject`. 400 and not 409: no state stands in the way, the request contradicts itself.',
		'Send the currency that `fix` names.',
	],
	duplicate_reference: [
		'Another payment carries the `paymentReference`, and the setting `reference.duplicate` does not allow it, or only for the same request.',
		'Send another reference.',
	],
	idempotency_conflict: [
		'The idempotency key came with another request before (or 422, by the setting `idempotency.conflict`).',
		'Send the same request again, or a new key.',
	],
	invalid_idempotency_key: [
		'The idempotency key is empty or too long.',
		'Send one of 1 to 255 characters.',
	],
	no_options: [
		'The country is not among the markets, and `errors.noOptions` is `refuse`.',
		'Send the country of a market, or change `catalog.packs`.',
	],
	not_allowed_in_state: [
		'The payment is in a state that does not allow this.',
		'Do one of the things that `fix` lists for the state: `list-suboptions` is `payment-suboptions`, `choose` is `hybrid-payment`, `repeat-choice` is `hybrid-payment` with the choice already made; the others are actions of `act`.',
	],
	option_has_no_suboptions: [
		'`payment-suboptions` was called for a payment option without suboptions (step 2 of the flow of the service; for the card, rule 3).',
		'Call `hybrid-payment` without `optionId`.',
	],
	option_not_in_session: [
		'The payment option was not offered in this session (rule 1 of the service).',
		'Send a `paymentOptionId` of the answer that gave this `sessionId`.',
	],
	sandbox_full: [
		'All payments the sandbox may hold are in use, and none may be forgotten yet.',
		'Reset it, or raise `limits.maxPayments`.',
	],
	session_expired: ["The session's time is over.", 'Start a new payment.'],
	session_not_found: [
		'The session or transaction is unknown, or forgotten by a restart or a reset.',
		'Send an id of an answer of this sandbox.',
	],
	suboption_not_found: [
		'The payment option has no suboption with this id.',
		'Send an `id` that `payment-suboptions` returned.',
	],
	suboption_not_needed: [
		'`optionId` was sent for a payment option without suboptions.',
		'Leave `optionId` out.',
	],
	suboption_of_other_option: [
		'The suboption belongs to another payment option (rule 2 of the service).',
		'Send an `id` that `payment-suboptions` returned for this payment option.',
	],
	suboption_required: [
		'The payment option has suboptions, and `optionId` is missing.',
		'Send the `id` of a suboption as `optionId`.',
	],
	suboption_uuid_sent: ['`optionId` carries the `uuid` of a suboption.', 'Send its `id` instead.'],
	suboptions_not_listed_yet: [
		'The suboptions of the payment option were not asked for before one was chosen, and the setting `hybrid.requireListing` wants it.',
		'Call `payment-suboptions` first.',
	],
	unknown_market: ['There is no market of this name.', 'Send one of those that `fix` lists.'],
	too_many_outcomes: [
		'A list of outcomes, in the header or in `steer`, is longer than any payment has attempts.',
		'Send 100 at most; the last one repeats.',
	],
	unknown_outcome: ['A steering keyword does not exist.', 'Send one of those that `fix` lists.'],
	unknown_return_order: [
		'The header `X-Sandbox-Return` is none of the known words.',
		'Send `before-final`, `after-final` or `never`, or leave it out.',
	],
} as const;
