/** The table of docs/problems.md: what each error means, and how to correct it. */
import type { ProblemCode } from '../simulator/contract/problem.ts';
import { problemCodes } from '../simulator/contract/problem.ts';
import { statusAndTitleOf } from '../simulator/wire/problem.ts';
import { code, table } from './tables.ts';

type Explained = readonly [meaning: string, fix: string];

/** A code without an entry does not compile. */
const explanations: Readonly<Record<ProblemCode, Explained>> = {
	body_too_large: ['The body is larger than the sandbox reads.', 'Send a smaller body.'],
	cancel_not_offered: [
		'The call cancels a payment, and the settings of the cashier do not offer cancelling.',
		'Let the payment expire, or set `cashier.cancel` to `true`.',
	],
	challenge_too_late: [
		'The attempt is already submitted: it can no longer be challenged.',
		'Steer to CHALLENGE before the shopper submits.',
	],
	choice_locked: [
		'The state of the payment no longer allows another payment option or bank.',
		'Repeat the same choice, or start a new payment.',
	],
	choice_made: [
		'`hybrid-payment` was called before, and the setting `hybrid.repeat` accepts one call only.',
		'Use the `redirectUrl` of the first response.',
	],
	clock_backwards: ['The clock of a workspace never goes back.', 'Send a later time, or reset.'],
	currency_mismatch: [
		'The currency is not the one of the country, and `catalog.mismatch` is `reject`. 400 and not 409: the request contradicts itself, no state is involved.',
		'Send the currency that `fix` names.',
	],
	duplicate_reference: [
		'Another payment has the `paymentReference`, and the setting `reference.duplicate` does not allow it, or only for the same request.',
		'Send another reference.',
	],
	form_refused: [
		"Fields of the cashier's form are missing or wrong; `errors` names each.",
		'Correct the fields that `errors` names; `act` fills each omitted field with a valid value.',
	],
	form_token_invalid: [
		'The form belongs to another session, or to a choice that was replaced.',
		'Open the page again.',
	],
	form_used: [
		'A form of the cashier was submitted again after it had its effect. Nothing happens, and the page shows the payment.',
		'Open the page to see the payment.',
	],
	header_missing: [
		'A header that `http.requiredHeaders` names is missing or empty.',
		'Send it, or remove it from the setting.',
	],
	headers_too_large: [
		'Address and headers together are larger than 16 KiB.',
		'Send a shorter address or fewer headers.',
	],
	host_not_allowed: [
		'The sandbox does not accept the `Host` header.',
		'Start it with `--allowed-host`, or use an address it prints at start.',
	],
	idempotency_conflict: [
		'The idempotency key was sent with another request before (or 422, by the setting `idempotency.conflict`).',
		'Send the same request again, or a new key.',
	],
	internal_error: ['A bug of the sandbox.', 'Report it with the request id.'],
	invalid_body: [
		'Fields are missing, of a wrong type or out of range; `errors` names each.',
		'Correct the fields named.',
	],
	invalid_idempotency_key: [
		'The idempotency key is empty or too long.',
		'Send one of 1 to 255 characters.',
	],
	invalid_query: [
		'A value in the query is wrong; `errors` names each.',
		'Correct the values named.',
	],
	invalid_workspace: [
		'The header or the path contains an invalid workspace name.',
		'Use 1 to 64 lower-case letters, digits and hyphens.',
	],
	malformed_json: ['The body is not JSON.', 'Send one JSON object.'],
	malformed_request: [
		'The request is not valid HTTP, has no `Host` or two, or has a path whose percent-encoding is wrong.',
		'Correct what `detail` names.',
	],
	method_not_allowed: [
		'The path exists, but not with this method.',
		'Use a method of the `Allow` header.',
	],
	no_options: [
		'The country is not among the markets, and `errors.noOptions` is `refuse`.',
		'Send the country of a market, or change `catalog.packs`.',
	],
	not_allowed_in_state: [
		'The state of the payment does not allow the call.',
		'Do one of the things that `fix` lists for the state: `list-suboptions` is `payment-suboptions`, `choose` is `hybrid-payment`, `repeat-choice` is `hybrid-payment` with the choice already made; the others are actions of `act`.',
	],
	not_authenticated: [
		'`auth.mode` requires credentials, and they are missing or wrong; 403 when `auth.failure` is 403.',
		'Send the header that `fix` shows.',
	],
	option_has_no_suboptions: [
		'`payment-suboptions` was called for a payment option without suboptions (step 2 of the flow of the service; for the card, rule 3).',
		'Call `hybrid-payment` without `optionId`.',
	],
	option_not_in_session: [
		'The payment option was not offered in this session (rule 1 of the service).',
		'Send a `paymentOptionId` of the response that returned this `sessionId`.',
	],
	origin_not_allowed: [
		'A web page of another origin called the control API, a form of the cashier or one of the three calls.',
		'Call from a server or a command line.',
	],
	path_not_found: [
		'There is no call at this path.',
		'Check the path; `fix` lists those of the service.',
	],
	rate_limited: [
		'More calls than `limits.rate` allows.',
		'Wait for the time that `Retry-After` states.',
	],
	request_timeout: [
		'The headers took longer than 5 seconds, or the whole request longer than 10.',
		'Send it faster.',
	],
	sandbox_full: [
		'The sandbox holds `limits.maxPayments` payments, and none of them can be evicted yet.',
		'Reset it, or raise `limits.maxPayments`.',
	],
	session_expired: ['The session has expired.', 'Start a new payment.'],
	session_not_found: [
		'The session or transaction is unknown: it never existed, or was deleted by eviction, a restart or a reset.',
		'Send an id that this sandbox returned.',
	],
	store_unavailable: [
		'Redis or the file did not respond in time, or cannot be written: the call changed either nothing, or all that it should change.',
		'Retry after `Retry-After`, read the payment, and check that the store is up.',
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
		'A suboption was chosen before the suboptions were listed, and the setting `hybrid.requireListing` is `true`.',
		'Call `payment-suboptions` first.',
	],
	token_required: [
		'Off loopback the control API needs its bearer token.',
		'Send `Authorization: Bearer <token>`.',
	],
	too_many_event_streams: [
		'As many event streams of status pages are open as `limits.eventStreams` or `limits.eventStreamsPerSession` allows.',
		'Load the page instead, as its script does, or raise the limit.',
	],
	too_many_outcomes: [
		'A list of outcomes, in the header or in `steer`, is longer than the attempts of any payment.',
		'Send 100 at most; the last one repeats.',
	],
	unknown_market: ['There is no market with this name.', 'Send one of those that `fix` lists.'],
	unknown_outcome: ['There is no outcome with this name.', 'Send one of those that `fix` lists.'],
	unknown_return_order: [
		'The header `X-Sandbox-Return` has an unknown value.',
		'Send `before-final`, `after-final` or `never`, or leave it out.',
	],
	unreadable_body: [
		'The body could not be read: cut off, wrongly compressed, not UTF-8, with half a character, or nested deeper than 32 levels.',
		'Correct what `detail` names.',
	],
	unsupported_media_type: [
		'The call does not accept the media type or charset of the body.',
		'Send the `Content-Type` that `fix` names.',
	],
	workspace_conflict: [
		'The path and the header `X-Sandbox-Workspace` name different workspaces.',
		'Leave the header out, or send the same name.',
	],
	workspace_exists: [
		'`PUT` would delete the payments of an existing workspace.',
		'Delete or reset it first, or use another name.',
	],
	workspace_not_found: [
		'Nothing was stored in this workspace yet, or it was removed.',
		'Create it with `PUT`, or create a payment in it.',
	],
	workspace_permanent: ['The workspace `default` is never removed.', 'Reset it instead.'],
	workspaces_full: [
		'There are `limits.maxWorkspaces` workspaces, and none of them can be removed yet.',
		'Delete one, or raise `limits.maxWorkspaces`.',
	],
};

export function problemsTable(): string {
	const rows = problemCodes.map((name) => {
		return [code(name), String(statusAndTitleOf(name).status), ...explanations[name]];
	});
	return table(['code', 'status', 'meaning', 'fix'], rows);
}
