/** Refusals in payment words: what a call, a choice or a state does not allow. */

import type { PaymentErrorCode } from './api-error.ts';
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';
import { offerProblems } from './offer-errors.ts';
import { outcomeProblems } from './outcome-errors.ts';
import { repeatProblems } from './repeat-errors.ts';

export const paymentProblems: Entries<PaymentErrorCode> = {
	...repeatProblems,
	session_not_found: {
		status: 404,
		title: 'Unknown session',
		words: ({ id }) =>
			words(
				'sessionId',
				`No session ${id} in this sandbox: it is unknown or forgotten.`,
				'Send the sessionId of a payment-options answer of this sandbox; a restart or a reset forgets them.',
			),
	},
	session_expired: {
		status: 410,
		title: 'Expired session',
		assumptions: ['D-21'],
		words: () =>
			words('sessionId', 'The session has expired.', 'Start a new payment with payment-options.'),
	},
	option_not_in_session: {
		status: 404,
		title: 'Unknown payment option',
		assumptions: ['D-28'],
		words: ({ paymentOptionId }) =>
			words(
				'paymentOptionId',
				`The payment option ${paymentOptionId} was not offered in this session (rule 1 of the service).`,
				'Send a paymentOptionId from the payment-options answer that gave this sessionId.',
			),
	},
	option_has_no_suboptions: {
		status: 409,
		title: 'No suboptions',
		assumptions: ['D-30'],
		words: ({ option, kind }) =>
			words(
				'paymentOptionId',
				`The payment option "${option}" has no suboptions (${kind === 'card' ? 'rule 3' : 'step 2 of the flow'} of the service).`,
				'Skip payment-suboptions and call hybrid-payment without optionId.',
			),
	},
	suboption_required: {
		status: 400,
		title: 'Missing suboption',
		assumptions: ['D-31'],
		words: ({ option }) =>
			words(
				'optionId',
				`The payment option "${option}" has suboptions, and optionId is missing.`,
				'Call payment-suboptions and send the id of one of its options as optionId.',
			),
	},
	suboption_not_needed: {
		status: 400,
		title: 'Needless suboption',
		assumptions: ['D-31'],
		words: ({ option, kind }) =>
			words(
				'optionId',
				`The payment option "${option}" has no suboptions (rule ${kind === 'card' ? 3 : 2} of the service).`,
				'Leave optionId out.',
			),
	},
	suboption_not_found: {
		status: 404,
		title: 'Unknown suboption',
		assumptions: ['D-28'],
		words: ({ option, optionId }) =>
			words(
				'optionId',
				`The payment option "${option}" has no suboption with the id "${optionId}".`,
				'Send the id of one of the options that payment-suboptions returned for this payment option.',
			),
	},
	suboption_of_other_option: {
		status: 404,
		title: 'Suboption of another payment option',
		words: ({ option, optionId }) =>
			words(
				'optionId',
				`The suboption "${optionId}" belongs to another payment option than "${option}" (rule 2 of the service).`,
				'Send the id of one of the options that payment-suboptions returned for this payment option.',
			),
	},
	suboption_uuid_sent: {
		status: 400,
		title: 'uuid sent as optionId',
		assumptions: ['D-29'],
		words: ({ known: [id] }) =>
			words(
				'optionId',
				'optionId carries the uuid of a suboption.',
				`Send its id: "optionId": "${id}".`,
			),
	},
	choice_locked: {
		status: 409,
		title: 'The choice is made',
		assumptions: ['D-33'],
		words: ({ state }) =>
			words(
				'paymentOptionId',
				`The payment is ${state}: another payment option or bank can no longer be chosen.`,
				'Repeat the same choice, or start a new payment with payment-options.',
			),
	},
	suboptions_not_listed_yet: {
		status: 409,
		title: 'Suboptions not listed yet',
		assumptions: ['D-32'],
		words: ({ option }) =>
			words(
				'optionId',
				`The suboptions of "${option}" have not been asked for in this session.`,
				'Call payment-suboptions first, and send the id of one of its options.',
			),
	},
	cancel_not_offered: {
		status: 409,
		title: 'Cancelling is not offered',
		assumptions: ['D-38'],
		words: () =>
			words(
				'action',
				'The cashier is set to offer no way to cancel a payment.',
				'Let the payment expire, or set cashier.cancel to true.',
			),
	},
	not_allowed_in_state: {
		status: 409,
		title: 'Not allowed in this state',
		assumptions: ['D-09'],
		words: ({ event, state, allowed }) =>
			words(
				null,
				`"${event}" is not possible for a payment that is ${state}.`,
				`Allowed now: ${allowed.join(', ')}.`,
			),
	},
	...offerProblems,
	...outcomeProblems,
	sandbox_full: {
		status: 503,
		title: 'Sandbox full',
		words: ({ maxPayments }) =>
			words(
				null,
				`The sandbox holds ${maxPayments} payments and none of them may be forgotten yet.`,
				'Reset the sandbox, or raise limits.maxPayments.',
			),
	},
	clock_backwards: {
		status: 400,
		title: 'The clock never goes back',
		words: ({ now }) =>
			words(
				'now',
				`The clock stands at ${now} and never goes back.`,
				'Send a later time, or reset.',
			),
	},
	unknown_market: {
		status: 400,
		title: 'Unknown market',
		words: ({ market, known }) =>
			words('market', `There is no market "${market}".`, `Send one of ${known.join(', ')}.`),
	},
};
