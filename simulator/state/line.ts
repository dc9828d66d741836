/** Payments in line by age, each linked to the next: nothing is copied, and one that goes costs no more than one that stays. */
import type { KeptPayment } from './eviction.ts';

/** The two ends of a line. */
export interface Line {
	oldest: KeptPayment | null;
	newest: KeptPayment | null;
}

interface Links {
	readonly older: 'older' | 'olderNamesake';
	readonly newer: 'newer' | 'newerNamesake';
}

/** Through all payments of a world. */
export const byAge = { older: 'older', newer: 'newer' } as const;
/** Through those with the same reference. */
export const byReference = { older: 'olderNamesake', newer: 'newerNamesake' } as const;

export function join(line: Line, kept: KeptPayment, { older, newer }: Links): void {
	const before = line.newest;
	kept[older] = before;
	if (before) before[newer] = kept;
	else line.oldest = kept;
	line.newest = kept;
}

export function leave(line: Line, kept: KeptPayment, { older, newer }: Links): void {
	const before = kept[older];
	const after = kept[newer];
	if (before) before[newer] = after;
	else line.oldest = after;
	if (after) after[older] = before;
	else line.newest = before;
	// Whoever still holds this one holds no others by it.
	kept[older] = null;
	kept[newer] = null;
}
