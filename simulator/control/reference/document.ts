/** Builds the OpenAPI 3.1 document from the operations of the contract, with their common headers and errors. */
import { controlOperations } from '../../contract/control-operations.ts';
import type { Operation } from '../../contract/operation.ts';
import { outcomeListPattern } from '../../contract/outcome-list.ts';
import { problemSchema } from '../../contract/problem.ts';
import { returnLinkTimings } from '../../contract/return-url.ts';
import type { ServiceCall } from '../../contract/routes.ts';
import {
	documentedPathVersion,
	headerNames,
	servicePathIn,
	servicePaths,
	shownVersionOf,
	workspaceName,
} from '../../contract/routes.ts';
import { serviceOperations } from '../../contract/service-operations.ts';
import type { DocumentPart } from './responses.ts';
import {
	headerReferences,
	problemCodesOf,
	problemResponses,
	responseHeaders,
} from './responses.ts';
import type { JsonSchema } from './schemas.ts';
import { queryFields, schemasFor } from './schemas.ts';

const operations: Record<DocumentPart, Readonly<Record<string, Operation>>> = {
	service: serviceOperations,
	sandbox: controlOperations,
};

const tags: Record<DocumentPart, { name: DocumentPart; description: string }> = {
	service: {
		name: 'service',
		description:
			'The three documented calls. Paths, fields and their types are documented; statuses, headers and errors are named assumptions.',
	},
	sandbox: {
		name: 'sandbox',
		description: 'The control API: an extension of the sandbox, never part of the service.',
	},
};

export interface OpenApiFacts {
	version: string;
	/** Which parts the document contains: `service`, `sandbox`, or both. */
	parts: readonly DocumentPart[];
	/** Whether the control API requires a bearer token. */
	tokenWanted: boolean;
	/** The versions of the documented calls that are served (D-22). The paths show one of them. */
	versions: readonly string[];
}

/** The document without its `servers`, which depend on the request. */
export function openApiDocument({ version, parts, tokenWanted, versions }: OpenApiFacts) {
	const shownVersion = shownVersionOf(versions);
	const shown = parts.flatMap((part) =>
		Object.entries(operations[part]).map(([id, operation]) => ({ id, operation, part })),
	);
	const bodies = shown.flatMap(({ operation: { body, answer } }) =>
		body ? [body.schema, answer.schema] : [answer.schema],
	);
	const { refTo, components } = schemasFor([...bodies, problemSchema]);
	const paths: Record<string, Record<string, unknown>> = {};
	for (const { id, operation, part } of shown) {
		const shownPath = isServiceCall(id) ? servicePathIn(shownVersion, id) : operation.path;
		const path = paths[shownPath] ?? {};
		path[operation.method] = {
			operationId: id,
			...describe(operation, part, refTo),
			...(part === 'sandbox' && tokenWanted ? { security: [{ controlToken: [] }] } : {}),
		};
		paths[shownPath] = path;
	}
	const bearer = { controlToken: { type: 'http', scheme: 'bearer' } };
	return {
		openapi: '3.1.0',
		info: {
			title: 'payin-sandbox',
			version,
			description:
				'A sandbox of a hybrid payment link pay-in service. Facts that the interface document of the service does not show are assumptions with ids such as D-33. Each response names the assumptions that shaped it. The document shows the served versions, and the statuses, media types and errors of the default settings.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		security: [],
		tags: parts.map((part) => (part === 'service' ? serviceTag(versions) : tags[part])),
		paths,
		components: {
			schemas: components,
			headers: responseHeaders,
			...(tokenWanted && parts.includes('sandbox') ? { securitySchemes: bearer } : {}),
		},
	};
}

const isServiceCall = (id: string): id is ServiceCall => Object.hasOwn(servicePaths, id);

function serviceTag(versions: readonly string[]) {
	const { name, description } = tags.service;
	if (versions.every((version) => version === documentedPathVersion)) return tags.service;
	return { name, description: `${description} Served versions: ${versions.join(', ')} (D-22).` };
}

function describe(
	operation: Operation,
	part: DocumentPart,
	refTo: (schema: Operation['answer']['schema']) => JsonSchema,
) {
	const { summary, description, body, answer, alsoAnswers, links } = operation;
	const parameters = parametersOf(operation);
	const schema = refTo(answer.schema);
	const { type = 'application/json' } = answer;
	const content = {
		[type]: { schema, ...(answer.examples ? { examples: answer.examples } : {}) },
		...Object.fromEntries(
			Object.entries(answer.alsoAs ?? {}).map(([other, shape]) => [other, { schema: shape }]),
		),
	};
	return {
		tags: [part],
		summary,
		description,
		...(parameters.length > 0 ? { parameters } : {}),
		...(body
			? {
					requestBody: {
						required: true,
						content: {
							'application/json': { schema: refTo(body.schema), examples: body.examples },
						},
					},
				}
			: {}),
		responses: {
			[answer.status ?? 200]: {
				description: answer.description,
				headers: headerReferences,
				content,
				...(links ? { links } : {}),
			},
			...(alsoAnswers
				? {
						[alsoAnswers.status]: {
							description: alsoAnswers.description,
							headers: headerReferences,
							content: { 'application/json': { schema } },
						},
					}
				: {}),
			...problemResponses(problemCodesOf(operation, part), part),
		},
	};
}

const workspaceHeader = {
	name: headerNames.workspace,
	in: 'header',
	required: false,
	description:
		'Extension: the workspace of the call; without this header, and without /w/{name} in front of the path, `default`.',
	schema: { type: 'string', pattern: workspaceName.source },
};

const outcomeHeader = {
	name: headerNames.outcome,
	in: 'header',
	required: false,
	description:
		'Extension: the outcome of this payment, in any case, or one for each attempt, separated by commas: DECLINE,APPROVE fails once and then succeeds.',
	schema: { type: 'string', pattern: outcomeListPattern },
};

const returnHeader = {
	name: headerNames.return,
	in: 'header',
	required: false,
	description:
		'Extension: when the cashier shows RETURN TO ACCOUNT for this payment, instead of the setting `return.showIn`: always, only once the payment is final, or never.',
	schema: { type: 'string', enum: returnLinkTimings },
};

function parametersOf({ params = {}, query, steered }: Operation): unknown[] {
	return [
		...Object.entries(params).map(([name, { description, pattern }]) => ({
			name,
			in: 'path',
			required: true,
			description,
			schema: { type: 'string', ...(pattern ? { pattern } : { minLength: 1 }) },
		})),
		...(query ? queryFields(query) : []).map(([name, { description, ...schema }]) => ({
			name,
			in: 'query',
			required: false,
			...(description ? { description } : {}),
			// Several values are sent in one parameter, separated by commas.
			...(schema.type === 'array' ? { explode: false } : {}),
			schema,
		})),
		...(steered ? [outcomeHeader, returnHeader] : []),
		workspaceHeader,
	];
}
