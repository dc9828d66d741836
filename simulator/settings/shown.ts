/** Settings as they are shown: every secret is there, and none can be read. */

import type { SettingTable } from '../contract/setting.ts';
import { redacted } from '../contract/setting.ts';
import type { Settings } from '../contract/settings.ts';
import { settingTable } from '../contract/settings.ts';
import type { JsonObject } from './merge.ts';

const secretPaths = Object.entries(settingTable as SettingTable).flatMap(([path, { isSecret }]) =>
	isSecret ? [path.split('.')] : [],
);

export function shownSettings(settings: Settings): Settings {
	return secretPaths.reduce<JsonObject>(hide, settings) as Settings;
}

/** Keys stay countable: a list is shown as a list. */
export function hidden(secret: unknown): unknown {
	return Array.isArray(secret) ? secret.map(() => redacted) : redacted;
}

function hide(settings: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
	const inner = settings[name];
	return {
		...settings,
		[name]: rest.length === 0 ? hidden(inner) : hide(inner as JsonObject, rest),
	};
}
