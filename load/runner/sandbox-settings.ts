/** The settings of the sandbox behind a shop, for the report: runs with other settings cannot be compared. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../simulator/contract/json.ts';
import { valueAt } from '../../simulator/contract/json.ts';
import {
	defaultSettings,
	secretSettings,
	settingTable,
} from '../../simulator/contract/settings.ts';

/**
 * The settings that differ from their defaults, by path: `{ 'latency.default': { fixed: '40ms' } }`. Secrets are left
 * out.
 */
export function changedSettings(settings: JsonObject): JsonObject {
	const changed = Object.keys(settingTable).flatMap((path) => {
		const names = path.split('.');
		const value = valueAt(settings, names);
		const isDefault = isDeepStrictEqual(value, valueAt(defaultSettings, names));
		return isDefault || value === undefined || secretSettings.includes(path)
			? []
			: [[path, value] as const];
	});
	return Object.fromEntries(changed);
}
