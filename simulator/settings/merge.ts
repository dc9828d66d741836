/** JSON merge patch (RFC 7396), where a duration law, a set of weights and a list are leaves, replaced whole. */
import { z } from 'zod';
import type { JsonObject } from '../contract/json.ts';
import { isObject } from '../contract/json.ts';
import type { Settings } from '../contract/settings.ts';
import { settingsSchema } from '../contract/settings.ts';

/** A part of the settings, as a person sent it; `null` restores the default. */
export type SettingsPatch = JsonObject;

/** Lays a later patch over an earlier one; the nulls of the later one remove what was set. */
export function mergePatch(earlier: SettingsPatch, later: SettingsPatch): SettingsPatch {
	return merge(earlier, later, settingsSchema);
}

/** The settings in force: the profile's, with what people set laid over them. Still to be validated. */
export function applyPatch(profile: Settings, patch: SettingsPatch): unknown {
	return merge(profile, patch, settingsSchema);
}

/** The schema says what is walked into: an object of named settings, and a map of names that people chose. */
function merge(target: JsonObject, patch: JsonObject, schema: z.core.$ZodType): JsonObject {
	// A map knows no prototype: a key called "__proto__" stays a key, for the schema to refuse.
	const merged = new Map(Object.entries(target));
	for (const [key, value] of Object.entries(patch)) {
		const before = merged.get(key);
		const inner = below(schema, key);
		if (value === null) merged.delete(key);
		else if (inner && isBranch(inner) && isObject(value)) {
			merged.set(key, merge(isObject(before) ? before : {}, value, inner));
		} else merged.set(key, value);
	}
	return Object.fromEntries(merged);
}

function isBranch(schema: z.core.$ZodType): boolean {
	return schema instanceof z.ZodObject || schema instanceof z.ZodRecord;
}

function below(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodRecord) return schema.valueType;
	return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key)
		? schema.shape[key]
		: undefined;
}
