/** The settings of a workspace: a profile, and what people set over it. */
import type { z } from 'zod';
import type { OptionKind } from '../contract/control.ts';
import type { DurationLaw } from '../contract/duration.ts';
import type { Settings } from '../contract/settings.ts';
import { settingsSchema } from '../contract/settings.ts';
import type { SettingsPatch } from './merge.ts';
import { applyPatch, mergePatch } from './merge.ts';
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
	return { profile, patch: {}, inForce: profiles[profile] };
}

export type SettingsChange =
	| { ok: true; record: SettingsRecord }
	| { ok: false; issues: z.core.$ZodIssue[] };

/** Nothing of a refused change takes effect. */
export function changeSettings(record: SettingsRecord, patch: SettingsPatch): SettingsChange {
	const unknown = unknownKeys(patch);
	if (unknown.length > 0) return { ok: false, issues: unknown };
	const merged = mergePatch(record.patch, patch);
	const parsed = settingsSchema.safeParse(applyPatch(profiles[record.profile], merged));
	if (!parsed.success) return { ok: false, issues: parsed.error.issues };
	return { ok: true, record: { ...record, patch: merged, inForce: parsed.data } };
}

/** A null removes its key before the merged settings are judged: a misspelt one is only seen in the patch itself. */
function unknownKeys(patch: SettingsPatch): z.core.$ZodIssue[] {
	const issues = settingsSchema.safeParse(patch).error?.issues ?? [];
	return issues.filter(({ code }) => code === 'unrecognized_keys');
}

interface ProcessedBy {
	optionName: string;
	kind: OptionKind;
	suboptionId: string | null;
}

/**
 * The law of the network's delay, most specific first: what a person set by bank, option, kind and default, and
 * only then the profile in the same order.
 */
export function processingLaw({ profile, patch }: SettingsRecord, by: ProcessedBy): DurationLaw {
	// Cards and banks have a key of their own; every other kind falls under the default.
	const ownKey = by.kind === 'card' || by.kind === 'bank' ? by.kind : 'default';
	const layers = [patch.processing as Partial<Settings['processing']> | undefined];
	layers.push(profiles[profile].processing);
	for (const layer of layers) {
		const law =
			(by.suboptionId === null ? undefined : layer?.banks?.[by.suboptionId]) ??
			layer?.options?.[by.optionName] ??
			layer?.[ownKey] ??
			layer?.default;
		if (law !== undefined) return law;
	}
	return 'none';
}
