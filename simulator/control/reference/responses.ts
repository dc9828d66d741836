/**
 * The response headers and error responses of the OpenAPI document. None of the headers belongs to the service (D-12).
 */
import type { Operation } from '../../contract/operation.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { headerNames } from '../../contract/routes.ts';
import { statusAndTitleOf } from '../../wire/problem.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const responseHeaders = {
	[headerNames.requestId]: text('The id that the client sent, or a new one.'),
	[headerNames.assumptions]: text(
		'Ids of the assumptions that shaped this answer, separated by commas.',
	),
	[headerNames.warnings]: text('Codes of the warnings of the call, separated by commas.'),
	[headerNames.cause]: text(
		'Cashier and `act`: the outcome of the payment and its cause, percent-encoded; the first ten of a list.',
	),
	[headerNames.timing]: text(
		'Milliseconds in the queue, in service, of injected delay, and of the sandbox itself.',
	),
};

const allowHeader = { Allow: text('The methods that are possible here.') };

/** References to the headers, which are described once under `components`. */
export const headerReferences = Object.fromEntries(
	Object.keys(responseHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

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
/**
 * Errors of the three calls that occur only with some settings (rates, capacity, credentials, headers), or for other
 * versions and origins.
 */
const serviceCall: readonly ProblemCode[] = [
	'rate_limited',
	'invalid_fault',
	'injected_fault',
	'capacity_exceeded',
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
/** The error for a path parameter that does not match its pattern. */
const withParams: readonly ProblemCode[] = ['path_not_found'];

export type DocumentPart = 'service' | 'sandbox';

export function problemCodesOf(operation: Operation, part: DocumentPart): ProblemCode[] {
	const { method, body, query, params, problems } = operation;
	const ofPart: ProblemCode[] = part === 'sandbox' ? ['token_required'] : [...serviceCall];
	if (part === 'sandbox' && method !== 'get') {
		// A call that needs no body and no query still checks those that are sent.
		ofPart.push('origin_not_allowed', 'invalid_query', ...withBody);
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

/** The error responses, one for each status. Its `code` says which error it is. */
export function problemResponses(
	codes: readonly ProblemCode[],
	part: DocumentPart,
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
			const headers = { ...headerReferences, ...(status === 405 ? allowHeader : {}) };
			const description = `${titles.join(', ')}.${assumed}`;
			return [
				status,
				{ description, headers, content: { 'application/problem+json': { schema } } },
			];
		}),
	);
}
