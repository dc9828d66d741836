/** The settings of a workspace: a profile, and what people set over it. */
import type { z } from 'zod';
import type { OptionKind } from '../contract/control.ts';
import type { DurationLaw } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import { settingsSchema } from '../contract/settings.ts';
import type { SettingsPatch } from './merge.ts';
import { applyPatch, mergePatch } from './merge.ts';
import { droppedKeys } from './own-keys.ts';
import type { ProfileName } from './profiles.ts';
import { profiles } from './profiles.ts';

/** What a workspace keeps: enough to restore a default, and to tell a person's word from the profile's. */
export interface SettingsRecord {
	readonly profile: ProfileName;
	readonly patch: SettingsPatch;
	/** The settings in force. */
	readonly inForce: Settings;
}

export function settingsOf(profile: ProfileName): SettingsRecord {
	return { profile, patch: {}, inForce: profiles[profile].settings };
}

export type SettingsChange =
	| { ok: true; record: SettingsRecord }
	| { ok: false; issues: z.core.$ZodIssue[] };

/** Nothing of a refused change takes effect. */
export function changeSettings(record: SettingsRecord, patch: SettingsPatch): SettingsChange {
	const unknown = unknownKeys(patch);
	if (unknown.length > 0) return { ok: false, issues: unknown };
	const merged = mergePatch(record.patch, patch);
	const parsed = settingsSchema.safeParse(applyPatch(profiles[record.profile].settings, merged));
	if (!parsed.success) return { ok: false, issues: parsed.error.issues };
	return { ok: true, record: { ...record, patch: merged, inForce: parsed.data } };
}

/** A null removes its key before the merged settings are judged: a wrong one is only seen in the patch itself. */
function unknownKeys(patch: SettingsPatch): z.core.$ZodIssue[] {
	const dropped = droppedKeys(patch);
	if (dropped.length > 0) return dropped;
	const issues = settingsSchema.safeParse(patch).error?.issues ?? [];
	return issues.filter(({ code }) => code === 'unrecognized_keys' || code === 'invalid_key');
}

/** Windows and delays that public sources tell of the payment's method; null in a profile of its own times. */
export function ofMethod<T>({ profile }: SettingsRecord, told: T): T | null {
	return profiles[profile].methodTimes ? told : null;
}

interface ProcessedBy {
	optionName: string;
	kind: OptionKind;
	suboptionId: string | null;
	/** What public sources tell of the method. */
	methodLaw: DurationLaw;
}

/**
 * The law of the network's delay, most specific first: what a person set by bank, option, kind and default, and
 * only then the profile in the same order, which may go by the method.
 */
export function processingLaw(record: SettingsRecord, by: ProcessedBy): DurationLaw {
	const byPerson = lawIn(
		record.patch.processing as Partial<Settings['processing']> | undefined,
		by,
	);
	const byProfile =
		ofMethod(record, by.methodLaw) ?? lawIn(profiles[record.profile].settings.processing, by);
	return byPerson ?? byProfile ?? 'none';
}

function lawIn(
	layer: Partial<Settings['processing']> | undefined,
	{ suboptionId, optionName, kind }: ProcessedBy,
): DurationLaw | undefined {
	// Cards and banks have a key of their own; every other kind falls under the default.
	const ownKey = kind === 'card' || kind === 'bank' ? kind : 'default';
	const byBank = suboptionId === null ? undefined : layer?.banks?.[suboptionId];
	return byBank ?? layer?.options?.[optionName] ?? layer?.[ownKey] ?? layer?.default;
}
