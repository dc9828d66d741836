/** Validates a change of settings by the schema, by the names in the catalog, and by the workspace that is changed. */
import { unknownNamesInPatch } from '../catalog/catalog.ts';
import type { Duration } from '../contract/duration.ts';
import { toMs } from '../contract/duration.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsPatch, SettingsRecord } from './settings.ts';
import { changeSettings, settingsOf } from './settings.ts';

export type ConfigureResult =
	| { ok: true; record: SettingsRecord }
	| { ok: false; errors: FieldError[] };

interface ConfiguredWorkspace {
	name: string;
	/** The current settings of the workspace `default`, which include those of the whole server. */
	server: Settings;
}

/** With more errors of one kind, other kinds are not searched: the search takes quadratic time. */
const maxCombined = 100;

/**
 * Checks a patch. It reports every error at once, and then changes nothing. Without a workspace, the patch configures
 * the server.
 */
export function configure(
	before: SettingsRecord,
	patch: SettingsPatch,
	workspace: ConfiguredWorkspace | null = null,
): ConfigureResult {
	const result = check(before, patch, workspace);
	if (result.ok) return result;
	// Remove the wrong parts and check the rest: an unknown key hides a wrong value, and a wrong value hides an unknown
	// name.
	if (result.errors.length > maxCombined) return result;
	const rest = result.errors.reduce((left, { param }) => without(left, param.split('.')), patch);
	const more = rest === patch ? result : configure(before, rest, workspace);
	if (more.ok || more === result) return result;
	// A part that was removed may be required.
	const known = new Set(result.errors.map(({ param }) => param));
	const others = more.errors.filter(({ param }) => !known.has(param));
	return { ok: false, errors: [...result.errors, ...others] };
}

function check(
	before: SettingsRecord,
	patch: SettingsPatch,
	workspace: ConfiguredWorkspace | null,
): ConfigureResult {
	const changed = changeSettings(before, patch);
	if (!changed.ok) {
		const { inForce } = settingsOf(before.profile);
		return { ok: false, errors: fieldErrors(changed.issues, patch, inForce) };
	}
	const errors = unknownNamesInPatch(patch);
	if (errors.length > 0) return { ok: false, errors };
	if (workspace === null || workspace.name === defaultWorkspace) return changed;
	const { own, errors: misplaced } = withoutServerPart(patch, workspace.server);
	return misplaced.length > 0 ? { ok: false, errors: misplaced } : check(before, own, null);
}

/** Removes the value at a path from a patch. Returns the same patch if there is none. */
function without(patch: SettingsPatch, [name = '', ...inner]: readonly string[]): SettingsPatch {
	if (!Object.hasOwn(patch, name)) return patch;
	const { [name]: value, ...others } = patch;
	if (inner.length === 0) return others;
	if (typeof value !== 'object' || value === null) return patch;
	// A list is removed as a whole.
	if (Array.isArray(value)) return others;
	const rest = without(value as SettingsPatch, inner);
	return rest === value ? patch : { ...others, [name]: rest };
}

const asIs = (value: unknown) => value;

/**
 * The settings of the whole server, each with a normal form for comparing values. `default` holds them, and no other
 * workspace can set them.
 */
const serverSettings = [
	['limits', 'maxPayments', asIs],
	['limits', 'maxWorkspaces', asIs],
	['limits', 'journalEntries', asIs],
	['limits', 'journalBytes', asIs],
	['limits', 'eventStreams', asIs],
	['limits', 'eventReaders', asIs],
	['workspaces', 'ttl', (value: unknown) => (value === null ? value : toMs(value as Duration))],
] as const;

/** Removes the settings of the whole server from what was changed in a workspace: other workspaces do not use theirs. */
export function withoutServerSettings(patch: SettingsPatch): SettingsPatch {
	return serverSettings.reduce<SettingsPatch>(
		(left, [section, key]) => without(left, [section, key]),
		patch,
	);
}

/** Combines a workspace's own settings with those of the whole server. */
export function withServerSettings(own: Settings, server: Settings): Settings {
	const limits = { ...own.limits };
	for (const [section, key] of serverSettings) {
		if (section === 'limits') limits[key] = server.limits[key];
	}
	return { ...own, limits, workspaces: server.workspaces };
}

/** Removes the settings of the whole server from a valid patch. It is an error if they differ from the current ones. */
function withoutServerPart(patch: SettingsPatch, server: Settings) {
	const errors: FieldError[] = [];
	let own = patch;
	for (const [section, key, normalize] of serverSettings) {
		const part = (own[section] ?? {}) as JsonObject;
		if (!Object.hasOwn(part, key)) continue;
		const value = part[key];
		own = without(own, [section, key]);
		const inForce: JsonObject = server[section];
		// `null` restores what the workspace has, which is the setting of the server.
		if (value === null || normalize(value) === normalize(inForce[key])) continue;
		const param = `${section}.${key}`;
		const detail = `${param} is of the whole server, and set in the workspace ${defaultWorkspace} only.`;
		errors.push({ param, detail, fix: `Leave ${param} out here.` });
	}
	return { own, errors };
}
