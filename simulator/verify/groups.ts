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
	least: number;
	most: number;
}

export interface Groups {
	/** Returns false when there are too many groups or payments to tell another one apart. */
	add(entry: JournalEntry, name: string): boolean;
	/** Of all groups. */
	matched(): number;
	/** The ids of the matching calls, up to a limit. */
	readonly entries: readonly number[];
	/** Whether each group has enough. Without a group, whether none is needed. */
	areFull(): boolean;
	/** Whether a group has more than it may have. */
	isOneOver(): boolean;
	/** The groups that have too few or too many, up to a limit. */
	wrong(): NonNullable<VerifyAnswer['references']>;
}

const mostEntries = 1_000;
const mostReferences = 20;
/** Groups and payments together. */
const mostKeys = 100_000;

export function createGroups({ unit, least, most }: GroupOptions): Groups {
	const groups = new Map<string, Group>();
	const entries: number[] = [];
	let keys = 0;
	let matched = 0;
	const groupOf = (name: string): Group => {
		const known = groups.get(name);
		if (known !== undefined) return known;
		const group = { matched: 0, payments: new Set<string>() };
		groups.set(name, group);
		keys += 1;
		return group;
	};
	return {
		entries,
		matched: () => matched,
		add({ id, transactionId }, name) {
			if (keys >= mostKeys) return false;
			const group = groupOf(name);
			if (entries.length < mostEntries) entries.push(id);
			if (unit === 'payments') {
				const payment = transactionId ?? '';
				if (group.payments.has(payment)) return true;
				group.payments.add(payment);
				keys += 1;
			}
			group.matched += 1;
			matched += 1;
			return true;
		},
		areFull: () =>
			groups.size === 0 ? least === 0 : [...groups.values()].every((one) => one.matched >= least),
		isOneOver: () => [...groups.values()].some((one) => one.matched > most),
		wrong: () =>
			[...groups]
				.filter(([, one]) => one.matched < least || one.matched > most)
				.slice(0, mostReferences)
				.map(([reference, one]) => ({ reference, matched: one.matched })),
	};
}
