/** Every error that the sandbox can return, as data: the texts that the caller sent, and lists of accepted values. */
import type { PageKind } from '../contract/control.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { FieldError } from '../contract/problem.ts';
import type { LifecycleRefusal } from '../domain/lifecycle.ts';

/**
 * Why a request with a used reference does not get the first response again: the setting does not ask for it, the
 * request is another one, or the first request was not stored.
 */
export type DuplicateReason = 'used' | 'other-request' | 'unknown-request';

type ServiceError =
	| { code: 'currency_mismatch'; country: string; currency: string; expected: string }
	| { code: 'no_options'; country: string }
	/** `isPaymentId`: the id may be a transactionId, too. */
	| { code: 'session_not_found'; id: string; workspace: string; isPaymentId?: boolean }
	| { code: 'option_not_in_session'; paymentOptionId: string }
	| { code: 'option_has_no_suboptions'; option: string; kind: PageKind }
	| { code: 'suboption_required'; option: string }
	| { code: 'suboption_not_needed'; option: string; kind: PageKind }
	| { code: 'suboption_not_found'; option: string; optionId: string }
	| { code: 'suboption_of_other_option'; option: string; optionId: string }
	| { code: 'suboption_unavailable'; option: string; optionId: string }
	| { code: 'suboption_uuid_sent'; known: readonly [id: string] }
	| { code: 'suboptions_not_listed_yet'; option: string }
	| { code: 'duplicate_reference'; transactionId: string; reason: DuplicateReason }
	| { code: 'idempotency_conflict'; header: string; status: 409 | 422 }
	| { code: 'invalid_idempotency_key'; header: string; maximum: number }
	| { code: 'unknown_outcome'; param: string; known: readonly string[] }
	| { code: 'too_many_outcomes'; param: string; maximum: number }
	| { code: 'unknown_return_link_timing'; param: string; known: readonly string[] }
	| { code: 'sandbox_full'; maxPayments: number };

type BodyError =
	| { code: 'invalid_body'; errors: readonly FieldError[] }
	| { code: 'invalid_query'; errors: readonly FieldError[] }
	| { code: 'form_refused'; errors: readonly FormError[] }
	| { code: 'malformed_json'; reason: string }
	| { code: 'unreadable_body'; reason: string }
	| { code: 'unsupported_media_type'; param: string; expected: string; received: string }
	| { code: 'body_too_large'; limit: number };

interface NotAuthenticated {
	code: 'not_authenticated';
	/** The status of the setting `auth.failure`. */
	status: 401 | 403;
	header: string;
	/** How a valid header looks. */
	form: string;
	/** The value of `WWW-Authenticate`; null for modes without a registered HTTP authentication scheme (apiKey, hmac). */
	challenge: string | null;
	reason: string;
}

type GuardError =
	| NotAuthenticated
	| { code: 'header_missing'; header: string }
	| { code: 'headers_too_large'; limit: number }
	| { code: 'malformed_request'; reason: string }
	| { code: 'capacity_exceeded'; servers: number; queue: number; retryAfterS: number }
	| {
			code: 'rate_limited';
			rps: number;
			burst: number;
			retryAfterS: number;
			/** Whether `retryAfterS` counts on a clock that only an advance moves. */
			isClockManual: boolean;
	  }
	| { code: 'request_timeout' }
	| { code: 'invalid_fault'; reason: string }
	/** `shownCode`: the error code in the body; null for the default code of the status. */
	| { code: 'injected_fault'; status: number; shownCode: string | null; retryAfterS: number | null }
	| { code: 'path_not_found'; method: string; path: string; known: readonly string[] }
	| { code: 'method_not_allowed'; method: string; allowed: readonly string[] }
	| { code: 'host_not_allowed'; host: string }
	| { code: 'origin_not_allowed'; origin: string }
	| { code: 'token_required'; isWrong: boolean }
	| { code: 'form_token_invalid' }
	| { code: 'form_used' }
	| { code: 'too_many_event_streams'; setting: string; maximum: number; retryAfterS: number }
	| { code: 'too_many_waits'; limit: string; retryAfterS: number }
	/** A wait that ended because the sandbox stops. */
	| { code: 'sandbox_stopping'; retryAfterS: number }
	/** `damaged`: the kind of the stored value that cannot be read; null if the store does not respond. */
	| { code: 'store_unavailable'; retryAfterS: number; damaged: string | null }
	| { code: 'internal_error' };

type ControlError =
	| { code: 'fault_not_found'; id: string; known: readonly string[] }
	| { code: 'fault_exists'; id: string }
	| { code: 'clock_backwards'; now: string }
	| { code: 'entry_not_found'; id: string }
	| { code: 'unknown_market'; market: string; known: readonly string[] };

type WorkspaceError =
	| { code: 'invalid_workspace'; param: string }
	| { code: 'workspace_conflict'; inPath: string; inHeader: string }
	| { code: 'workspace_exists'; name: string; payments: number }
	| { code: 'workspace_not_found'; name: string }
	| { code: 'workspace_permanent' }
	| { code: 'workspaces_full'; maxWorkspaces: number };

type PaymentError = LifecycleRefusal | ServiceError | ControlError;
type HttpError = BodyError | GuardError | WorkspaceError;

/** `assumptions`: the gaps of this error, in addition to those of its code. */
export type ApiError = (PaymentError | HttpError) & { readonly assumptions?: readonly GapId[] };
export type ApiErrorCode = ApiError['code'];
export type PaymentErrorCode = PaymentError['code'];
export type NonPaymentErrorCode = HttpError['code'];

/** A rule that a field of the cashier's form breaks. The pages have a text for each rule in every language. */
export type FormRule =
	| 'missing'
	| 'cardLength'
	| 'checkDigit'
	| 'unlisted'
	| 'notAName'
	| 'month'
	| 'year'
	| 'past'
	| 'length'
	| 'choice'
	| 'document'
	| 'email'
	| 'phone'
	| 'wrongCode';

export interface FormError extends FieldError {
	rule: FormRule;
	/** The number of digits, for the rule `length`. */
	length?: number;
	/** A word for the text of the rule: a kind of document, an example, or the accepted values. */
	about?: string;
}

interface BrokenRule extends Omit<FormError, 'detail' | 'fix'> {
	/** The rest of a sentence that begins with the field's name, such as `must be 6 digits`. */
	text: string;
	example: string;
}

export function formError({ param, text, example, ...broken }: BrokenRule): FormError {
	const sentence = { detail: `${param} ${text}.`, fix: `Send, for example, ${example}.` };
	return { param, ...broken, ...sentence };
}

export interface ErrorText {
	detail: string;
	fix: string;
	/** The field that is wrong; null if the error is not about a field. */
	param: string | null;
}

export function errorText(param: string | null, detail: string, fix: string): ErrorText {
	return { param, detail, fix };
}

export interface ErrorEntry<E> {
	status: number;
	title: string;
	/** The gaps of this error, in addition to those of every error (D-12, D-15 to D-17). A function if they depend on its values. */
	assumptions?: readonly GapId[] | ((error: E) => readonly GapId[]);
	/** Set if the detail quotes the caller, whose text may be personal: the console then shows the title instead. */
	quotes?: true;
	/** A sentence for the console instead of the detail, without texts of the caller. */
	forConsole?(error: E): string;
	describe(error: E): ErrorText;
	headers?(error: E): Readonly<Record<string, string>>;
}

/** The catalogue entries for these codes. */
export type ErrorCatalogue<C extends ApiErrorCode> = {
	readonly [K in C]: ErrorEntry<Extract<ApiError, { code: K }>>;
};
