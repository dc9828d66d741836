/** The fields of the second and the third call: those of the schema, and what the settings say of others (D-01). */
import type { z } from 'zod';
import { fieldErrors } from '../contract/field-errors.ts';
import { isObject } from '../contract/json.ts';
import type { Notice } from '../contract/warnings.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Call } from '../wire/call.ts';
import { validateBody } from '../wire/validate.ts';
import { unknownRemark } from './accepted-fields.ts';

type Sent<T> = { ok: true; data: T; remarks: readonly Notice[] } | { ok: false; refusal: ApiError };

const none: readonly Notice[] = [];

export function stepFields<S extends z.ZodObject>(schema: S, example: unknown) {
	const strict = schema.strict();
	return ({ body, settings }: Call): Sent<z.infer<S>> => {
		if (!hasOthers(body)) return checked(body, none);
		const { unknownFields } = settings.validation;
		if (unknownFields !== 'reject') return checked(body, [unknownRemark(unknownFields)]);
		const errors = fieldErrors(strict.safeParse(body).error?.issues ?? [], body, example);
		return { ok: false, refusal: { code: 'invalid_body', errors, assumptions: ['D-01'] } };
	};

	function hasOthers(body: unknown): boolean {
		return isObject(body) && Object.keys(body).some((name) => !Object.hasOwn(schema.shape, name));
	}

	function checked(body: unknown, remarks: readonly Notice[]): Sent<z.infer<S>> {
		const sent = validateBody(schema, body, example);
		return sent.ok ? { ok: true, data: sent.data, remarks } : sent;
	}
}
