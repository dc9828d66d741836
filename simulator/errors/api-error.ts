/** Everything the sandbox can refuse, as data: what a caller sent as texts, what would have been right in lists. The files beside this one give each its status and its words. */
import type { OptionKind } from '../contract/control.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { FieldError } from '../contract/problem.ts';
import type { LifecycleRefusal } from '../domain/lifecycle.ts';
import type { FormError } from './form-error.ts';

type ServiceError =
	| { code: 'currency_mismatch'; country: string; currency: string; expected: string }
	| { code: 'no_options'; country: string }
	| { code: 'session_not_found'; id: string }
	| { code: 'option_not_in_session'; paymentOptionId: string }
	| { code: 'option_has_no_suboptions'; option: string; kind: OptionKind }
	| { code: 'suboption_required'; option: string }
	| { code: 'suboption_not_needed'; option: string; kind: OptionKind }
	| { code: 'suboption_not_found'; option: string; optionId: string }
	| { code: 'suboption_of_other_option'; option: string; optionId: string }
	| { code: 'suboption_uuid_sent'; known: readonly [id: string] }
	| { code: 'suboptions_not_listed_yet'; option: string }
	/** `differs`: the answer of the first payment is given again only to the same request. */
	| { code: 'duplicate_reference'; transactionId: string; differs: boolean }
	| { code: 'idempotency_conflict'; header: string; status: 409 | 422 }
	| { code: 'invalid_idempotency_key'; header: string; maximum: number }
	| { code: 'unknown_outcome'; param: string; known: readonly string[] }
	| { code: 'too_many_outcomes'; param: string; maximum: number }
	| { code: 'unknown_return_order'; param: string; known: readonly string[] }
	| { code: 'sandbox_full'; maxPayments: number };

type BodyError =
	| { code: 'invalid_body'; errors: readonly FieldError[]; assumptions?: readonly GapId[] }
	| { code: 'invalid_query'; errors: readonly FieldError[] }
	| { code: 'form_refused'; errors: readonly FormError[] }
	| { code: 'malformed_json'; reason: string }
	| { code: 'unreadable_body'; reason: string }
	| { code: 'unsupported_media_type'; param: string; expected: string; received: string }
	| { code: 'body_too_large'; limit: number };

interface NotAuthenticated {
	code: 'not_authenticated';
	/** Which of the two is a setting. */
	status: 401 | 403;
	header: string;
	/** What the header must look like. */
	form: string;
	/** For `WWW-Authenticate`; null where no scheme is registered. */
	challenge: string | null;
	reason: string;
}

type GuardError =
	| NotAuthenticated
	| { code: 'header_missing'; header: string }
	| { code: 'headers_too_large'; limit: number }
	| { code: 'malformed_request'; reason: string }
	| { code: 'rate_limited'; rps: number; burst: number; retryAfterS: number }
	| { code: 'request_timeout' }
	| { code: 'path_not_found'; method: string; path: string; known: readonly string[] }
	| { code: 'method_not_allowed'; method: string; allowed: readonly string[] }
	| { code: 'host_not_allowed'; host: string }
	| { code: 'origin_not_allowed'; origin: string }
	| { code: 'token_required' }
	| { code: 'form_token_invalid' }
	| { code: 'form_used' }
	| { code: 'too_many_event_streams'; setting: string; maximum: number; retryAfterS: number }
	| { code: 'store_unavailable'; retryAfterS: number }
	| { code: 'internal_error' };

type ControlError =
	| { code: 'clock_backwards'; now: string }
	| { code: 'unknown_market'; market: string; known: readonly string[] };

type WorkspaceError =
	| { code: 'invalid_workspace'; param: string }
	| { code: 'workspace_conflict'; inPath: string; inHeader: string }
	| { code: 'workspace_exists'; name: string; payments: number }
	| { code: 'workspace_not_found'; name: string }
	| { code: 'workspace_permanent' }
	| { code: 'workspaces_full'; maxWorkspaces: number };

type PaymentError = LifecycleRefusal | ServiceError | ControlError;
type HttpError = BodyError | GuardError;

export type ApiError = PaymentError | HttpError | WorkspaceError;
export type ApiErrorCode = ApiError['code'];
export type PaymentErrorCode = PaymentError['code'];
export type HttpErrorCode = HttpError['code'];
export type WorkspaceErrorCode = WorkspaceError['code'];
