/** A change of settings, judged as a whole: by the schema, and by the names the catalog knows. */
import { unknownNames } from '../catalog/known-names.ts';
import type { FieldError } from '../contract/problem.ts';
import type { SettingsPatch } from '../settings/merge.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import { changeSettings, settingsOf } from '../settings/settings.ts';
import { fieldErrors } from '../wire/field-errors.ts';

export type Configured = { ok: true; record: SettingsRecord } | { ok: false; errors: FieldError[] };

/** Nothing of a refused change takes effect. What is wrong is told at once, all of it. */
export function configure(before: SettingsRecord, patch: SettingsPatch): Configured {
	const judged = judge(before, patch);
	if (judged.ok) return judged;
	// A misspelt key hides a wrong value, and that an unknown bank: without them, the rest is judged too.
	const rest = judged.errors.reduce((left, { param }) => without(left, param.split('.')), patch);
	const more = rest === patch ? judged : configure(before, rest);
	if (more.ok || more === judged) return judged;
	return { ok: false, errors: [...judged.errors, ...more.errors] };
}

function judge(before: SettingsRecord, patch: SettingsPatch): Configured {
	const changed = changeSettings(before, patch);
	if (!changed.ok) {
		return {
			ok: false,
			errors: fieldErrors(changed.issues, patch, settingsOf(before.profile).inForce),
		};
	}
	const errors = unknownNames(changed.record.inForce);
	return errors.length > 0 ? { ok: false, errors } : changed;
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
