/** The fields of the second and the third call: those of the schema, and what the settings say of others (D-01). */
import type { z } from 'zod';
import { fieldErrors } from '../contract/field-errors.ts';
import { isObject } from '../contract/json.ts';
import { quickParser } from '../contract/quick-parse.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { Call } from '../wire/call.ts';
import { checkBody } from '../wire/checked.ts';
import { unknownRemark } from './accepted-fields.ts';
import type { ServiceDeps } from './deps.ts';
import type { Remark } from './remark.ts';

type Sent<T> = { ok: true; data: T; remarks: readonly Remark[] } | { ok: false; refusal: Refusal };

const none: readonly Remark[] = [];

/** Nearly every call sends what the document shows, and asks no settings. */
export function stepFields<S extends z.ZodObject>(schema: S, example: unknown) {
	const strict = schema.strict();
	const parser = quickParser(schema);
	return ({ store }: ServiceDeps, call: Call): Sent<z.infer<S>> | Promise<Sent<z.infer<S>>> => {
		return hasOthers(call.body) ? checkOthers(store, call) : checked(call.body, none);
	};

	function hasOthers(body: unknown): boolean {
		return isObject(body) && Object.keys(body).some((name) => !Object.hasOwn(schema.shape, name));
	}

	async function checkOthers(
		store: ServiceDeps['store'],
		{ workspace, body }: Call,
	): Promise<Sent<z.infer<S>>> {
		const { unknownFields } = (await store.world(workspace)).settings.inForce.validation;
		if (unknownFields !== 'reject') return checked(body, [unknownRemark(unknownFields)]);
		const errors = fieldErrors(strict.safeParse(body).error?.issues ?? [], body, example);
		return { ok: false, refusal: { code: 'invalid_body', errors, assumptions: ['D-01'] } };
	}

	function checked(body: unknown, remarks: readonly Remark[]): Sent<z.infer<S>> {
		const sent = checkBody(parser, body, example);
		return sent.ok ? { ok: true, data: sent.data, remarks } : sent;
	}
}
