/** A change of settings, judged as a whole: by the schema, and by the names the catalog knows. */
import { unknownNames } from '../catalog/known-names.ts';
import type { FieldError } from '../contract/problem.ts';
import type { SettingsPatch } from '../settings/merge.ts';
import type { SettingsRecord } from '../settings/settings.ts';
import { changeSettings, settingsOf } from '../settings/settings.ts';
import { fieldErrors } from '../wire/field-errors.ts';

export type Configured = { ok: true; record: SettingsRecord } | { ok: false; errors: FieldError[] };

/** Nothing of a refused change takes effect. */
export function configure(before: SettingsRecord, patch: SettingsPatch): Configured {
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
