/** Validates input by its schema: returns the data, or an error that names every wrong field. */
import type { z } from 'zod';
import { fieldErrors } from '../contract/field-errors.ts';
import type { FieldError } from '../contract/problem.ts';
import type { ApiError } from '../errors/api-error.ts';

export type Checked<T> = { ok: true; data: T } | { ok: false; refusal: ApiError };

/** The fixes quote `example`, a complete valid value. */
export function checkBody<S extends z.ZodType>(
	schema: S,
	sent: unknown,
	example: unknown,
): Checked<z.output<S>> {
	return check('invalid_body', schema, sent, example);
}

export function checkQuery<S extends z.ZodType>(
	schema: S,
	sent: unknown,
	example: unknown,
): Checked<z.output<S>> {
	const repeated = repeatedIn(sent);
	return repeated.length > 0
		? { ok: false, refusal: { code: 'invalid_query', errors: repeated } }
		: check('invalid_query', schema, sent, example);
}

/** Express parses a repeated parameter as a list. */
function repeatedIn(sent: unknown): FieldError[] {
	return Object.entries(sent ?? {}).flatMap(([param, value]) =>
		Array.isArray(value)
			? [{ param, detail: `${param} is sent more than once.`, fix: `Send ${param} once.` }]
			: [],
	);
}

function check<S extends z.ZodType>(
	code: 'invalid_body' | 'invalid_query',
	schema: S,
	sent: unknown,
	example: unknown,
): Checked<z.output<S>> {
	const parsed = schema.safeParse(sent);
	if (parsed.success) return { ok: true, data: parsed.data };
	return { ok: false, refusal: { code, errors: fieldErrors(parsed.error.issues, sent, example) } };
}
