/** The gap ledger beside the settings in force: what is assumed, what a person has set or found out. */
import type { GapId } from '../contract/gaps/ledger.ts';
import { gapIds, ledger } from '../contract/gaps/ledger.ts';
import type { GapView } from '../contract/gaps/view.ts';
import type { JsonObject } from './merge.ts';
import type { SettingsRecord } from './settings.ts';
import { hidden } from './shown.ts';

export function viewGaps({ inForce, patch }: Pick<SettingsRecord, 'inForce' | 'patch'>): GapView[] {
	return gapIds.map((id) => {
		const { line, notShown, assumed, settings } = ledger[id];
		const confirmed = inForce.gaps[id] ?? null;
		const isSet = Object.keys(settings).some((path) => at(patch, path) !== undefined);
		return {
			id,
			line,
			notShown,
			assumed,
			standing: confirmed ? 'confirmed by you' : isSet ? 'set by you' : 'assumed by sandbox',
			confirmed,
			settings: Object.entries(settings).map(([path, { fallback, words, isSecret }]) => ({
				path,
				default: fallback ?? null,
				value: isSecret ? hidden(at(inForce, path)) : (at(inForce, path) ?? null),
				words,
			})),
		};
	});
}

/** One line for the start: how many are assumed, and which are not. */
export function summarizeGaps(gaps: readonly GapView[]): string {
	const of = (standing: GapView['standing']) => gaps.filter((gap) => gap.standing === standing);
	const named = (standing: GapView['standing']) => {
		const ids: GapId[] = of(standing).map(({ id }) => id);
		return ids.length === 0 ? '' : `, ${ids.length} ${standing} (${ids.join(', ')})`;
	};
	const assumed = of('assumed by sandbox').length;
	return `${assumed} of ${gaps.length} assumed${named('set by you')}${named('confirmed by you')}`;
}

function at(settings: JsonObject, path: string): unknown {
	return path.split('.').reduce<unknown>((inner, name) => {
		if (typeof inner !== 'object' || inner === null) return undefined;
		return Object.getOwnPropertyDescriptor(inner, name)?.value;
	}, settings);
}
