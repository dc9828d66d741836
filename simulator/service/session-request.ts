/**
 * Checks the body of the second and the third call: documented fields by the schema, other fields by the settings
 * (D-01).
 */
import type { z } from 'zod';
import type { Parser } from '../contract/fast-parser.ts';
import { fastParser } from '../contract/fast-parser.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { isObject } from '../contract/json.ts';
import type { Notice } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import { unknownFieldNotice } from './notices.ts';

type CheckedBody<T> =
	| { ok: true; data: T; notices: readonly Notice[] }
	| { ok: false; refusal: ApiError };

/** Returns a function that checks the body of a call. `example` is a complete valid body. */
export function createBodyChecker<S extends z.ZodObject>(schema: S, example: unknown) {
	const strict = schema.strict();
	const parser: Parser<z.output<S>> = fastParser(schema);
	return ({ body, settings }: Call): CheckedBody<z.infer<S>> => {
		const { unknownFields } = settings.validation;
		const hasUnknown =
			isObject(body) && Object.keys(body).some((name) => !Object.hasOwn(schema.shape, name));
		if (hasUnknown && unknownFields === 'reject') {
			const errors = fieldErrors(strict.safeParse(body).error?.issues ?? [], body, example);
			return { ok: false, refusal: { code: 'invalid_body', errors, assumptions: ['D-01'] } };
		}
		const checked = validateBody(parser, body, example);
		if (!checked.ok) return checked;
		const notices = hasUnknown ? [unknownFieldNotice(unknownFields)] : [];
		return { ok: true, data: checked.data, notices };
	};
}
