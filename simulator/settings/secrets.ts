/** Secret settings. They are redacted where settings are shown, and left out of printed configuration files. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../contract/json.ts';
import { valueAt } from '../contract/json.ts';
import { redactedText } from '../contract/redacted.ts';
import type { Settings } from '../contract/settings.ts';
import { defaultSettings, secretSettings } from '../contract/settings.ts';

const secretPaths = secretSettings.map((path) => path.split('.'));

/** Redacts the secrets in settings, or in a part of them. */
export function redactSecrets<Part extends JsonObject>(settings: Part): Part {
	return secretPaths.reduce<JsonObject>(redactAt, settings) as Part;
}

/** Redacts a secret. A list stays a list of the same length, so that its entries can be counted. */
export function redactValue(secret: unknown): unknown {
	return Array.isArray(secret) ? secret.map(() => redactedText) : redactedText;
}

/** Returns the settings without their secrets, and the paths of the secrets that the user has set. */
export function omitSecrets(settings: Settings): { open: JsonObject; withheld: string[] } {
	const isSet = (path: string[]) =>
		!isDeepStrictEqual(valueAt(settings, path), valueAt(defaultSettings, path));
	return {
		open: secretPaths.reduce<JsonObject>(omitAt, settings),
		withheld: secretPaths.filter(isSet).map((path) => path.join('.')),
	};
}

function omitAt(settings: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
	const { [name]: inner, ...others } = settings;
	return rest.length === 0 ? others : { ...settings, [name]: omitAt(inner as JsonObject, rest) };
}

function redactAt(settings: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
	const inner = settings[name];
	if (inner === undefined) return settings;
	return {
		...settings,
		[name]: rest.length === 0 ? redactValue(inner) : redactAt(inner as JsonObject, rest),
	};
}
