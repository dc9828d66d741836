/** The errors about a payment: a request, a choice, an outcome or a state that does not allow the call. */
import type { PaymentState } from '../contract/control.ts';
import { gapsOfUnknownId } from '../contract/gaps/ledger.ts';
import { controlPaths } from '../contract/routes.ts';
import { anyCaseUuid } from '../contract/uuid.ts';
import type { DuplicateReason, ErrorCatalogue, PaymentErrorCode } from './api-error.ts';
import { errorText } from './api-error.ts';

/** The calls of the service that are events. All other events are actions of `act`. */
const callNames: Readonly<Record<string, string>> = {
	'list-suboptions': 'payment-suboptions',
	choose: 'hybrid-payment',
	'repeat-choice': 'hybrid-payment with the choice already made',
};

/** What a merchant does after a refused call of the service. A payment that may be paid needs no other payment. */
const fixesOfCalls: Partial<Record<PaymentState, string>> = {
	processing: 'Wait for the outcome of this payment before you start another one.',
	confirmed: 'Store the outcome of each payment: this one is paid.',
};
const fixOfRetry = 'Send the shopper to the cashier page of this payment, which can still be paid.';
const fixOfEnded = 'Start a new payment with payment-options for another attempt.';

function allowedText(event: string, state: PaymentState, allowed: readonly string[]): string {
	const calls = allowed.flatMap((one) => callNames[one] ?? []);
	const ofCalls = calls.length === 0 ? '' : ` Allowed calls: ${calls.join(', ')}.`;
	const actions = allowed.filter((one) => callNames[one] === undefined);
	// The caller of the service has no `act`: only the control API does.
	if (callNames[event] === undefined)
		return `Allowed actions of act: ${actions.join(', ')}.${ofCalls}`;
	const fix = allowed.includes('submit') ? fixOfRetry : (fixesOfCalls[state] ?? fixOfEnded);
	return fix + ofCalls;
}

const duplicateReasons: Record<DuplicateReason, { detail: string; fix: string }> = {
	used: { detail: '', fix: 'Send a paymentReference that no other payment has.' },
	'other-request': {
		detail:
			', from another request: another body, or another X-Sandbox-Outcome or X-Sandbox-Return',
		fix: 'Send the same request again for the same response, or another paymentReference for another payment.',
	},
	'unknown-request': {
		detail:
			'. It was created before reference.duplicate was "replay", so its request was not stored and cannot be compared with this one',
		fix: 'Send another paymentReference. Set reference.duplicate to "replay" before the first request.',
	},
};

export const paymentErrors: ErrorCatalogue<PaymentErrorCode> = {
	session_not_found: {
		status: 404,
		title: 'Unknown session',
		assumptions: ({ id }) => gapsOfUnknownId(id),
		quotes: true,
		describe({ id, workspace, isPaymentId = false }) {
			const [subject, names] = isPaymentId
				? ['payment with the sessionId or transactionId', 'sessionId or the transactionId']
				: ['session', 'sessionId'];
			return errorText(
				isPaymentId ? 'id' : 'sessionId',
				`No ${subject} ${id} in the workspace "${workspace}": it is unknown or forgotten.`,
				anyCaseUuid.test(id)
					? `Send the ${names} of a payment-options response in this workspace; a restart or a reset deletes sessions.`
					: `Send the ${names} of a payment-options response. With a paymentReference, search: GET ${controlPaths.payments}?reference=${encodeURIComponent(id)}.`,
			);
		},
	},
	session_expired: {
		status: 410,
		title: 'Expired session',
		assumptions: ['D-21'],
		describe: () =>
			errorText(
				'sessionId',
				'The session has expired.',
				'Start a new payment with payment-options.',
			),
	},

	// Errors of the country and the currency (D-26, D-27). The status is 400, not 409: the request contradicts itself,
	// and no state is involved.
	currency_mismatch: {
		status: 400,
		title: 'Currency of another country',
		assumptions: ['D-26'],
		describe: ({ country, currency, expected }) =>
			errorText(
				'currency',
				`${currency} is not the currency of ${country}.`,
				`Send "currency": "${expected}", or the country whose currency it is.`,
			),
	},
	no_options: {
		status: 400,
		title: 'No payment options',
		assumptions: ['D-26', 'D-27'],
		describe: ({ country }) =>
			errorText(
				'country',
				`There is nothing to pay with in ${country}: it is not among the markets.`,
				'Send the country of a market, add it to catalog.packs, or set errors.noOptions to "card".',
			),
	},
	fault_not_found: {
		status: 404,
		title: 'Unknown fault rule',
		quotes: true,
		describe: ({ id, known }) =>
			errorText(
				'id',
				`There is no fault rule "${id}".`,
				known.length > 0 ? `Known here: ${known.join(', ')}.` : 'This workspace has no rules.',
			),
	},
	fault_exists: {
		status: 409,
		title: 'Fault rule exists',
		quotes: true,
		describe: ({ id }) =>
			errorText(
				'id',
				`There is a fault rule "${id}" already.`,
				'Replace it with PUT, or leave id out.',
			),
	},
	unknown_market: {
		status: 400,
		title: 'Unknown market',
		quotes: true,
		describe: ({ market, known }) =>
			errorText('market', `There is no market "${market}".`, `Send one of ${known.join(', ')}.`),
	},

	// Errors of the payment option and the suboption:
	option_not_in_session: {
		status: 404,
		title: 'Unknown payment option',
		assumptions: ({ paymentOptionId }) => ['D-28', ...gapsOfUnknownId(paymentOptionId)],
		quotes: true,
		describe: ({ paymentOptionId }) =>
			errorText(
				'paymentOptionId',
				`The payment option ${paymentOptionId} was not offered in this session (rule 1 of the service).`,
				'Send a paymentOptionId of the payment-options response that returned this sessionId.',
			),
	},
	option_has_no_suboptions: {
		status: 409,
		title: 'No suboptions',
		assumptions: ['D-30'],
		describe: ({ option, kind }) =>
			errorText(
				'paymentOptionId',
				`The payment option "${option}" has no suboptions (${kind === 'card' ? 'rule 3' : 'step 2 of the flow'} of the service).`,
				'Skip payment-suboptions and call hybrid-payment without optionId.',
			),
	},
	suboption_required: {
		status: 400,
		title: 'Missing suboption',
		assumptions: ['D-31'],
		describe: ({ option }) =>
			errorText(
				'optionId',
				`The payment option "${option}" has suboptions, and optionId is missing.`,
				'Call payment-suboptions and send the id of one of its options as optionId.',
			),
	},
	suboption_not_needed: {
		status: 400,
		title: 'Needless suboption',
		assumptions: ['D-31'],
		describe: ({ option, kind }) =>
			errorText(
				'optionId',
				`The payment option "${option}" has no suboptions (rule ${kind === 'card' ? 3 : 2} of the service).`,
				'Leave optionId out.',
			),
	},
	suboption_not_found: {
		status: 404,
		title: 'Unknown suboption',
		assumptions: ({ optionId }) => ['D-28', ...gapsOfUnknownId(optionId)],
		quotes: true,
		describe: ({ option, optionId }) =>
			errorText(
				'optionId',
				`The payment option "${option}" has no suboption with the id "${optionId}".`,
				'Send the id of one of the options that payment-suboptions returned for this payment option.',
			),
	},
	suboption_of_other_option: {
		status: 404,
		title: 'Suboption of another payment option',
		describe: ({ option, optionId }) =>
			errorText(
				'optionId',
				`The suboption "${optionId}" belongs to another payment option than "${option}" (rule 2 of the service).`,
				'Send the id of one of the options that payment-suboptions returned for this payment option.',
			),
	},
	suboption_unavailable: {
		status: 409,
		title: 'Suboption no longer available',
		assumptions: ['D-47'],
		describe: ({ option, optionId }) =>
			errorText(
				'optionId',
				`The suboption "${optionId}" of "${option}" is not available now (methods.${option}: hideBanks, refuseBanks).`,
				'List the suboptions again, and let the shopper choose another one.',
			),
	},
	suboption_uuid_sent: {
		status: 400,
		title: 'uuid sent as optionId',
		assumptions: ['D-29'],
		describe: ({ known: [id] }) =>
			errorText(
				'optionId',
				'optionId carries the uuid of a suboption.',
				`Send its id: "optionId": "${id}".`,
			),
	},
	suboptions_not_listed_yet: {
		status: 409,
		title: 'Suboptions not listed yet',
		assumptions: ['D-32'],
		describe: ({ option }) =>
			errorText(
				'optionId',
				`The suboptions of "${option}" were not listed in this session.`,
				'Call payment-suboptions first, and send the id of one of its options.',
			),
	},

	// Errors of what was sent before, such as a choice, a reference or an idempotency key (D-33 to D-35):
	choice_locked: {
		status: 409,
		title: 'The choice is made',
		assumptions: ['D-33'],
		describe: ({ state }) =>
			errorText(
				'paymentOptionId',
				`The payment is ${state}: another payment option or bank can no longer be chosen.`,
				'Repeat the same choice, or start a new payment with payment-options.',
			),
	},
	choice_made: {
		status: 409,
		title: 'The choice is made',
		assumptions: ['D-33'],
		describe: ({ state }) =>
			errorText(
				'sessionId',
				`The payment is ${state}: hybrid-payment was called for this session before, and only one call is accepted.`,
				'Use the redirectUrl of the first response, or start a new payment with payment-options.',
			),
	},
	duplicate_reference: {
		status: 409,
		title: 'Duplicate reference',
		assumptions: ['D-34'],
		describe: ({ transactionId, reason }) => {
			const { detail, fix } = duplicateReasons[reason];
			const about = `The transaction ${transactionId} has this paymentReference${detail}.`;
			return errorText('paymentReference', about, fix);
		},
	},
	idempotency_conflict: {
		status: 409,
		title: 'Idempotency key used before',
		assumptions: ['D-35'],
		describe: ({ header }) =>
			errorText(
				header,
				`${header} has a key that was sent with another request before: another body, or another X-Sandbox-Outcome or X-Sandbox-Return.`,
				'Send the same request again for the same response, or a new key for a new payment. A refused request does not use its key.',
			),
	},
	invalid_idempotency_key: {
		status: 400,
		title: 'Invalid idempotency key',
		assumptions: ['D-35'],
		describe: ({ header, maximum }) =>
			errorText(
				header,
				`${header} must be 1 to ${maximum} bytes.`,
				`Send a key such as a UUID, or leave ${header} out.`,
			),
	},

	// Errors of the payment's state:
	not_allowed_in_state: {
		status: 409,
		title: 'Not allowed in this state',
		assumptions: ['D-09'],
		describe: ({ event, state, allowed }) =>
			errorText(
				null,
				`"${callNames[event] ?? event}" is not possible for a payment that is ${state}.`,
				allowedText(event, state, allowed),
			),
	},
	cancel_not_offered: {
		status: 409,
		title: 'Cancelling is not offered',
		assumptions: ['D-38'],
		describe: () =>
			errorText(
				'action',
				'The settings of the cashier do not offer cancelling.',
				'Let the payment expire, or set cashier.cancel to true.',
			),
	},
	cancel_too_late: {
		status: 409,
		title: 'Too late to cancel',
		describe: ({ state }) =>
			errorText(
				'outcome',
				`The attempt is submitted (${state}): its shopper can no longer cancel.`,
				'Steer to CANCEL before the shopper submits.',
			),
	},
	challenge_too_late: {
		status: 409,
		title: 'Too late for a challenge',
		describe: ({ state }) =>
			errorText(
				'outcome',
				`The attempt is already submitted (${state}): it can no longer be challenged.`,
				'Steer to CHALLENGE before the shopper submits.',
			),
	},

	// Errors of outcomes and return link timing:
	unknown_outcome: {
		status: 400,
		title: 'Unknown outcome',
		describe: ({ param, known }) =>
			errorText(
				param,
				`${param} names an outcome that does not exist.`,
				`Send one of ${known.join(', ')}, or several separated by commas.`,
			),
	},
	too_many_outcomes: {
		status: 400,
		title: 'Too many outcomes',
		describe: ({ param, maximum }) =>
			errorText(
				param,
				`${param} names more than ${maximum} outcomes, and no payment has more attempts.`,
				`Send at most ${maximum}; the last one repeats.`,
			),
	},
	unknown_return_link_timing: {
		status: 400,
		title: 'Unknown return link timing',
		assumptions: ['D-37'],
		describe: ({ param, known }) =>
			errorText(
				param,
				`${param} must be one of ${known.join(', ')}.`,
				`Send one of them, or leave ${param} out.`,
			),
	},

	// Errors of the sandbox itself:
	sandbox_full: {
		status: 503,
		title: 'Sandbox full',
		describe: ({ maxPayments }) =>
			errorText(
				null,
				`The sandbox holds ${maxPayments} payments, and none of them can be evicted yet.`,
				'Reset the sandbox, or raise limits.maxPayments.',
			),
	},
	clock_backwards: {
		status: 400,
		title: 'The clock never goes back',
		describe: ({ now }) =>
			errorText(
				'now',
				`The time of the clock is ${now}: it never goes back.`,
				'Send a later time, or reset.',
			),
	},
	entry_not_found: {
		status: 404,
		title: 'Unknown journal entry',
		describe: ({ id }) =>
			errorText(
				null,
				`The journal of this workspace has no entry ${id}: it is unknown, or was dropped.`,
				'List the entries with GET /_sandbox/journal, or raise limits.journalEntries.',
			),
	},
};
