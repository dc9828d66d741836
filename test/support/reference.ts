/** Judges real answers by what `/_sandbox/openapi.json` declares. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import type { Answer } from './sandbox.ts';
import { send } from './sandbox.ts';

export interface Described {
	operationId: string;
	requestBody?: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
	responses: Record<
		string,
		{
			headers?: Record<string, unknown>;
			content: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
		}
	>;
}

export interface ApiDocument {
	openapi: string;
	servers: { url: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, Described>>;
	components: { schemas: Record<string, object>; securitySchemes?: unknown };
}

export async function readDocument(
	url: string,
	query = '',
	headers: Record<string, string> = {},
): Promise<ApiDocument> {
	const path = `${url}/_sandbox/openapi.json${query}`;
	const { status, body } = await send('GET', path, undefined, headers);
	expect(status).toBe(200);
	return body;
}

export function operationsOf({ paths }: ApiDocument) {
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, described]) => ({ path, method, described })),
	);
}

type Judge = (schema: object, value: unknown) => string | null;

const judges = new WeakMap<ApiDocument, Judge>();

/** A function that says what is wrong with a value by a schema of the document; null when nothing is. */
export function judgeBy(document: ApiDocument): Judge {
	const judge = judges.get(document) ?? createJudge(document);
	judges.set(document, judge);
	return judge;
}

/** Compiles each schema once: that takes far more time than a validation. */
function createJudge({ components }: ApiDocument): Judge {
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	formats.default(ajv);
	const compiled = new Map<string, ValidateFunction>();
	return (schema, value) => {
		const key = JSON.stringify(schema);
		const validate = compiled.get(key) ?? ajv.compile({ ...schema, components });
		compiled.set(key, validate);
		return validate(value) ? null : ajv.errorsText(validate.errors);
	};
}

/** Fails unless status, content type, headers and body are those that the operation declares. */
export function expectDeclared(document: ApiDocument, operationId: string, answer: Answer): void {
	const found = operationsOf(document).find((one) => one.described.operationId === operationId);
	const declared = found?.described.responses[answer.status];
	if (!declared) throw new Error(`${operationId} does not declare the status ${answer.status}.`);
	const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
	expect(Object.keys(declared.content), operationId).toContain(type);
	const wrong = judgeBy(document)(declared.content[type]?.schema ?? {}, answer.body);
	expect([operationId, answer.status, wrong]).toEqual([operationId, answer.status, null]);
	const own = [...answer.headers.keys()].filter((name) =>
		/^(x-sandbox|x-request|server-t)/.test(name),
	);
	const known = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
	expect(known).toEqual(expect.arrayContaining(own));
}
