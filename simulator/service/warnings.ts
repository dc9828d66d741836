/** What is noticed of a call that is accepted: the gap it falls into, and a warning where one is due. */
import type { GapId } from '../contract/gaps/ledger.ts';
import type { Notice } from '../contract/warnings.ts';
import { warningsIn } from '../contract/warnings.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
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

/** So many different notes of an endpoint are remembered. */
const mostKnown = 1_000;

/**
 * What the endpoint always rests on, and what a call adds: each once. The same few remarks come again and again: their
 * notes are made once.
 */
export function notesOn(resting: readonly GapId[]): (remarks: readonly Notice[]) => Notes {
	const alone: Notes = { assumptions: resting };
	const known = createLruCache<Notes>(mostKnown);
	const withOne = new WeakMap<Notice, Notes>();
	return (remarks) => {
		const [first] = remarks;
		if (first === undefined) return alone;
		if (remarks.length > 1) return withMany(remarks);
		const notes = withOne.get(first) ?? withMany(remarks);
		withOne.set(first, notes);
		return notes;
	};

	function withMany(remarks: readonly Notice[]): Notes {
		const key = remarks.map(({ assumption, warning }) => `${assumption} ${warning}`).join();
		const before = known.get(key);
		if (before) return before;
		const notes = make(resting, remarks);
		known.put(key, notes);
		return notes;
	}
}

function make(resting: readonly GapId[], remarks: readonly Notice[]): Notes {
	const found = remarks.flatMap(({ assumption }) => assumption ?? []);
	return { assumptions: [...new Set([...resting, ...found])], warnings: warningsIn(remarks) };
}
