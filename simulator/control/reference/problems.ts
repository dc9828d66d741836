/** The refusals a call may meet, as responses of the document. */
import type { Operation } from '../../contract/operation.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { statusAndTitleOf } from '../../wire/problem.ts';
import { allowHeader, headerRefs } from './headers.ts';

const everyCall: readonly ProblemCode[] = [
	'host_not_allowed',
	'method_not_allowed',
	'invalid_workspace',
	'workspace_conflict',
	'malformed_request',
	'headers_too_large',
	'request_timeout',
	'store_unavailable',
];
/** By the settings of the workspace, rates, credentials, headers, versions; and pages of other origins. */
const serviceCall: readonly ProblemCode[] = [
	'rate_limited',
	'not_authenticated',
	'header_missing',
	'path_not_found',
	'origin_not_allowed',
];
const withBody: readonly ProblemCode[] = [
	'invalid_body',
	'malformed_json',
	'unreadable_body',
	'body_too_large',
	'unsupported_media_type',
];
/** An id that is none. */
const withParams: readonly ProblemCode[] = ['path_not_found'];

export type Part = 'service' | 'sandbox';

export function problemsOf(operation: Operation, part: Part): ProblemCode[] {
	const { method, body, query, params, problems } = operation;
	const ofPart: ProblemCode[] = part === 'sandbox' ? ['token_required'] : [...serviceCall];
	if (part === 'sandbox' && method !== 'get') {
		// A call without a body of its own still reads what is sent.
		ofPart.push('origin_not_allowed', ...withBody.filter((code) => code !== 'invalid_body'));
	}
	const codes = [
		...everyCall,
		...ofPart,
		...(body ? withBody : []),
		...(query ? (['invalid_query'] as const) : []),
		...(params ? withParams : []),
		...problems,
	];
	return [...new Set(codes)];
}

/** By status; which of the problems it is, is told by `code`. */
export function problemResponses(
	codes: readonly ProblemCode[],
	part: Part,
): Record<string, unknown> {
	const assumed =
		part === 'service' ? " The shape is the sandbox's assumption (D-15, D-16, D-17)." : '';
	const statuses = new Set(codes.map((code) => statusAndTitleOf(code).status));
	return Object.fromEntries(
		[...statuses].map((status) => {
			const found = codes.filter((code) => statusAndTitleOf(code).status === status);
			const titles = found.map((code) => `\`${code}\` (${statusAndTitleOf(code).title})`);
			const schema = {
				allOf: [
					{ $ref: '#/components/schemas/Problem' },
					{
						type: 'object',
						properties: { status: { const: status }, code: { enum: found } },
					},
				],
			};
			const headers = { ...headerRefs, ...(status === 405 ? allowHeader : {}) };
			const description = `${titles.join(', ')}.${assumed}`;
			return [
				status,
				{ description, headers, content: { 'application/problem+json': { schema } } },
			];
		}),
	);
}
