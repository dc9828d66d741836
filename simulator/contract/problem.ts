/**
 * The schema of errors: RFC 9457 problem+json. This is the sandbox's own shape, deliberately not the service's (D-15,
 * D-16).
 */
import { z } from 'zod';

export const problemCodes = [
	'body_too_large',
	'cancel_not_offered',
	'capacity_exceeded',
	'form_refused',
	'cancel_too_late',
	'challenge_too_late',
	'choice_locked',
	'choice_made',
	'clock_backwards',
	'currency_mismatch',
	'duplicate_reference',
	'entry_not_found',
	'fault_exists',
	'fault_not_found',
	'form_token_invalid',
	'form_used',
	'header_missing',
	'headers_too_large',
	'host_not_allowed',
	'idempotency_conflict',
	'injected_fault',
	'internal_error',
	'invalid_body',
	'invalid_fault',
	'invalid_idempotency_key',
	'invalid_query',
	'invalid_workspace',
	'malformed_json',
	'malformed_request',
	'method_not_allowed',
	'no_options',
	'not_allowed_in_state',
	'not_authenticated',
	'option_has_no_suboptions',
	'option_not_in_session',
	'origin_not_allowed',
	'path_not_found',
	'rate_limited',
	'request_timeout',
	'sandbox_full',
	'sandbox_stopping',
	'session_expired',
	'session_not_found',
	'store_unavailable',
	'suboption_not_found',
	'suboption_not_needed',
	'suboption_of_other_option',
	'suboption_required',
	'suboption_unavailable',
	'suboption_uuid_sent',
	'suboptions_not_listed_yet',
	'token_required',
	'too_many_event_streams',
	'too_many_outcomes',
	'too_many_waits',
	'unknown_market',
	'unknown_outcome',
	'unknown_return_link_timing',
	'unreadable_body',
	'unsupported_media_type',
	'workspace_conflict',
	'workspace_exists',
	'workspace_not_found',
	'workspace_permanent',
	'workspaces_full',
] as const;

export const problemCodeSchema = z.enum(problemCodes);

/** The start of the `type` of each error, before its code. */
export const problemTypePrefix = 'urn:payin-sandbox:problem:';

/** One invalid field: its name, a sentence that says what is wrong, and a sentence that says how to correct it. */
export const fieldErrorSchema = z.object({
	param: z.string(),
	detail: z.string(),
	fix: z.string(),
});

export const problemSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	code: problemCodeSchema,
	detail: z.string(),
	/** The first invalid field; null if the problem is not about a field. */
	param: z.string().nullable(),
	fix: z.string(),
	assumptions: z.array(z.string()),
	/** All invalid fields. */
	errors: z.array(fieldErrorSchema).optional(),
	requestId: z.string(),
});

export type ProblemCode = z.infer<typeof problemCodeSchema>;
export type FieldError = z.infer<typeof fieldErrorSchema>;
export type Problem = z.infer<typeof problemSchema>;
