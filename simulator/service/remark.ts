/** What is noticed of a call that is accepted: the gap it falls into, and a warning where one is due. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Notes } from '../wire/call.ts';

export interface Remark {
	assumption: GapId | null;
	warning: WarningCode | null;
}

/** What the endpoint always rests on, and what this call added: each once. */
export function notesWith(resting: readonly GapId[], remarks: readonly Remark[]): Notes {
	if (remarks.length === 0) return { assumptions: resting };
	const assumptions = new Set(resting);
	const warnings = new Set<WarningCode>();
	for (const { assumption, warning } of remarks) {
		if (assumption !== null) assumptions.add(assumption);
		if (warning !== null) warnings.add(warning);
	}
	return { assumptions: [...assumptions], warnings: [...warnings].sort() };
}
