/** A change of settings, judged as a whole: by the schema, by the names the catalog knows, and by where it is made. */
import { unknownNames } from '../catalog/known-names.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import type { FieldError } from '../contract/problem.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsPatch } from './merge.ts';
import { ownPart } from './server-wide.ts';
import type { SettingsRecord } from './settings.ts';
import { changeSettings, settingsOf } from './settings.ts';

export type Configured = { ok: true; record: SettingsRecord } | { ok: false; errors: FieldError[] };

interface Place {
	/** The workspace that is configured. */
	name: string;
	/** The settings in force of the workspace `default`. */
	server: Settings;
}

/**
 * Nothing of a refused change takes effect. What is wrong is told at once, all of it. Without a place it is the server
 * that is configured.
 */
export function configure(
	before: SettingsRecord,
	patch: SettingsPatch,
	place: Place | null = null,
): Configured {
	const judged = judge(before, patch, place);
	if (judged.ok) return judged;
	// A misspelt key hides a wrong value, and that an unknown bank: without them, the rest is judged too.
	const rest = judged.errors.reduce((left, { param }) => without(left, param.split('.')), patch);
	const more = rest === patch ? judged : configure(before, rest, place);
	if (more.ok || more === judged) return judged;
	return { ok: false, errors: [...judged.errors, ...more.errors] };
}

function judge(before: SettingsRecord, patch: SettingsPatch, place: Place | null): Configured {
	const changed = changeSettings(before, patch);
	if (!changed.ok) {
		return {
			ok: false,
			errors: fieldErrors(changed.issues, patch, settingsOf(before.profile).inForce),
		};
	}
	const errors = unknownNames(patch);
	if (errors.length > 0) return { ok: false, errors };
	if (place === null || place.name === defaultWorkspace) return changed;
	const { own, errors: misplaced } = ownPart(patch, place.server);
	return misplaced.length > 0 ? { ok: false, errors: misplaced } : judge(before, own, null);
}

/** The same patch when there is nothing under this path. */
function without(patch: SettingsPatch, [name = '', ...inner]: readonly string[]): SettingsPatch {
	if (!Object.hasOwn(patch, name)) return patch;
	const { [name]: value, ...others } = patch;
	if (inner.length === 0) return others;
	if (typeof value !== 'object' || value === null) return patch;
	const rest = without(value as SettingsPatch, inner);
	return rest === value ? patch : { ...others, [name]: rest };
}
