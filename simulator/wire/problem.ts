/** A refusal as RFC 9457 problem+json. */

import type { GapId } from '../contract/gaps/ledger.ts';
import type { Problem } from '../contract/problem.ts';
import { httpProblems } from '../refusals/http-words.ts';
import { paymentProblems } from '../refusals/payment-words.ts';
import type { Refusal, RefusalCode } from '../refusals/refusal.ts';
import type { Entries, Entry } from '../refusals/words.ts';
import type { Reply } from './call.ts';

/** Error bodies, their codes and the outcome of invalid requests are not shown by the document. */
const everyRefusal: readonly GapId[] = ['D-15', 'D-16', 'D-17'];

/** Complete by construction: a refusal without its words does not compile. */
const catalogue: Entries<RefusalCode> = { ...paymentProblems, ...httpProblems };

function describe(refusal: Refusal, entry: Entry<Refusal>, requestId: string): Problem {
	const { detail, fix, param } = entry.words(refusal);
	return {
		type: `urn:payin-sandbox:problem:${refusal.code}`,
		title: entry.title,
		status: entry.status,
		code: refusal.code,
		detail,
		param,
		fix,
		assumptions: assumptionsOf(refusal, entry),
		...('errors' in refusal ? { errors: [...refusal.errors] } : {}),
		requestId,
	};
}

/** Those of every refusal, of this kind of refusal, and of this one. */
function assumptionsOf(refusal: Refusal, entry: Entry<Refusal>): GapId[] {
	const own = ('assumptions' in refusal && refusal.assumptions) || [];
	return [...everyRefusal, ...(entry.assumptions ?? []), ...own];
}

export function problemReply(refusal: Refusal, requestId: string): Reply {
	// Each code has exactly its own entry, which TypeScript cannot follow through the index.
	const entry = catalogue[refusal.code] as Entry<Refusal>;
	const problem = describe(refusal, entry, requestId);
	const headers =
		refusal.code === 'method_not_allowed' ? { Allow: refusal.allowed.join(', ') } : {};
	return {
		status: problem.status,
		contentType: 'application/problem+json; charset=utf-8',
		text: JSON.stringify(problem),
		headers,
		notes: { assumptions: assumptionsOf(refusal, entry) },
	};
}
