/** Evicts payments from a full store: the oldest final payments first, then the oldest that no shopper has opened. */
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { IndexEntry, Transaction } from './backend.ts';
import { namesOf } from './names.ts';
import type { StoredPayment } from './records.ts';
import {
	generationKeysOf,
	indexes,
	pendingUntilNow,
	readRecords,
	readStoreTotals,
	storeKeys,
	storeWideEntry,
} from './records.ts';
import { addToPending, isUnopened, removePayment } from './stored-payments.ts';

/** The most payments that one transaction evicts or moves to another index: other calls wait for it. */
export const maxPaymentsPerTransaction = 50;
/** The most payments that one run moves to the index of final ones. Creations wait for a run. */
export const maxIndexedPerRun = 1_000;
/** The most payments that one run evicts. The creations that waited for it evict the rest of what it has indexed. */
export const maxEvictedPerRun = 500;

/** What a run has done before payments are created in a full store. */
export interface EvictionProgress {
	/** Whether all final payments are in their index. Before that, no other payment may be evicted. */
	readonly areFinalIndexed: boolean;
	/** Whether the run stopped at `maxEvictedPerRun`. A creation then evicts only one payment. */
	readonly hasReachedLimit: boolean;
}
/**
 * The most entries that `dropDiscardedEntries` reads from an index, and the most discarded generations that it compares with them.
 */
const maxStale = 500;

/** Returns how many payments must be evicted before one more is added; 0 or less if it fits. */
export function excessWithOneMore(transaction: Transaction, maxPayments: number): number {
	return readStoreTotals(transaction).live - maxPayments + 1;
}

/**
 * Evicts payments before one more is added. `fits`: it may be added, even if the store stays above a lowered limit.
 * `full`: too few may be evicted. `more`: one transaction could not do it all.
 */
export function evictForOneMore(
	transaction: Transaction,
	{ maxPayments, areFinalIndexed, hasReachedLimit }: { maxPayments: number } & EvictionProgress,
	wallMs: number,
): 'fits' | 'full' | 'more' {
	const excess = excessWithOneMore(transaction, maxPayments);
	if (excess <= 0) return 'fits';
	// Evict 1 % of the limit, so that not every creation has to.
	const onePercent = Math.min(maxPaymentsPerTransaction, Math.floor(maxPayments / 100));
	const wanted = hasReachedLimit
		? { excess: 1, maxFinal: 1 }
		: { excess, maxFinal: Math.max(excess, onePercent) };
	const { evicted, isExhausted } = evict(transaction, { ...wanted, areFinalIndexed }, wallMs);
	if (evicted >= wanted.excess) return 'fits';
	return isExhausted && areFinalIndexed ? 'full' : 'more';
}

interface EvictionResult {
	/** How many payments were evicted. */
	evicted: number;
	/** Whether the index has no more entries. If it has, another transaction may evict more. */
	isExhausted: boolean;
}

interface EvictOptions extends Pick<EvictionProgress, 'areFinalIndexed'> {
	excess: number;
	maxFinal: number;
}

/**
 * Evicts up to `maxFinal` final payments. If all are fewer than `excess`, it evicts unopened ones for the rest: none
 * before all final payments are indexed.
 */
export function evict(
	transaction: Transaction,
	{ excess, maxFinal, areFinalIndexed }: EvictOptions,
	wallMs: number,
): EvictionResult {
	const final = evictFrom(transaction, indexes.final, maxFinal, wallMs);
	const unopened =
		final.isExhausted && areFinalIndexed
			? evictFrom(transaction, indexes.unopened, excess - final.evicted, wallMs)
			: { evicted: 0, isExhausted: final.isExhausted };
	const evicted = final.evicted + unopened.evicted;
	if (evicted > 0) {
		const totals = readStoreTotals(transaction);
		transaction.put(storeKeys.totals, {
			...totals,
			live: totals.live - evicted,
			evicted: totals.evicted + evicted,
		});
	}
	return { evicted, isExhausted: unopened.isExhausted };
}

/**
 * Evicts up to `most` payments. It reads at most `maxPaymentsPerTransaction` entries of the index and removes them from it,
 * also those of payments that must stay.
 */
function evictFrom(
	transaction: Transaction,
	index: string,
	most: number,
	wallMs: number,
): EvictionResult {
	let evicted = 0;
	let seen = 0;
	while (evicted < most && seen < maxPaymentsPerTransaction) {
		// Read growing pages, because over Redis each page is a round trip and few payments may be evictable.
		const limit = Math.min(maxPaymentsPerTransaction - seen, Math.max(most - evicted, seen));
		const entries = transaction.entries({ index, limit });
		for (const { entry, stored, record } of loadCandidates(transaction, entries)) {
			if (evicted === most) break;
			seen += 1;
			transaction.removeEntry(index, entry);
			// Skip payments of an earlier generation: the sweeper removes them.
			if (!stored || record?.generation !== entry.rank) continue;
			const now = nowIn(record, wallMs);
			// A shopper may have opened the payment by a planned state since it was indexed.
			if (index === indexes.unopened && !isUnopened(stored.payment, now)) continue;
			if (index === indexes.final && stored.finalAt > now) {
				// An instance whose clock was ahead, or which read the index before a retry was stored, took it for final.
				addToPending(transaction, record.generation, stored);
				continue;
			}
			removePayment(transaction, record.generation, stored);
			evicted += 1;
		}
		if (entries.length < limit) return { evicted, isExhausted: evicted < most };
	}
	return { evicted, isExhausted: false };
}

/**
 * Removes entries of discarded generations from the front of the index, without reading their payments, which the
 * sweeper removes. Returns whether there may be more.
 */
export function dropDiscardedEntries(transaction: Transaction): boolean {
	const garbage = transaction.entries({ index: indexes.garbage, limit: maxStale });
	if (garbage.length === 0) return false;
	const discarded = new Set(garbage.map(({ at }) => at));
	let hasMore = false;
	for (const index of [indexes.final, indexes.unopened]) {
		const entries = transaction.entries({ index, limit: maxStale });
		const stale = entries.filter(({ rank }) => discarded.has(rank));
		for (const entry of stale) transaction.removeEntry(index, entry);
		if (stale.length === maxStale) hasMore = true;
	}
	return hasMore;
}

interface Candidate {
	entry: IndexEntry;
	stored: StoredPayment | undefined;
	record: WorkspaceRecord | undefined;
}

function loadCandidates(transaction: Transaction, entries: readonly IndexEntry[]): Candidate[] {
	const found = transaction.getAll(
		entries.map(({ rank, id }) => generationKeysOf({ generation: rank }).payment(id)),
	);
	const names = [...new Set(found.flatMap((stored) => stored?.payment.workspace ?? []))];
	// Load the records together with what `removePayment` reads.
	transaction.getAll<unknown>([
		...names.map(storeKeys.record),
		...entries.flatMap(({ rank }, index) => {
			const stored = found[index];
			const scope = generationKeysOf({ generation: rank });
			return stored ? [scope.counts, ...namesOf(scope, stored)] : [];
		}),
	]);
	const records = transaction.getAll(names.map(storeKeys.record));
	const byName = new Map(names.map((name, index) => [name, records[index]]));
	return entries.map((entry, index) => {
		const stored = found[index];
		return { entry, stored, record: byName.get(stored?.payment.workspace ?? '') };
	});
}

/**
 * Moves payments of some workspaces that became final by time to the index of final payments, at most
 * `maxPaymentsPerTransaction` from at most as many workspaces. Returns how many it moved, and the workspaces that may have
 * more.
 */
export function indexFinalPayments(
	transaction: Transaction,
	workspaces: readonly string[],
	wallMs: number,
): { moved: number; more: string[] } {
	const limit = Math.max(1, Math.floor(maxPaymentsPerTransaction / workspaces.length));
	const records = readRecords(transaction, workspaces);
	const ranges = records.map((record) => ({ ...pendingUntilNow(record, wallMs), limit }));
	const found = transaction.entriesOfAll(ranges);
	const more: string[] = [];
	let moved = 0;
	for (const [position, { name, generation }] of records.entries()) {
		const { pending } = generationKeysOf({ generation });
		const entries = found[position] ?? [];
		for (const entry of entries) {
			transaction.removeEntry(pending, entry);
			transaction.addEntry(indexes.final, storeWideEntry(generation, entry.rank, entry.id));
		}
		moved += entries.length;
		if (entries.length === limit) more.push(name);
	}
	return { moved, more };
}
