/** JSON merge patch (RFC 7396), where a duration law, a set of weights and a list are leaves, replaced whole. */
import type { Settings } from '../contract/settings.ts';

export type JsonObject = { [key: string]: unknown };

/** A part of the settings, as a person sent it; `null` restores the default. */
export type SettingsPatch = JsonObject;

/** Objects that are walked into; everything else is a leaf. */
const branches = new Set(['', 'latency', 'processing', 'processing.options', 'processing.banks']);
const plainBranches = ['outcomes', 'ids', 'session', 'cashier', 'http', 'limits'];
for (const name of plainBranches) branches.add(name);

/** Lays a later patch over an earlier one; the nulls of the later one remove what was set. */
export function mergePatch(earlier: SettingsPatch, later: SettingsPatch): SettingsPatch {
	return merge(earlier, later, '');
}

/** The settings in force: the profile's, with what people set laid over them. Still to be validated. */
export function applyPatch(profile: Settings, patch: SettingsPatch): unknown {
	return merge(profile, patch, '');
}

function merge(target: JsonObject, patch: JsonObject, path: string): JsonObject {
	// A map knows no prototype: a key called "__proto__" stays a key, for the schema to refuse.
	const merged = new Map(Object.entries(target));
	for (const [key, value] of Object.entries(patch)) {
		const inner = path === '' ? key : `${path}.${key}`;
		const before = merged.get(key);
		if (value === null) merged.delete(key);
		else if (branches.has(inner) && isObject(value)) {
			merged.set(key, merge(isObject(before) ? before : {}, value, inner));
		} else merged.set(key, value);
	}
	return Object.fromEntries(merged);
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
