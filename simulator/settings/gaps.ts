/** The gap ledger with the current settings: which gaps are assumed, and which the user has set or confirmed. */
import { isDeepStrictEqual } from 'node:util';
import type { GapId, GapView } from '../contract/gaps/ledger.ts';
import { gapIds, ledger } from '../contract/gaps/ledger.ts';
import { valueAt } from '../contract/json.ts';
import { redactValue } from './secrets.ts';
import type { SettingsRecord } from './settings.ts';

/**
 * Lists the gaps. A gap stays an assumption if its setting has the default value; only the setting `gaps` confirms it.
 */
export function viewGaps({ inForce }: Pick<SettingsRecord, 'inForce'>): GapView[] {
	const inForceAt = (path: string) => valueAt(inForce, path.split('.'));
	return gapIds.map((id) => {
		const { line, notShown, assumed, settings } = ledger[id];
		const confirmed = inForce.gaps[id] ?? null;
		const isSet = Object.entries(settings).some(
			([path, { fallback }]) => !isDeepStrictEqual(inForceAt(path), fallback),
		);
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
				value: isSecret ? redactValue(inForceAt(path)) : (inForceAt(path) ?? null),
				words,
			})),
		};
	});
}

/** Writes one line for the guide: how many gaps are assumed, and which are not. */
export function summarizeGaps(gaps: readonly GapView[]): string {
	const of = (standing: GapView['standing']) => gaps.filter((gap) => gap.standing === standing);
	const named = (standing: GapView['standing']) => {
		const ids: GapId[] = of(standing).map(({ id }) => id);
		return ids.length === 0 ? '' : `, ${ids.length} ${standing} (${ids.join(', ')})`;
	};
	const assumed = of('assumed by sandbox').length;
	return `${assumed} of ${gaps.length} assumed${named('set by you')}${named('confirmed by you')}`;
}
