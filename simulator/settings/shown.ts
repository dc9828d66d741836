/** Settings as they are shown: every secret is there, and none can be read. */

import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../contract/json.ts';
import { at } from '../contract/json.ts';
import type { SettingTable } from '../contract/setting.ts';
import { redacted } from '../contract/setting.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings, settingTable } from '../contract/settings.ts';

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

/** For a file that others may read: without what is secret, which is named where somebody has set it. */
export function withoutSecrets(settings: Settings): { told: JsonObject; withheld: string[] } {
	const isSet = (path: string[]) =>
		!isDeepStrictEqual(at(settings, path), at(defaultSettings, path));
	return {
		told: secretPaths.reduce<JsonObject>(leaveOut, settings),
		withheld: secretPaths.filter(isSet).map((path) => path.join('.')),
	};
}

function leaveOut(settings: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
	const { [name]: inner, ...others } = settings;
	return rest.length === 0 ? others : { ...settings, [name]: leaveOut(inner as JsonObject, rest) };
}

function hide(settings: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
	const inner = settings[name];
	return {
		...settings,
		[name]: rest.length === 0 ? hidden(inner) : hide(inner as JsonObject, rest),
	};
}
