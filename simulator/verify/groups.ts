/** The matching calls or payments, in one group or in a group for each reference. */
import type { JournalEntry } from '../contract/journal.ts';
import type { VerifyAnswer } from '../contract/verify.ts';

interface GroupOptions {
	unit: 'calls' | 'payments';
	/** The fewest calls or payments that each group must have; `max` is the most. */
	min: number;
	max: number;
	reserve: Reserve;
}

/** Reserves memory for a reference or a transaction id. Returns false if there is none left. */
export type Reserve = (text: string) => boolean;

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

export function createCallGroups({ unit, min, max, reserve }: GroupOptions): CallGroups {
	/** The number of calls or payments in each group. There may be thousands of groups, so they hold no more. */
	const groups = new Map<string, number>();
	/** The transaction ids in all groups, with `unit: payments`. A payment has one reference, so it is in one group. */
	const payments = new Set<string>();
	const entries: number[] = [];
	let matched = 0;
	/**
	 * How many groups have fewer than `min`, and how many more than `max`. They are counted here, because a waiting
	 * question needs them after each call.
	 */
	let short = 0;
	let excessive = 0;
	const canHold = (text: string) => groups.size + payments.size < maxKeys && reserve(text);
	return {
		entries,
		matched: () => matched,
		add({ id, transactionId }, name) {
			const payment = unit === 'payments' ? (transactionId ?? '') : null;
			const isCounted = payment !== null && payments.has(payment);
			let count = groups.get(name);
			if (count === undefined) {
				if (!canHold(name)) return false;
				count = 0;
				groups.set(name, count);
				if (min > 0) short += 1;
			}
			if (payment !== null && !isCounted) {
				if (!canHold(payment)) return false;
				payments.add(payment);
			}
			if (entries.length < maxEntries) entries.push(id);
			if (isCounted) return true;
			count += 1;
			groups.set(name, count);
			matched += 1;
			if (count === min) short -= 1;
			if (count === max + 1) excessive += 1;
			return true;
		},
		hasEnough: () => (groups.size === 0 ? min === 0 : short === 0),
		hasExcess: () => excessive > 0,
		wrong: () => {
			const found: ReturnType<CallGroups['wrong']> = [];
			for (const [reference, count] of groups) {
				if (found.length >= maxReferences) break;
				if (count < min || count > max) found.push({ reference, matched: count });
			}
			return found;
		},
	};
}
