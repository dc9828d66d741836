/** The settings of a workspace: those of a profile, changed by a merge patch (RFC 7396). */
import type { z } from 'zod';
import type { PageKind } from '../contract/control.ts';
import type { DurationLaw } from '../contract/duration.ts';
import type { JsonObject } from '../contract/json.ts';
import { mergePatch } from '../contract/merge-patch.ts';
import type { Settings } from '../contract/settings.ts';
import { settingsSchema } from '../contract/settings.ts';
import type { ProfileName } from './profiles.ts';
import { profiles } from './profiles.ts';

/** A part of the settings, as the user sent it. `null` restores a default. */
export type SettingsPatch = JsonObject;

/**
 * The stored settings of a workspace. It keeps profile and patch beside the result, so that `null` can restore a
 * default of the profile.
 */
export interface SettingsRecord {
	readonly profile: ProfileName;
	/** Defaults of this process that replace those of the profile. */
	readonly processDefaults?: SettingsPatch;
	readonly patch: SettingsPatch;
	/** The settings that calls use: those of the profile with the patch applied. */
	readonly inForce: Settings;
}

export function settingsOf(profile: ProfileName): SettingsRecord {
	return { profile, patch: {}, inForce: profiles[profile].settings };
}

export type SettingsChange =
	| { ok: true; record: SettingsRecord }
	| { ok: false; issues: z.core.$ZodIssue[] };

/** Applies a patch. An invalid patch changes nothing. */
export function changeSettings(record: SettingsRecord, patch: SettingsPatch): SettingsChange {
	const unknown = unknownKeys(patch);
	if (unknown.length > 0) return { ok: false, issues: unknown };
	const merged = mergePatch(record.patch, patch);
	const { profile, processDefaults = {} } = record;
	const defaults = mergePatch(profiles[profile].settings, processDefaults);
	const parsed = settingsSchema.safeParse(mergePatch(defaults, merged));
	if (!parsed.success) return { ok: false, issues: parsed.error.issues };
	const inForce = parsed.data;
	// Store the rules as the schema returns them: with masked card numbers, and without the counts that it ignores.
	const stored = 'faults' in merged ? { ...merged, faults: inForce.faults } : merged;
	return { ok: true, record: { ...record, patch: stored, inForce } };
}

/**
 * Finds unknown keys in a patch. Merging removes keys whose value is `null`, so an unknown key may be visible only in
 * the patch.
 */
function unknownKeys(patch: SettingsPatch): z.core.$ZodIssue[] {
	const ignored = prototypeKeys(patch);
	if (ignored.length > 0) return ignored;
	const issues = settingsSchema.safeParse(patch).error?.issues ?? [];
	return issues.filter(({ code }) => code === 'unrecognized_keys' || code === 'invalid_key');
}

/** Finds the key `__proto__` at any depth, because zod skips it without an issue. */
function prototypeKeys(
	value: unknown,
	path: readonly PropertyKey[] = [],
): z.core.$ZodIssueUnrecognizedKeys[] {
	if (typeof value !== 'object' || value === null) return [];
	const input = value as JsonObject;
	return Object.entries(input).flatMap(([name, inner]) =>
		name === '__proto__'
			? [{ code: 'unrecognized_keys' as const, keys: [name], path: [...path], input, message: '' }]
			: prototypeKeys(inner, [...path, name]),
	);
}

/**
 * Returns the window or delay that public sources state for the payment method; null if the profile has its own times.
 */
export function methodTime<T>({ profile }: SettingsRecord, time: T): T | null {
	return profiles[profile].methodTimes ? time : null;
}

interface ProcessingLawOptions {
	optionName: string;
	kind: PageKind;
	suboptionId: string | null;
	/** The processing law that public sources state for the method. */
	methodLaw: DurationLaw;
}

/**
 * Returns the law of the processing delay. The user's settings override those of the profile, which may use the law of
 * the method. In each of them, bank overrides option, option overrides kind, and kind overrides the default.
 */
export function processingLaw(record: SettingsRecord, options: ProcessingLawOptions): DurationLaw {
	const byUser = lawIn(
		record.patch.processing as Partial<Settings['processing']> | undefined,
		options,
	);
	const byProfile =
		methodTime(record, options.methodLaw) ??
		lawIn(profiles[record.profile].settings.processing, options);
	return byUser ?? byProfile ?? 'none';
}

function lawIn(
	processing: Partial<Settings['processing']> | undefined,
	{ suboptionId, optionName, kind }: ProcessingLawOptions,
): DurationLaw | undefined {
	// Only cards and banks have their own key.
	const kindKey = kind === 'card' || kind === 'bank' ? kind : 'default';
	const byBank = suboptionId === null ? undefined : processing?.banks?.[suboptionId];
	return (
		byBank ?? processing?.options?.[optionName] ?? processing?.[kindKey] ?? processing?.default
	);
}
