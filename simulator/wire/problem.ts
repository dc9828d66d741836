/** A refusal as a reply: RFC 9457 problem+json, unless the settings of the three calls say otherwise. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Problem } from '../contract/problem.ts';
import type { ApiError, ApiErrorCode } from '../errors/api-error.ts';
import type { Entries, Entry } from '../errors/catalogue.ts';
import { httpProblems } from '../errors/http-errors.ts';
import { paymentProblems } from '../errors/payment-errors.ts';
import { workspaceProblems } from '../errors/workspace-errors.ts';
import type { Reply } from './call.ts';
import { withoutNumbers } from './card-numbers.ts';
import { serviceError } from './error-format.ts';
import type { RequestContext } from './request-context.ts';

/** Error bodies of the service, their codes and the outcome of invalid requests are not shown by the document. */
const ofTheService: readonly GapId[] = ['D-15', 'D-16', 'D-17'];

/** Complete by construction: a refusal without its words does not compile. */
const catalogue: Entries<ApiErrorCode> = {
	...paymentProblems,
	...workspaceProblems,
	...httpProblems,
};

/** Status and title of a problem, for whoever has to announce it. */
export function announce(code: ApiErrorCode): { status: number; title: string } {
	const { status, title } = catalogue[code];
	return { status, title };
}

// Each code has exactly its own entry, which TypeScript cannot follow through the index.
const entryOf = (refusal: ApiError) => catalogue[refusal.code] as Entry<ApiError>;

export function problemOf(
	given: ApiError,
	{
		requestId,
		isService,
		assumptions: called,
	}: Pick<RequestContext, 'requestId' | 'isService' | 'assumptions'>,
): Problem {
	const refusal = withoutNumbers(given);
	const { title, status, words, assumptions = [] } = entryOf(refusal);
	const { detail, fix, param } = words(refusal);
	// What the document leaves open of HTTP is open of the service alone.
	const ofHttp = isService ? ofTheService : [];
	const ofCode = isService || !Object.hasOwn(httpProblems, refusal.code) ? assumptions : [];
	// Those of this one refusal, which may go by its fields.
	const own = 'assumptions' in refusal ? (refusal.assumptions ?? []) : [];
	return {
		type: `urn:payin-sandbox:problem:${refusal.code}`,
		title,
		status: 'status' in refusal ? refusal.status : status,
		code: refusal.code,
		detail,
		param,
		fix,
		assumptions: [...new Set([...ofHttp, ...ofCode, ...own, ...called])].sort(),
		...('errors' in refusal
			? { errors: refusal.errors.map(({ param, detail, fix }) => ({ param, detail, fix })) }
			: {}),
		requestId,
	};
}

export function errorReply(refusal: ApiError, context: RequestContext): Reply {
	const problem = problemOf(refusal, context);
	const { code, status } = problem;
	const contentType = 'application/problem+json; charset=utf-8';
	const shown = context.isService
		? serviceError(problem, contentType, context.settings.errors)
		: { status, contentType, text: JSON.stringify(problem) };
	return {
		...shown,
		headers: entryOf(refusal).headers?.(refusal) ?? {},
		notes: { assumptions: problem.assumptions as GapId[], problem: code },
	};
}
