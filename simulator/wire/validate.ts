/** Validates input with its schema. Returns the data, or an error that names every wrong field. */
import type { Parser } from '../contract/fast-parser.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import type { FieldError } from '../contract/problem.ts';
import type { ApiError } from '../errors/api-error.ts';

export type Validated<T> = { ok: true; data: T } | { ok: false; refusal: ApiError };

/** Validates a body. The fixes in errors quote `example`, a complete valid value. */
export function validateBody<T>(schema: Parser<T>, sent: unknown, example: unknown): Validated<T> {
	return validate('invalid_body', schema, sent, example);
}

export function validateQuery<T>(schema: Parser<T>, sent: unknown, example: unknown): Validated<T> {
	const repeated = repeatedIn(sent);
	return repeated.length > 0
		? { ok: false, refusal: { code: 'invalid_query', errors: repeated } }
		: validate('invalid_query', schema, sent, example);
}

/** Finds repeated query parameters, which Express parses as lists. */
function repeatedIn(sent: unknown): FieldError[] {
	return Object.entries(sent ?? {}).flatMap(([param, value]) =>
		Array.isArray(value)
			? [{ param, detail: `${param} is sent more than once.`, fix: `Send ${param} once.` }]
			: [],
	);
}

function validate<T>(
	code: 'invalid_body' | 'invalid_query',
	schema: Parser<T>,
	sent: unknown,
	example: unknown,
): Validated<T> {
	const parsed = schema.safeParse(sent);
	if (parsed.success) return { ok: true, data: parsed.data };
	return { ok: false, refusal: { code, errors: fieldErrors(parsed.error.issues, sent, example) } };
}
