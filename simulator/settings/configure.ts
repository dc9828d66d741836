/** Validates a change of settings: by the schema, by the names in the catalog, and by the workspace that is changed. */
import { unknownNames } from '../catalog/catalog.ts';
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
	/** The settings in force of the workspace `default`. */
	server: Settings;
}

/** With more errors of one kind, no other kind is looked for: that takes time with the square of their number. */
const mostCombined = 100;

/** Reports every error at once, and then changes nothing. Without a workspace the patch configures the server. */
export function configure(
	before: SettingsRecord,
	patch: SettingsPatch,
	workspace: ConfiguredWorkspace | null = null,
): ConfigureResult {
	const result = check(before, patch, workspace);
	if (result.ok) return result;
	// One kind of error hides the next: an unknown key hides a wrong value, a wrong value an unknown name. Check the rest.
	if (result.errors.length > mostCombined) return result;
	const rest = result.errors.reduce((left, { param }) => without(left, param.split('.')), patch);
	const more = rest === patch ? result : configure(before, rest, workspace);
	if (more.ok || more === result) return result;
	return { ok: false, errors: [...result.errors, ...more.errors] };
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
	const errors = unknownNames(patch);
	if (errors.length > 0) return { ok: false, errors };
	if (workspace === null || workspace.name === defaultWorkspace) return changed;
	const { own, errors: misplaced } = withoutServerPart(patch, workspace.server);
	return misplaced.length > 0 ? { ok: false, errors: misplaced } : check(before, own, null);
}

/** Returns the same patch when it has nothing at this path. */
function without(patch: SettingsPatch, [name = '', ...inner]: readonly string[]): SettingsPatch {
	if (!Object.hasOwn(patch, name)) return patch;
	const { [name]: value, ...others } = patch;
	if (inner.length === 0) return others;
	if (typeof value !== 'object' || value === null) return patch;
	// A list is replaced as a whole.
	if (Array.isArray(value)) return others;
	const rest = without(value as SettingsPatch, inner);
	return rest === value ? patch : { ...others, [name]: rest };
}

const asIs = (value: unknown) => value;

/** Settings of the whole server, with a normal form to compare values: `default` holds them, no other workspace sets them. */
const serverSettings = [
	['limits', 'maxPayments', asIs],
	['limits', 'maxWorkspaces', asIs],
	['limits', 'journalEntries', asIs],
	['limits', 'journalBytes', asIs],
	['limits', 'eventStreams', asIs],
	['limits', 'eventReaders', asIs],
	['workspaces', 'ttl', (value: unknown) => (value === null ? value : toMs(value as Duration))],
] as const;

/** A workspace's own settings together with those of the whole server. */
export function withServerSettings(own: Settings, server: Settings): Settings {
	const limits = { ...own.limits };
	for (const [section, key] of serverSettings) {
		if (section === 'limits') limits[key] = server.limits[key];
	}
	return { ...own, limits, workspaces: server.workspaces };
}

/** Takes the settings of the whole server out of a valid patch. It is an error if they differ from those in force. */
function withoutServerPart(patch: SettingsPatch, server: Settings) {
	const errors: FieldError[] = [];
	let own = patch;
	for (const [section, key, normalize] of serverSettings) {
		const part = (own[section] ?? {}) as JsonObject;
		if (!Object.hasOwn(part, key)) continue;
		const { [key]: value, ...others } = part;
		own = { ...own, [section]: others };
		const inForce: JsonObject = server[section];
		if (normalize(value) === normalize(inForce[key])) continue;
		const param = `${section}.${key}`;
		const detail = `${param} is of the whole server, and set in the workspace ${defaultWorkspace} only.`;
		errors.push({ param, detail, fix: `Leave ${param} out here.` });
	}
	return { own, errors };
}
