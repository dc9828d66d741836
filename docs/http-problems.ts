/** The same of requests, doors and workspaces. */
export const httpProblemWords = {
	body_too_large: ['The body is larger than the sandbox reads.', 'Send a smaller body.'],
	form_refused: [
		"Details of the cashier's form are missing or wrong; `errors` names each.",
		'Correct what `errors` names; left out, each field of `act` gets a valid value.',
	],
	form_token_invalid: [
		'The form belongs to another session, or to a choice made before.',
		'Open the page again.',
	],
	form_used: [
		'A form of the cashier was posted again after it had done its work; nothing happens, and the page shows the payment.',
		'Open the page to see the payment.',
	],
	header_missing: [
		'A header that `http.requiredHeaders` names is missing or empty.',
		'Send it, or take it out of the setting.',
	],
	headers_too_large: ['Address and headers together are larger than 16 KiB.', 'Send less of them.'],
	host_not_allowed: [
		'The `Host` header is none the sandbox answers for.',
		'Start it with `--allowed-host`, or use an address it prints at start.',
	],
	internal_error: ['A bug of the sandbox.', 'Report it with the request id.'],
	invalid_body: [
		'Fields are missing, of a wrong type or out of range; `errors` names each.',
		'Correct the fields named.',
	],
	invalid_query: [
		'A value in the query is wrong; `errors` names each.',
		'Correct the values named.',
	],
	invalid_workspace: [
		'The name of a workspace, in the header or the path, is not one.',
		'Use 1 to 64 lower-case letters, digits and hyphens.',
	],
	malformed_json: ['The body is not JSON.', 'Send one JSON object.'],
	malformed_request: [
		'The request is not valid HTTP, names no host or two, or has a path whose percent-encoding is wrong.',
		'Correct what `detail` names.',
	],
	method_not_allowed: [
		'The path exists, but not with this method.',
		'Use a method of the `Allow` header.',
	],
	not_authenticated: [
		'`auth.mode` wants a proof of who calls, and it is missing or wrong; 403 when `auth.failure` says so.',
		'Send the header that `fix` shows.',
	],
	origin_not_allowed: [
		'A web page of another origin called: the control API, a form of the cashier or one of the three calls.',
		'Call from a server or a command line.',
	],
	path_not_found: [
		'Nothing answers this path.',
		'Check the path; `fix` lists those of the service.',
	],
	rate_limited: ['More calls than `limits.rate` allows.', 'Wait as long as `Retry-After` says.'],
	request_timeout: [
		'The headers took longer than 5 seconds, or the whole request longer than 10.',
		'Send it faster.',
	],
	store_unavailable: [
		'Redis or the file gave no answer in time, or cannot be written: the call changed nothing, or all it was to change.',
		'Come again after `Retry-After`, ask what became of the payment, see that the store is up.',
	],
	token_required: [
		'Off loopback the control API needs its bearer token.',
		'Send `Authorization: Bearer <token>`.',
	],
	unreadable_body: [
		'The body could not be read: cut off, wrongly compressed, not UTF-8, with half a character, or nested deeper than 32 levels.',
		'Correct what `detail` names.',
	],
	unsupported_media_type: [
		'The body has another media type or charset than the call takes.',
		'Send the `Content-Type` that `fix` names.',
	],
	too_many_event_streams: [
		'As many status pages hear news at once as `limits.eventStreams` or `limits.eventStreamsPerSession` allows.',
		'Look at the page instead, as it does by itself, or raise the limit.',
	],
	workspace_conflict: [
		'The path and the header `X-Sandbox-Workspace` name different workspaces.',
		'Leave the header out, or send the same name.',
	],
	workspace_exists: [
		'`PUT` would make a workspace anew that has payments.',
		'Delete or reset it first, or take another name.',
	],
	workspace_not_found: [
		'Nothing was put into this workspace yet, or it is gone.',
		'Make it with `PUT`, or take a payment in it.',
	],
	workspace_permanent: ['The workspace `default` is never removed.', 'Reset it instead.'],
	workspaces_full: [
		'There are as many workspaces as there may be, and none may go yet.',
		'Delete one, or raise `limits.maxWorkspaces`.',
	],
} as const;
