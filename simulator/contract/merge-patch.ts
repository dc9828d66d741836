/** Merge patches (RFC 7396) of the settings. */
import { z } from 'zod';
import type { JsonObject } from './json.ts';
import { isObject } from './json.ts';
import { mapBesideKeywords } from './setting.ts';
import { settingsSchema } from './settings.ts';

/**
 * Applies a merge patch. A duration law, a set of weights and a list are leaves: they are replaced as a whole. A map by
 * name is merged, also where the schema accepts keywords beside it.
 */
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
		const branch = inner && branchOf(inner);
		// Under a wrong name, `null` stays, so that the schema rejects it.
		if (value === null && isName(schema, key)) merged.delete(key);
		else if (branch && isObject(value)) {
			const part = mergePatch(isObject(before) ? before : {}, value, branch);
			// A map beside keywords is never empty. A patch without a name to set leaves a keyword, and `null` for the last name
			// restores the default of the setting.
			if (branch === inner || Object.keys(part).length > 0) merged.set(key, part);
			else if (isObject(before)) merged.delete(key);
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
		const branch = inner && branchOf(inner);
		return branch && isObject(value) && isObject(before)
			? [key, undoPatch(before, value, branch)]
			: [key, before];
	});
	return Object.fromEntries(undone);
}

/** The schema that a merge goes into: that of an object with known keys, or of a map by name. */
function branchOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
	const isBranch = schema instanceof z.ZodObject || schema instanceof z.ZodRecord;
	return isBranch ? schema : mapBesideKeywords(schema);
}

/** Whether a map may have the name. An object schema reports unknown keys itself. */
function isName(schema: z.core.$ZodType, key: string): boolean {
	return !(schema instanceof z.ZodRecord) || z.safeParse(schema.keyType, key).success;
}

function innerSchema(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodRecord) return schema.valueType;
	return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key)
		? schema.shape[key]
		: undefined;
}
