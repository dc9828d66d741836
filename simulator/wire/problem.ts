/** Converts API errors to replies: problem+json (RFC 9457), or the format that settings choose for the three calls. */
import type { ServerResponse } from 'node:http';
import type { ErrorTemplatePlaceholder } from '../contract/gaps/http.ts';
import type { GapId } from '../contract/gaps/ledger.ts';
import type { FieldError, Problem } from '../contract/problem.ts';
import { problemTypePrefix } from '../contract/problem.ts';
import type { Settings } from '../contract/settings.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { hideCardNumbers } from '../domain/card.ts';
import type { ApiError, ApiErrorCode, ErrorCatalogue, ErrorEntry } from '../errors/api-error.ts';
import { httpErrors } from '../errors/http-errors.ts';
import { paymentErrors } from '../errors/payment-errors.ts';
import type { Reply } from './call.ts';
import type { RequestContext } from './request-context.ts';
import { contextOf } from './request-context.ts';
import { writeReply } from './write.ts';

/**
 * The gaps behind every error: the document shows no error bodies, no codes, no response to an invalid request, and no
 * headers.
 */
const errorGaps: readonly GapId[] = ['D-12', 'D-15', 'D-16', 'D-17'];

/** The type ensures that every error code has an entry. */
const catalogue: ErrorCatalogue<ApiErrorCode> = { ...paymentErrors, ...httpErrors };

// The entry of an error. The cast is safe: each code has exactly its own entry, which TypeScript cannot follow through
// the index.
const entryOf = (error: ApiError) => catalogue[error.code] as ErrorEntry<ApiError>;

/** Returns the status and the title of an error, for the API reference. */
export function statusAndTitleOf(code: ApiErrorCode): { status: number; title: string } {
	const { status, title } = catalogue[code];
	return { status, title };
}

/** Responds with an error before a route is reached. */
export function writeError(response: ServerResponse, error: ApiError): void {
	const context = contextOf(response);
	writeReply(response, errorReply(error, context), context);
}

export function errorReply(
	error: ApiError,
	context: RequestContext,
	warnings?: readonly WarningCode[],
): Reply {
	const problem = problemOf(error, context);
	const { code, status } = problem;
	const contentType = 'application/problem+json; charset=utf-8';
	const body = context.isService
		? inServiceFormat(problem, contentType, context.settings.errors, shownCodeOf(error))
		: { status, contentType, text: JSON.stringify(problem) };
	return {
		...body,
		headers: entryOf(error).headers?.(error) ?? {},
		refusal: consoleSentenceOf(error, problem),
		notes: {
			assumptions: problem.assumptions as GapId[],
			problem: code,
			...(warnings && { warnings }),
		},
	};
}

/** Returns a sentence about the error without texts of the caller. */
export function consoleSentenceOf(error: ApiError, { title, detail }: Problem): string {
	const sentence = entryOf(error).forConsole?.(error);
	return sentence ?? (quotesCaller(error) ? title : detail.replace(/\.$/, ''));
}

/** Whether the error quotes the caller. The name of an unknown field does too, unless it is an identifier. */
function quotesCaller(error: ApiError): boolean {
	const param = 'errors' in error ? error.errors[0]?.param : undefined;
	return entryOf(error).quotes === true || (param !== undefined && !/^[\w.-]{1,64}$/.test(param));
}

export function problemOf(
	original: ApiError,
	context: Pick<RequestContext, 'requestId' | 'isService' | 'assumptions'>,
): Problem {
	const error = withoutCardNumbers(original);
	const { title, status, describe, assumptions = [] } = entryOf(error);
	const { detail, fix, param } = describe(error);
	const ofEntry = typeof assumptions === 'function' ? assumptions(error) : assumptions;
	// The gaps about HTTP concern the service, not the control API.
	const ofService = context.isService ? errorGaps : [];
	const ofError =
		context.isService || !Object.hasOwn(httpErrors, error.code)
			? [...ofEntry, ...(error.assumptions ?? [])]
			: [];
	const all = [...ofService, ...ofError, ...context.assumptions];
	return {
		type: problemTypePrefix + error.code,
		title,
		status: 'status' in error ? error.status : status,
		code: error.code,
		detail,
		param,
		fix,
		assumptions: [...new Set(all)].sort(),
		...('errors' in error
			? {
					errors: error.errors
						.slice(0, maxErrors)
						.map(({ param, detail, fix }) => ({ param, detail, fix })),
				}
			: {}),
		requestId: context.requestId,
	};
}

/** Masks card numbers: the texts of an error may quote the request. */
function withoutCardNumbers(error: ApiError): ApiError {
	const errors = 'errors' in error ? { errors: error.errors.map(withoutCardNumber) } : {};
	const texts = Object.entries(error).flatMap(([name, value]) =>
		typeof value === 'string' ? [[name, hideCardNumbers(value)]] : [],
	);
	return { ...error, ...Object.fromEntries(texts), ...errors };
}

/** Masks card numbers in a field's name, which comes from the caller, and in the texts about it. */
function withoutCardNumber<E extends FieldError>(error: E): E {
	const { param, detail, fix } = error;
	const name = hideCardNumbers(param);
	if (name === param) return error;
	return {
		...error,
		param: name,
		// The texts may have the number without the rest of the name.
		detail: hideCardNumbers(detail.replaceAll(param, name)),
		fix: hideCardNumbers(fix.replaceAll(param, name)),
	};
}

const shownCodeOf = (error: ApiError) => ('shownCode' in error ? error.shownCode : null);

type Json = unknown;

/**
 * Writes the error in the format of the `errors` settings. With `always200`, only the body contains the error's status.
 */
function inServiceFormat(
	problem: Problem,
	problemType: string,
	{ format, template, codes, status: statuses, httpMode }: Settings['errors'],
	shownCode: string | null,
): Pick<Reply, 'status' | 'contentType' | 'text'> {
	const status = statuses[problem.code] ?? problem.status;
	const code = shownCode ?? codes[problem.code] ?? problem.code;
	const configured = { ...problem, status, code };
	const bodies: Record<typeof format, () => Json> = {
		problem: () => configured,
		envelope: () => {
			return { statusCode: code, resultType: 'error', result: { message: problem.detail } };
		},
		template: () => fillTemplate(template, configured),
	};
	return {
		status: httpMode === 'always200' ? 200 : status,
		contentType: format === 'problem' ? problemType : 'application/json; charset=utf-8',
		text: JSON.stringify(bodies[format]()),
	};
}

/** The most field errors in a response: a body of 100 KB may have thousands of wrong fields. */
const maxErrors = 100;

type Values = Readonly<Record<ErrorTemplatePlaceholder, string | number | null>>;

/**
 * Fills a template. A text that is only one placeholder becomes the value itself: a status stays a number, a missing
 * field stays null.
 */
function fillTemplate(template: Json, values: Values): Json {
	if (typeof template === 'string') {
		const only = /^\{(\w+)\}$/.exec(template)?.[1];
		if (only !== undefined) return values[only as ErrorTemplatePlaceholder];
		return template.replace(/\{(\w+)\}/g, (_, name: ErrorTemplatePlaceholder) =>
			String(values[name] ?? ''),
		);
	}
	if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
	if (typeof template !== 'object' || template === null) return template;
	return Object.fromEntries(
		Object.entries(template).map(([name, inner]) => [name, fillTemplate(inner, values)]),
	);
}
