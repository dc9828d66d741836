/** Evicts payments from a full store: the oldest final payments first, then the oldest that no shopper has opened. */
import { finalFrom } from '../domain/allowed.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { Entry, Transaction } from './backend.ts';
import { namesOf } from './names.ts';
import type { StoredPayment } from './records.ts';
import { indexes, scopeOf, storeKeys, storeWideEntry, totalsOf } from './records.ts';
import type { WorkspaceNow } from './stored-payments.ts';
import { isUnopened, removePayment, replacePayment } from './stored-payments.ts';

/** The most payments that one transaction evicts, or moves to another index: other calls wait that long. */
export const mostPerTransaction = 50;

/** How many payments must be evicted before one more is added; 0 or less when there is room. */
export function excessWithOneMore(transaction: Transaction, maxPayments: number): number {
	return totalsOf(transaction).live - maxPayments + 1;
}

/** Evicts until one more payment fits in the store; false when too few may be evicted. */
export function makeRoomInStore(
	transaction: Transaction,
	maxPayments: number,
	wallMs: number,
): boolean {
	for (;;) {
		const excess = excessWithOneMore(transaction, maxPayments);
		if (excess <= 0) return true;
		const spare = Math.max(excess, Math.min(mostPerTransaction, Math.floor(maxPayments / 100)));
		if (evict(transaction, excess, spare, wallMs) === 0) return false;
	}
}

/**
 * Evicts up to `spare` final payments, so that the next calls find room. Evicts unopened payments only as far as `excess`
 * requires. Returns how many were evicted.
 */
export function evict(
	transaction: Transaction,
	excess: number,
	spare: number,
	wallMs: number,
): number {
	const final = evictFrom(transaction, indexes.final, spare, wallMs);
	const unopened = evictFrom(transaction, indexes.unopened, excess - final, wallMs);
	const gone = final + unopened;
	const totals = totalsOf(transaction);
	if (gone > 0) {
		const { live, evicted } = totals;
		transaction.put(storeKeys.totals, { ...totals, live: live - gone, evicted: evicted + gone });
	}
	return gone;
}

function evictFrom(transaction: Transaction, index: string, most: number, wallMs: number): number {
	let gone = 0;
	while (gone < most) {
		const limit = Math.min(mostPerTransaction, most - gone);
		const entries = transaction.entries({ index, limit });
		if (entries.length === 0) break;
		const candidates = load(transaction, entries);
		transaction.getAll(
			candidates.flatMap(({ entry, stored }) =>
				stored ? namesOf(scopeOf({ generation: entry.rank }), stored) : [],
			),
		);
		for (const { entry, stored, record } of candidates) {
			transaction.removeEntry(index, entry);
			// The sweeper removes the payments of an earlier generation.
			if (!stored || record?.generation !== entry.rank) continue;
			const now = nowIn(record, wallMs);
			const { payment, order, finalAt } = stored;
			const isFinalIndex = index === indexes.final;
			const { cashier } = record.settings.inForce;
			if (isFinalIndex ? finalFrom(payment, cashier) <= now : isUnopened(payment, now)) {
				removePayment(transaction, record.generation, stored);
				gone += 1;
			} else if (isFinalIndex) {
				const { pending } = scopeOf(record);
				transaction.addEntry(pending, { at: finalAt, rank: order, id: payment.sessionId });
			}
		}
	}
	return gone;
}

interface Candidate {
	entry: Entry;
	stored: StoredPayment | undefined;
	record: WorkspaceRecord | undefined;
}

function load(transaction: Transaction, entries: readonly Entry[]): Candidate[] {
	const found = transaction.getAll(
		entries.map(({ rank, id }) => scopeOf({ generation: rank }).payment(id)),
	);
	const names = [...new Set(found.flatMap((stored) => stored?.payment.workspace ?? []))];
	const records = transaction.getAll(names.map(storeKeys.record));
	const byName = new Map(names.map((name, index) => [name, records[index]]));
	return entries.map((entry, index) => {
		const stored = found[index];
		return { entry, stored, record: byName.get(stored?.payment.workspace ?? '') };
	});
}

/**
 * Moves payments that became final with time to the index of final payments. One step of at most `mostPerTransaction` payments:
 * returns whether there may be more.
 */
export function indexFinalPayments(
	transaction: Transaction,
	workspace: string,
	wallMs: number,
): boolean {
	const record = transaction.get(storeKeys.record(workspace));
	if (!record) return false;
	const place = { record, scope: scopeOf(record), now: nowIn(record, wallMs) };
	if (reviewDeclined(transaction, place)) return true;
	const { pending } = place.scope;
	const to = { at: place.now };
	const entries = transaction.entries({ index: pending, to, limit: mostPerTransaction });
	for (const entry of entries) {
		transaction.removeEntry(pending, entry);
		transaction.addEntry(indexes.final, storeWideEntry(record.generation, entry.rank, entry.id));
	}
	return entries.length === mostPerTransaction;
}

/**
 * The setting maxAttempts decides when a declined payment is final: after a change of it, these times are computed again.
 * Returns whether the step did something.
 */
function reviewDeclined(transaction: Transaction, place: WorkspaceNow): boolean {
	const { reviewFrom, declined, declinedMark, payment } = place.scope;
	const from = transaction.get(reviewFrom);
	if (from === undefined) return false;
	transaction.get(declinedMark);
	const range = { index: declined, from: { at: from }, limit: mostPerTransaction };
	const entries = transaction.entries(range);
	for (const stored of transaction.getAll(entries.map(({ id }) => payment(id)))) {
		if (stored) replacePayment(transaction, place, stored, stored.payment);
	}
	const last = entries.at(-1);
	if (last && entries.length === mostPerTransaction) transaction.put(reviewFrom, last.at + 1);
	else transaction.remove(reviewFrom);
	return true;
}
