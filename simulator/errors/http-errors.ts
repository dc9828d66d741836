/** Refusals of HTTP: a body that cannot be read, a door that stays shut, a path that does not exist. */
import type { FieldError } from '../contract/problem.ts';
import type { HttpErrorCode } from './api-error.ts';
import type { Entries, Words } from './catalogue.ts';
import { words } from './catalogue.ts';
import { passingProblems } from './temporary-errors.ts';

function fieldWords({ errors }: { errors: readonly FieldError[] }): Words {
	const [first, ...others] = errors;
	if (!first) return words(null, 'The values sent are not valid.', 'Correct them and send again.');
	const more = others.length === 0 ? '' : ` ${others.length} more under "errors".`;
	return words(first.param, `${first.detail}${more}`, first.fix);
}

export const httpProblems: Entries<HttpErrorCode> = {
	...passingProblems,
	invalid_body: { status: 400, title: 'Invalid request body', words: fieldWords },
	invalid_query: { status: 400, title: 'Invalid query', words: fieldWords },
	form_refused: { status: 400, title: 'Details refused', words: fieldWords },
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
		words: ({ param, expected, received }) =>
			words(
				param,
				`${param} must be ${expected}; received ${received}.`,
				`Send the header ${param}: ${expected}.`,
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
		assumptions: ['D-22', 'D-42'],
		words: ({ method, path, known }) =>
			words(null, `Nothing answers ${method} ${path}.`, `Known here: ${known.join(', ')}.`),
	},
	method_not_allowed: {
		status: 405,
		title: 'Method not allowed',
		words: ({ method, allowed }) =>
			words(null, `${method} is not possible here.`, `Use ${allowed.join(' or ')}.`),
		headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
	},
	malformed_request: {
		status: 400,
		title: 'Malformed request',
		words: ({ reason }) =>
			words(null, `The request is not valid HTTP: ${reason}.`, 'Correct it and send it again.'),
	},
	headers_too_large: {
		status: 431,
		title: 'Request Header Fields Too Large',
		words: ({ limit }) =>
			words(
				null,
				`The address and the headers are larger than ${limit} bytes.`,
				'Send less of them.',
			),
	},
	request_timeout: {
		status: 408,
		title: 'Request Timeout',
		words: () =>
			words(
				null,
				'The request did not arrive in time.',
				'Send its headers within 5 seconds, and all of it within 10.',
			),
	},
	header_missing: {
		status: 400,
		title: 'Missing header',
		assumptions: ['D-12'],
		words: ({ header }) =>
			words(
				header,
				`The header ${header} is required, and missing or empty.`,
				`Send ${header}, or take it out of http.requiredHeaders.`,
			),
	},
	not_authenticated: {
		status: 401,
		title: 'Not authenticated',
		assumptions: ['D-13'],
		words: ({ header, form, reason }) =>
			words(
				header,
				`The call does not prove who calls: ${reason}.`,
				`Send the header ${header}: ${form}, with one of the keys in auth.keys.`,
			),
		headers: ({ status, challenge }): Record<string, string> =>
			status === 401 && challenge !== null ? { 'WWW-Authenticate': challenge } : {},
	},
	rate_limited: {
		status: 429,
		title: 'Too many calls',
		assumptions: ['D-18'],
		words: ({ rps, burst, retryAfterS }) =>
			words(
				null,
				`More calls than limits.rate allows: ${rps} a second, ${burst} at once.`,
				`Wait ${retryAfterS} s, as Retry-After says, or raise limits.rate.`,
			),
		headers: ({ retryAfterS }) => ({ 'Retry-After': String(retryAfterS) }),
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
	form_used: {
		status: 409,
		title: 'Form used before',
		words: () =>
			words('token', 'The form has done its work before.', 'Open the page to see the payment.'),
	},
	internal_error: {
		status: 500,
		title: 'Internal error',
		words: () =>
			words(null, 'The sandbox failed: this is a bug in it.', 'Report it with the request id.'),
	},
};
