/** Compares settings. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../contract/json.ts';
import { isObject, valueAt } from '../contract/json.ts';
import type { Settings } from '../contract/settings.ts';
import { settingTable } from '../contract/settings.ts';

const settingPaths = Object.keys(settingTable);

/** Returns the paths of the settings whose values differ, without the values, which may be secret. */
export function differingSettings(some: unknown, others: Settings): string[] {
	if (some === others) return [];
	return settingPaths.filter((path) => {
		const keys = path.split('.');
		return !isDeepStrictEqual(valueAt(some, keys), valueAt(others, keys));
	});
}

/**
 * Returns the settings that differ from others, with `null` for one that only the others have. A map is whole: the result
 * also shows that a name was removed.
 */
export function pickDifferingSettings(some: Settings, others: Settings): JsonObject {
	return differingSettings(some, others).reduce<JsonObject>(
		(part, path) => withValueAt(part, path.split('.'), valueAt(some, path.split('.')) ?? null),
		{},
	);
}

function withValueAt(
	part: JsonObject,
	[name = '', ...inner]: string[],
	value: unknown,
): JsonObject {
	if (inner.length === 0) return { ...part, [name]: value };
	const before = part[name];
	return { ...part, [name]: withValueAt(isObject(before) ? before : {}, inner, value) };
}
