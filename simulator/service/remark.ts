/** What is noticed of a call that is accepted: the gap it falls into, and a warning where one is due. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Notes } from '../wire/call.ts';

export interface Remark {
	assumption: GapId | null;
	warning: WarningCode | null;
}

/** So many different notes of an endpoint are remembered. */
const mostKnown = 1_000;

/**
 * What the endpoint always rests on, and what a call adds: each once. The same few remarks come again and again: their
 * notes are made once.
 */
export function notesOn(resting: readonly GapId[]): (remarks: readonly Remark[]) => Notes {
	const alone: Notes = { assumptions: resting };
	const known = new Map<string, Notes>();
	return (remarks) => {
		if (remarks.length === 0) return alone;
		const key = remarks.map(({ assumption, warning }) => `${assumption} ${warning}`).join();
		const notes = known.get(key) ?? make(resting, remarks);
		if (known.size >= mostKnown) known.clear();
		known.set(key, notes);
		return notes;
	};
}

function make(resting: readonly GapId[], remarks: readonly Remark[]): Notes {
	const assumptions = new Set(resting);
	const warnings = new Set<WarningCode>();
	for (const { assumption, warning } of remarks) {
		if (assumption !== null) assumptions.add(assumption);
		if (warning !== null) warnings.add(warning);
	}
	return { assumptions: [...assumptions], warnings: [...warnings].sort() };
}
