/** What is noticed of a call that is accepted: the gap it falls into, and a warning where one is due. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import type { Notes } from '../wire/call.ts';

const none: readonly Notice[] = [];

/** All of them, in order. Nearly always at most one list has any, and is taken as it is. */
export function joined(...lists: readonly (readonly Notice[])[]): readonly Notice[] {
	let all = none;
	for (const list of lists) {
		if (all.length === 0) all = list;
		else if (list.length > 0) all = all.concat(list);
	}
	return all;
}

/** The assumptions of an endpoint, and those of the notices; the warnings of the notices. */
export function notesOf(assumptions: readonly GapId[], notices: readonly Notice[]): Notes {
	const found = notices.flatMap(({ assumption }) => assumption ?? []);
	if (found.length === 0) return { assumptions, warnings: warningsIn(notices) };
	return { assumptions: [...new Set([...assumptions, ...found])], warnings: warningsIn(notices) };
}
