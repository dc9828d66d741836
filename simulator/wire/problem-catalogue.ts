/** One entry for each refusal: its status, its title, the gaps it rests on, and its words. Complete by construction. */
import type { FieldError } from '../contract/problem.ts';
import type { Refusal, RefusalCode } from './refusal.ts';

interface Words {
	detail: string;
	fix: string;
	/** The field that is wrong; null when it is not about one. */
	param: string | null;
}

interface Entry<R> {
	status: number;
	title: string;
	/** Gaps beyond those of every refusal (D-15, D-16, D-17). */
	assumptions?: readonly string[];
	words(refusal: R): Words;
}

type Catalogue = { [C in RefusalCode]: Entry<Extract<Refusal, { code: C }>> };

const words = (param: string | null, detail: string, fix: string): Words => ({
	param,
	detail,
	fix,
});

function fieldWords({ errors }: { errors: readonly FieldError[] }): Words {
	const [first, ...others] = errors;
	if (!first) return words(null, 'The values sent are not valid.', 'Correct them and send again.');
	const more = others.length === 0 ? '' : ` ${others.length} more under "errors".`;
	return words(first.param, `${first.detail}${more}`, first.fix);
}

export const problemCatalogue: Catalogue = {
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
		words: ({ option }) =>
			words(
				'paymentOptionId',
				`The payment option "${option}" has no suboptions (rule 3 of the service).`,
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
		words: ({ option }) =>
			words(
				'optionId',
				`The payment option "${option}" has no suboptions (rule 3 of the service).`,
				'Leave optionId out.',
			),
	},
	suboption_not_found: {
		status: 404,
		title: 'Unknown suboption',
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
		words: ({ id }) =>
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
	unknown_outcome: {
		status: 400,
		title: 'Unknown outcome',
		words: ({ param, known }) =>
			words(
				param,
				`${param} names an outcome that does not exist.`,
				`Send one of ${known.join(', ')}, or several separated by commas.`,
			),
	},
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
	invalid_body: { status: 400, title: 'Invalid request body', words: fieldWords },
	invalid_query: { status: 400, title: 'Invalid query', words: fieldWords },
	card_refused: { status: 400, title: 'Card details refused', words: fieldWords },
	malformed_json: {
		status: 400,
		title: 'Malformed JSON',
		words: ({ reason }) => words(null, `The body is not JSON: ${reason}.`, 'Send one JSON object.'),
	},
	unreadable_body: {
		status: 400,
		title: 'Unreadable body',
		words: ({ reason }) => words(null, `The body could not be read: ${reason}.`, 'Send it again.'),
	},
	unsupported_media_type: {
		status: 415,
		title: 'Unsupported media type',
		assumptions: ['D-11'],
		words: ({ expected, received }) =>
			words(
				'Content-Type',
				`The body must be ${expected}; received ${received}.`,
				`Send the header Content-Type: ${expected}.`,
			),
	},
	body_too_large: {
		status: 413,
		title: 'Body too large',
		assumptions: ['D-20'],
		words: ({ limit }) =>
			words(null, `The body is larger than ${limit} bytes.`, 'Send a smaller body.'),
	},
	path_not_found: {
		status: 404,
		title: 'Unknown path',
		assumptions: ['D-22'],
		words: ({ method, path, known }) =>
			words(null, `Nothing answers ${method} ${path}.`, `The service is at ${known.join(', ')}.`),
	},
	method_not_allowed: {
		status: 405,
		title: 'Method not allowed',
		words: ({ method, allowed }) =>
			words(null, `${method} is not possible here.`, `Use ${allowed.join(' or ')}.`),
	},
	host_not_allowed: {
		status: 403,
		title: 'Host not allowed',
		words: ({ host }) =>
			words(
				'Host',
				`The sandbox does not answer for the host "${host}".`,
				`Start it with --allowed-host ${host}, or use an address it prints at start.`,
			),
	},
	origin_not_allowed: {
		status: 403,
		title: 'Origin not allowed',
		words: ({ origin }) =>
			words(
				'Origin',
				`Pages of ${origin} may not do this.`,
				'Call from a server or a command line.',
			),
	},
	token_required: {
		status: 401,
		title: 'Token required',
		words: () =>
			words(
				'Authorization',
				'Off loopback the control API needs a bearer token.',
				'Send the header Authorization: Bearer <token>; the token was given by --control-token or printed at start.',
			),
	},
	form_token_invalid: {
		status: 403,
		title: 'Form out of date',
		words: () =>
			words(
				'token',
				'The form does not belong to this session and choice.',
				'Open the page again.',
			),
	},
	stopping: {
		status: 503,
		title: 'Stopping',
		words: () => words(null, 'The sandbox is stopping.', 'Start it again, then repeat the call.'),
	},
	internal_error: {
		status: 500,
		title: 'Internal error',
		words: () =>
			words(null, 'The sandbox failed: this is a bug in it.', 'Report it with the request id.'),
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
