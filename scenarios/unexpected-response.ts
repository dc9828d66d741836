/** Describes responses that the contract does not document. Imports nothing: Node and k6 share it. */

type Header = string | null | undefined;

export function isRedirect(status: number): boolean {
	return status >= 300 && status < 400;
}

export function describeRedirect(status: number, location: Header): string {
	// Leave out the query: it may contain a secret, and this text is part of reports.
	const target = location ? `to ${location.replace(/[?#].*$/, '')}` : 'without a location';
	return `status ${status} redirects ${target}, and redirects are not followed: if the service is there, make that address the target`;
}

/** Describes a body that `JSON.parse` rejects. */
export function describeNonJson(contentType: Header, isEmpty: boolean): string {
	if (isEmpty) return 'not JSON, got an empty body';
	const type = (contentType ?? '').replace(/;.*$/, '').trim();
	if (type === '') return 'not JSON, and without a content type';
	return /[/+]json$/i.test(type)
		? `not JSON, although its content type is ${type}`
		: `not JSON, got ${type}`;
}

/**
 * Whether a body is an error. The status does not tell: a service may send every error with status 200. The forms are those of
 * the sandbox (`errors.format`): problem+json, the envelope of type `error`, and the default template.
 */
export function isErrorBody(body: unknown): boolean {
	if (typeof body !== 'object' || body === null) return false;
	const { status, resultType, error } = body as Readonly<Record<string, unknown>>;
	const isProblem = typeof status === 'number' && status >= 400;
	return isProblem || resultType === 'error' || (typeof error === 'object' && error !== null);
}

/** Why a call has no usable result. */
export interface Refusal {
	/** `refused`: the status is an error. `lost`: no response arrived. `unreadable`: the body is not JSON. */
	kind: 'refused' | 'lost' | 'unreadable';
	/** The status of the response; null without a response. */
	status: number | null;
	/** The error code of a sandbox, such as `session_expired`. */
	code: string | null;
	/** The value of the header Retry-After. */
	retryAfter: string | null;
}
