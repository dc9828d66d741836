/** The matching calls or payments, in one group or in a group for each reference. */
import type { JournalEntry } from '../contract/journal.ts';
import type { VerifyAnswer } from '../contract/verify.ts';

interface Group {
	matched: number;
	/** The transaction ids in the group, with `unit: payments`. */
	payments: Set<string>;
}

interface GroupOptions {
	unit: 'calls' | 'payments';
	/** The fewest calls or payments that each group must have; `max` is the most. */
	min: number;
	max: number;
}

export interface CallGroups {
	/** Adds a call. Returns false if there are too many groups or payments to distinguish another one. */
	add(entry: JournalEntry, name: string): boolean;
	/** Returns the number of calls or payments in all groups. */
	matched(): number;
	/** The ids of the matching calls, up to a limit. */
	readonly entries: readonly number[];
	/** Whether each group has enough. If there is no group: whether none is needed. */
	hasEnough(): boolean;
	/** Whether a group has more than allowed. */
	hasExcess(): boolean;
	/** Returns the groups that have too few or too many, up to a limit. */
	wrong(): NonNullable<VerifyAnswer['references']>;
}

const maxEntries = 1_000;
const maxReferences = 20;
/** The most groups and payments together. */
const maxKeys = 100_000;

export function createCallGroups({ unit, min, max }: GroupOptions): CallGroups {
	const groups = new Map<string, Group>();
	const entries: number[] = [];
	let keys = 0;
	let matched = 0;
	/**
	 * How many groups have fewer than `min`, and how many more than `max`. They are counted here, because a waiting
	 * question needs them after each call.
	 */
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
