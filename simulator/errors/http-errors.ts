/**
 * The errors of HTTP and of workspaces: a body that cannot be read, a guard that refuses, an unknown path or workspace.
 */
import type { FieldError } from '../contract/problem.ts';
import { headerNames, workspacePath } from '../contract/routes.ts';
import type { ErrorCatalogue, ErrorText, NonPaymentErrorCode } from './api-error.ts';
import { errorText } from './api-error.ts';

function describeFields({ errors }: { errors: readonly FieldError[] }): ErrorText {
	const [first, ...others] = errors;
	if (!first)
		return errorText(null, 'The values sent are not valid.', 'Correct them and send again.');
	const more = others.length === 0 ? '' : ` ${others.length} more under "errors".`;
	return errorText(first.param, `${first.detail}${more}`, first.fix);
}

const retryAfter = ({ retryAfterS }: { retryAfterS: number }) => {
	return { 'Retry-After': String(retryAfterS) };
};

export const httpErrors: ErrorCatalogue<NonPaymentErrorCode> = {
	// Errors of the body and the query:
	invalid_body: { status: 400, title: 'Invalid request body', describe: describeFields },
	invalid_query: { status: 400, title: 'Invalid query', describe: describeFields },
	form_refused: { status: 400, title: 'Details refused', describe: describeFields },
	malformed_json: {
		status: 400,
		title: 'Malformed JSON',
		describe: ({ reason }) =>
			errorText(null, `The body is not JSON: ${reason}.`, 'Send one JSON object.'),
	},
	unreadable_body: {
		status: 400,
		title: 'Unreadable body',
		describe: ({ reason }) =>
			errorText(
				null,
				`The body could not be read: ${reason}.`,
				'Correct this, and send the body again.',
			),
	},
	unsupported_media_type: {
		status: 415,
		title: 'Unsupported media type',
		assumptions: ['D-11'],
		quotes: true,
		describe: ({ param, expected, received }) =>
			errorText(
				param,
				`${param} must be ${expected}; received ${received}.`,
				`Send the header ${param}: ${expected}.`,
			),
	},
	body_too_large: {
		status: 413,
		title: 'Body too large',
		assumptions: ['D-20'],
		describe: ({ limit }) =>
			errorText(null, `The body is larger than ${limit} bytes.`, 'Send a smaller body.'),
	},

	// Errors of the path, the method and the headers:
	path_not_found: {
		status: 404,
		title: 'Unknown path',
		assumptions: ['D-22', 'D-42'],
		quotes: true,
		describe: ({ method, path, known }) =>
			errorText(null, `There is no call ${method} ${path}.`, `Known here: ${known.join(', ')}.`),
	},
	method_not_allowed: {
		status: 405,
		title: 'Method not allowed',
		describe: ({ method, allowed }) =>
			errorText(null, `${method} is not possible here.`, `Use ${allowed.join(' or ')}.`),
		headers: ({ allowed }) => ({ Allow: allowed.join(', ') }),
	},
	malformed_request: {
		status: 400,
		title: 'Malformed request',
		describe: ({ reason }) =>
			errorText(null, `The request is not valid HTTP: ${reason}.`, 'Correct it and send it again.'),
	},
	headers_too_large: {
		status: 431,
		title: 'Request Header Fields Too Large',
		describe: ({ limit }) =>
			errorText(
				null,
				`The address and the headers are larger than ${limit} bytes.`,
				'Send a shorter address or fewer headers.',
			),
	},
	request_timeout: {
		status: 408,
		title: 'Request Timeout',
		describe: () =>
			errorText(
				null,
				'The request did not arrive in time.',
				'Send its headers within 5 seconds, and all of it within 10.',
			),
	},
	header_missing: {
		status: 400,
		title: 'Missing header',
		assumptions: ['D-12'],
		describe: ({ header }) =>
			errorText(
				header,
				`The header ${header} is required, and missing or empty.`,
				`Send ${header}, or remove it from http.requiredHeaders.`,
			),
	},

	// Errors of faults:
	invalid_fault: {
		status: 400,
		title: 'Invalid fault',
		// Leave out the quoted parts of the reason, which are texts of the caller.
		forConsole: ({ reason }) =>
			`${headerNames.fault} cannot be read: ${reason.replace(/".*"/s, '…')}`,
		describe: ({ reason }) =>
			errorText(
				headerNames.fault,
				`${headerNames.fault} cannot be read: ${reason}.`,
				`Send, for example, ${headerNames.fault}: status=503;retryAfter=2s.`,
			),
	},
	injected_fault: {
		status: 500,
		title: 'Injected fault',
		describe: ({ status }) =>
			errorText(
				null,
				`A fault rule or header of the sandbox answers with ${status}.`,
				'Change the rule, or handle the error as one of the service.',
			),
		headers: ({ retryAfterS }): Readonly<Record<string, string>> =>
			retryAfterS === null ? {} : { 'Retry-After': String(retryAfterS) },
	},

	// Errors of credentials, limits and origins:
	not_authenticated: {
		status: 401,
		title: 'Not authenticated',
		assumptions: ['D-13'],
		describe: ({ header, form, reason }) =>
			errorText(
				header,
				`The call is not authenticated: ${reason}.`,
				`Send the header ${header}: ${form}, with one of the keys in auth.keys.`,
			),
		headers: ({ status, challenge }): Record<string, string> =>
			status === 401 && challenge !== null ? { 'WWW-Authenticate': challenge } : {},
	},
	token_required: {
		status: 401,
		title: 'Token required',
		describe: ({ isWrong }) =>
			errorText(
				'Authorization',
				isWrong
					? 'The bearer token is not that of this sandbox.'
					: 'The control API of this sandbox needs a bearer token.',
				'Send the header Authorization: Bearer <token>, with the token of --control-token or the one printed at start.',
			),
	},
	rate_limited: {
		status: 429,
		title: 'Too many calls',
		assumptions: ['D-18'],
		describe: ({ rps, burst, retryAfterS, isClockManual }) =>
			errorText(
				null,
				`More calls than limits.rate allows: ${rps} a second, ${burst} at once.`,
				isClockManual
					? `Advance the clock of the workspace by ${retryAfterS} s, or raise limits.rate: the clock is manual, and waiting does not move it.`
					: `Wait ${retryAfterS} s, as Retry-After says, or raise limits.rate.`,
			),
		headers: retryAfter,
	},
	host_not_allowed: {
		status: 403,
		title: 'Host not allowed',
		quotes: true,
		describe: ({ host }) =>
			errorText(
				'Host',
				`The sandbox does not accept the host "${host}".`,
				`Start it with --allowed-host ${host}, or use an address it prints at start.`,
			),
	},
	origin_not_allowed: {
		status: 403,
		title: 'Origin not allowed',
		quotes: true,
		describe: ({ origin }) =>
			errorText(
				'Origin',
				`A page of another origin may not make this call; the browser says ${origin}.`,
				'Call from a server or a command line.',
			),
	},
	form_token_invalid: {
		status: 403,
		title: 'Form out of date',
		describe: () =>
			errorText(
				'token',
				'The form does not belong to this session and choice.',
				'Open the page again.',
			),
	},
	form_used: {
		status: 409,
		title: 'Form used before',
		describe: () =>
			errorText('token', 'The form was submitted before.', 'Open the page to see the payment.'),
	},

	// Temporary errors: the same call can succeed later.
	too_many_event_streams: {
		status: 503,
		title: 'Too many event streams',
		describe: ({ setting, maximum, retryAfterS }) =>
			errorText(
				null,
				`${maximum} event streams are open, as many as ${setting} allows.`,
				`Close a stream or load the page instead, retry after ${retryAfterS} s, as Retry-After says, or raise ${setting}.`,
			),
		headers: retryAfter,
	},
	too_many_waits: {
		status: 503,
		title: 'Too many waits',
		describe: ({ limit, retryAfterS }) =>
			errorText(
				'within',
				`${limit} as one process accepts.`,
				`Retry after ${retryAfterS} s, as Retry-After says, or leave "within" out.`,
			),
		headers: retryAfter,
	},
	sandbox_stopping: {
		status: 503,
		title: 'Sandbox stops',
		describe: ({ retryAfterS }) =>
			errorText(
				null,
				'This instance of the sandbox stops: it ended the wait before it had an answer.',
				`Ask again after ${retryAfterS} s, as Retry-After says: another instance answers, or this one when it has started again.`,
			),
		headers: retryAfter,
	},
	capacity_exceeded: {
		status: 503,
		title: 'Over capacity',
		describe: ({ servers, queue, retryAfterS }) =>
			errorText(
				null,
				`All servers (${servers}) are busy, and as many calls wait as capacity.queue allows (${queue}). Nothing was done.`,
				`Retry after ${retryAfterS} s, as Retry-After says, or raise capacity.servers or capacity.queue.`,
			),
		headers: retryAfter,
	},
	store_unavailable: {
		status: 503,
		title: 'Store unavailable',
		describe: ({ retryAfterS, damaged }) =>
			damaged !== null
				? errorText(
						null,
						`The store of the sandbox has a damaged value of the kind "${damaged}": it cannot be read.`,
						'Delete this value from the store, or use another store.',
					)
				: errorText(
						null,
						'The store of the sandbox did not respond in time, or cannot be written: the call changed either nothing, or all that it should change.',
						`Wait ${retryAfterS} s, as Retry-After says, read the payment, and check that the store is up and its disk is not full.`,
					),
		headers: retryAfter,
	},
	internal_error: {
		status: 500,
		title: 'Internal error',
		describe: () =>
			errorText(null, 'The sandbox failed: this is a bug in it.', 'Report it with the request id.'),
	},

	// Errors of workspaces:
	invalid_workspace: {
		status: 400,
		title: 'Invalid workspace',
		describe: ({ param }) =>
			errorText(
				param,
				'The name of a workspace has 1 to 64 characters: lower-case letters, digits and hyphens. It must not be a card number.',
				`Send, for example, the header ${headerNames.workspace}: team-a, or put ${workspacePath}team-a in front of the path.`,
			),
	},
	workspace_conflict: {
		status: 400,
		title: 'Two workspaces',
		describe: ({ inPath, inHeader }) =>
			errorText(
				headerNames.workspace,
				`The path names the workspace "${inPath}" and the header "${inHeader}".`,
				`Leave the header ${headerNames.workspace} out, or send the same name.`,
			),
	},
	workspaces_full: {
		status: 429,
		title: 'Too many workspaces',
		describe: ({ maxWorkspaces }) =>
			errorText(
				null,
				`The sandbox has ${maxWorkspaces} workspaces, and none of them can be removed yet.`,
				'Delete a workspace, or raise limits.maxWorkspaces in the workspace default.',
			),
	},
	workspace_exists: {
		status: 409,
		title: 'Workspace in use',
		describe: ({ name, payments }) =>
			errorText(
				'name',
				`The workspace "${name}" has payments (${payments}): creating it again would delete them.`,
				'Delete or reset it first, or use another name.',
			),
	},
	workspace_not_found: {
		status: 404,
		title: 'Unknown workspace',
		describe: ({ name }) =>
			errorText(
				'name',
				`There is no workspace "${name}": nothing was stored in it yet, or it was removed.`,
				'Create it with PUT, or create a payment in it.',
			),
	},
	workspace_permanent: {
		status: 409,
		title: 'Workspace that stays',
		describe: () =>
			errorText(
				'name',
				'The workspace "default" is never removed: calls that name no workspace use it.',
				'Reset it instead, with POST /_sandbox/reset.',
			),
	},
};
