/** The calls or payments that match, in one group, or in a group for each reference. */
import type { JournalEntry } from '../contract/journal.ts';
import type { VerifyAnswer } from '../contract/verify.ts';

interface Group {
	matched: number;
	/** With `unit: payments`: their transaction ids. */
	payments: Set<string>;
}

interface GroupOptions {
	unit: 'calls' | 'payments';
	/** How many each group must have. */
	min: number;
	max: number;
}

export interface Groups {
	/** Returns false when there are too many groups or payments to tell another one apart. */
	add(entry: JournalEntry, name: string): boolean;
	/** Of all groups. */
	matched(): number;
	/** The ids of the matching calls, up to a limit. */
	readonly entries: readonly number[];
	/** Whether each group has enough. Without a group, whether none is needed. */
	hasEnough(): boolean;
	/** Whether a group has more than it may have. */
	hasExcess(): boolean;
	/** The groups that have too few or too many, up to a limit. */
	wrong(): NonNullable<VerifyAnswer['references']>;
}

const maxEntries = 1_000;
const maxReferences = 20;
/** Groups and payments together. */
const maxKeys = 100_000;

export function createGroups({ unit, min, max }: GroupOptions): Groups {
	const groups = new Map<string, Group>();
	const entries: number[] = [];
	let keys = 0;
	let matched = 0;
	/** How many groups have fewer than `min`, and more than `max`: a waiting question asks for it after each call. */
	let short = 0;
	let excessive = 0;
	const groupOf = (name: string): Group => {
		const known = groups.get(name);
		if (known !== undefined) return known;
		const group = { matched: 0, payments: new Set<string>() };
		groups.set(name, group);
		keys += 1;
		if (min > 0) short += 1;
		return group;
	};
	return {
		entries,
		matched: () => matched,
		add({ id, transactionId }, name) {
			if (keys >= maxKeys) return false;
			const group = groupOf(name);
			if (entries.length < maxEntries) entries.push(id);
			if (unit === 'payments') {
				const payment = transactionId ?? '';
				if (group.payments.has(payment)) return true;
				group.payments.add(payment);
				keys += 1;
			}
			group.matched += 1;
			matched += 1;
			if (group.matched === min) short -= 1;
			if (group.matched === max + 1) excessive += 1;
			return true;
		},
		hasEnough: () => (groups.size === 0 ? min === 0 : short === 0),
		hasExcess: () => excessive > 0,
		wrong: () =>
			[...groups]
				.filter(([, one]) => one.matched < min || one.matched > max)
				.slice(0, maxReferences)
				.map(([reference, one]) => ({ reference, matched: one.matched })),
	};
}
