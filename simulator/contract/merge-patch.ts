/** Merge patches (RFC 7396) of the settings. */
import { z } from 'zod';
import type { JsonObject } from './json.ts';
import { isObject } from './json.ts';
import { settingsSchema } from './settings.ts';

/** Applies a merge patch. A duration law, a set of weights and a list are leaves: they are replaced as a whole. */
export function mergePatch(
	target: JsonObject,
	patch: JsonObject,
	schema: z.core.$ZodType = settingsSchema,
): JsonObject {
	// Use a Map, which has no prototype: a key `__proto__` stays a key, which the schema rejects.
	const merged = new Map(Object.entries(target));
	for (const [key, value] of Object.entries(patch)) {
		const before = merged.get(key);
		const inner = innerSchema(schema, key);
		if (value === null) merged.delete(key);
		else if (inner && isBranch(inner) && isObject(value)) {
			merged.set(key, mergePatch(isObject(before) ? before : {}, value, inner));
		} else merged.set(key, value);
	}
	return Object.fromEntries(merged);
}

/** Returns the patch that undoes another one: after both, `target` is as it was. */
export function undoPatch(
	target: JsonObject,
	patch: JsonObject,
	schema: z.core.$ZodType = settingsSchema,
): JsonObject {
	const undone = Object.entries(patch).map(([key, value]) => {
		const before = Object.hasOwn(target, key) ? target[key] : null;
		const inner = innerSchema(schema, key);
		return inner && isBranch(inner) && isObject(value) && isObject(before)
			? [key, undoPatch(before, value, inner)]
			: [key, before];
	});
	return Object.fromEntries(undone);
}

/** Whether a merge goes into the schema's values: objects with known keys, and maps by name. */
function isBranch(schema: z.core.$ZodType): boolean {
	return schema instanceof z.ZodObject || schema instanceof z.ZodRecord;
}

function innerSchema(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodRecord) return schema.valueType;
	return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key)
		? schema.shape[key]
		: undefined;
}
