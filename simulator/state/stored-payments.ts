/** Adds, replaces and removes a payment together with its entries in all indexes. */
import { becomesFinalAt } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { IndexEntry, Transaction } from './backend.ts';
import { addIdempotencyKey, addNames, removeNames } from './names.ts';
import type { GenerationKeys, StoredPayment } from './records.ts';
import {
	dueRank,
	generationKeysOf,
	indexes,
	neverFinal,
	readGenerationCounts,
	readStoreTotals,
	storeKeys,
	storeWideEntry,
} from './records.ts';
import type { CreatedPayment, CreationFacts } from './store.ts';

/** A workspace record, the keys of its payments, and the time on its clock. */
export interface WorkspaceNow {
	readonly record: WorkspaceRecord;
	readonly scope: GenerationKeys;
	readonly now: number;
}

export function addPayment(
	transaction: Transaction,
	current: WorkspaceNow,
	facts: CreationFacts,
	{ payment, answer }: CreatedPayment,
): void {
	const { scope } = current;
	const { sessionId, transactionId } = payment;
	const { live, evicted, expired, order } = readStoreTotals(transaction);
	const counts = readGenerationCounts(transaction, scope);
	// List the fields: a spread with changed fields is slow, and took 2 % of a call.
	transaction.put(storeKeys.totals, { live: live + 1, evicted, expired, order: order + 1 });
	transaction.put(scope.counts, {
		live: counts.live + 1,
		ordinal: facts.ordinal + 1,
		unusedSerial: counts.unusedSerial,
	});
	transaction.put(scope.session(transactionId), sessionId);
	transaction.addEntry(scope.age, { at: order, rank: 0, id: sessionId });
	const stored = storedOf(payment, { order, otherKeys: noKeys }, current);
	addNames(transaction, scope, stored, facts, answer);
	store(transaction, current, null, stored);
}

const noKeys: readonly string[] = [];

export function replacePayment(
	transaction: Transaction,
	current: WorkspaceNow,
	before: StoredPayment,
	payment: Payment,
): void {
	store(transaction, current, before, storedOf(payment, before, current));
}

/**
 * Stores a payment after a repeated request. If there is an answer, the idempotency key of that request is stored for
 * the payment too.
 */
export function repeatPayment(
	transaction: Transaction,
	current: WorkspaceNow,
	key: string | null,
	{ payment, answer }: CreatedPayment,
): void {
	const { scope } = current;
	const before = transaction.get(scope.payment(payment.sessionId));
	if (!before) return;
	const { order } = before;
	const otherKeys =
		key !== null && answer
			? addIdempotencyKey(transaction, scope, before, key, answer)
			: before.otherKeys;
	store(transaction, current, before, storedOf(payment, { order, otherKeys }, current));
}

/** Removes a payment with its names and its entries. The caller updates the totals of the store. */
export function removePayment(
	transaction: Transaction,
	generation: number,
	stored: StoredPayment,
): void {
	const scope = generationKeysOf({ generation });
	const { payment, order, finalAt } = stored;
	const { sessionId, transactionId } = payment;
	const counts = readGenerationCounts(transaction, scope);
	transaction.put(scope.counts, { ...counts, live: counts.live - 1 });
	transaction.remove(scope.payment(sessionId));
	transaction.remove(scope.session(transactionId));
	const byOrder = { at: order, rank: 0, id: sessionId };
	transaction.removeEntry(scope.age, byOrder);
	const ofAll = storeWideEntry(generation, order, sessionId);
	transaction.removeEntry(indexes.final, ofAll);
	transaction.removeEntry(indexes.unopened, ofAll);
	transaction.removeEntry(scope.pending, { at: finalAt, rank: order, id: sessionId });
	for (const [index, { at }] of payment.timeline.entries()) {
		transaction.removeEntry(scope.due, dueEntry(stored, index, at));
	}
	removeNames(transaction, scope, stored);
}

function storedOf(
	payment: Payment,
	{ order, otherKeys }: Pick<StoredPayment, 'order' | 'otherKeys'>,
	{ now }: Pick<WorkspaceNow, 'now'>,
): StoredPayment {
	const finalAt = Math.min(neverFinal, becomesFinalAt(payment));
	return { payment, order, finalAt, isUnopened: isUnopened(payment, now), otherKeys };
}

export function isUnopened(payment: Payment, now: number): boolean {
	const state = stateAt(payment, now);
	return state === 'created' || state === 'redirected';
}

/** Adds a payment to the index by which it is found when it has become final. */
export function addToPending(
	transaction: Transaction,
	generation: number,
	{ payment, order, finalAt }: StoredPayment,
): void {
	const { pending } = generationKeysOf({ generation });
	transaction.addEntry(pending, { at: finalAt, rank: order, id: payment.sessionId });
}

/** Stores a payment, and changes only the index entries that differ. */
function store(
	transaction: Transaction,
	{ record, scope, now }: WorkspaceNow,
	before: StoredPayment | null,
	after: StoredPayment,
): void {
	const { payment, order, finalAt } = after;
	const id = payment.sessionId;
	const ofAll = storeWideEntry(record.generation, order, id);
	transaction.put(scope.payment(id), after);
	if (finalAt !== before?.finalAt) {
		if (before) {
			transaction.removeEntry(scope.pending, { at: before.finalAt, rank: order, id });
			transaction.removeEntry(indexes.final, ofAll);
		}
		// A payment that is final already needs no time for it: eviction must find it at once.
		if (finalAt <= now) transaction.addEntry(indexes.final, ofAll);
		else addToPending(transaction, record.generation, after);
	}
	if (after.isUnopened !== (before?.isUnopened ?? false)) {
		if (after.isUnopened) transaction.addEntry(indexes.unopened, ofAll);
		else transaction.removeEntry(indexes.unopened, ofAll);
	}
	if (payment.timeline === before?.payment.timeline) return;
	storeDue(transaction, scope, { before: before?.payment.timeline ?? [], after, now });
}

/** Adds index entries for planned states only. Entries of past states stay until the payment is removed. */
function storeDue(
	transaction: Transaction,
	scope: GenerationKeys,
	{ before, after, now }: { before: Payment['timeline']; after: StoredPayment; now: number },
): void {
	const { timeline } = after.payment;
	for (let index = 0; index < Math.max(before.length, timeline.length); index += 1) {
		const [old, at] = [before[index]?.at, timeline[index]?.at];
		if (old === at) continue;
		if (old !== undefined) transaction.removeEntry(scope.due, dueEntry(after, index, old));
		if (at !== undefined && at > now) transaction.addEntry(scope.due, dueEntry(after, index, at));
	}
	transaction.put(scope.dueMark, null);
}

function dueEntry({ payment, order }: StoredPayment, index: number, at: number): IndexEntry {
	return { at, rank: dueRank(order, index), id: payment.sessionId };
}
