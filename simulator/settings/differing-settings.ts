/** Compares settings. */
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../contract/json.ts';
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
