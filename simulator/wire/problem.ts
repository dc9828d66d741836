/** A refusal as RFC 9457 problem+json. */
import type { Problem } from '../contract/problem.ts';
import type { Reply } from './call.ts';
import { problemCatalogue } from './problem-catalogue.ts';
import type { Refusal } from './refusal.ts';

/** Error bodies, their codes and the outcome of invalid requests are not shown by the document. */
const everyRefusal = ['D-15', 'D-16', 'D-17'];

export function describe(refusal: Refusal, requestId: string): Problem {
	// The catalogue has exactly one entry for each code, which TypeScript cannot follow through the index.
	const entry = problemCatalogue[refusal.code] as {
		status: number;
		title: string;
		assumptions?: readonly string[];
		words(refusal: Refusal): { detail: string; fix: string; param: string | null };
	};
	const { detail, fix, param } = entry.words(refusal);
	return {
		type: `urn:payin-sandbox:problem:${refusal.code}`,
		title: entry.title,
		status: entry.status,
		code: refusal.code,
		detail,
		param,
		fix,
		assumptions: [...everyRefusal, ...(entry.assumptions ?? [])],
		...('errors' in refusal ? { errors: [...refusal.errors] } : {}),
		requestId,
	};
}

export function problemReply(refusal: Refusal, requestId: string): Reply {
	const problem = describe(refusal, requestId);
	const headers =
		refusal.code === 'method_not_allowed' ? { Allow: refusal.allowed.join(', ') } : {};
	return {
		status: problem.status,
		contentType: 'application/problem+json; charset=utf-8',
		text: JSON.stringify(problem),
		headers,
		notes: { assumptions: problem.assumptions },
	};
}
