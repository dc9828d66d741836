/** The names of payments: references and idempotency keys. A name is deleted with its last payment. */
import type { Payment } from '../domain/payment.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import type { Key, Transaction } from './backend.ts';
import type { GenerationKeys, StoredPayment } from './records.ts';
import { readGenerationCounts } from './records.ts';
import type { CreationFacts, PaymentNames, StoredAnswer } from './store.ts';

/** The most idempotency keys of a payment in addition to its first one. The oldest is deleted first. */
const maxOtherKeys = 10;

/** Reads the facts that decide about a request with these names. */
export function readCreationFacts(
	transaction: Transaction,
	record: WorkspaceRecord,
	scope: GenerationKeys,
	{ reference, idempotencyKey }: PaymentNames,
): CreationFacts {
	const { ordinal, unusedSerial } = readGenerationCounts(transaction, scope);
	const count = reference === null ? undefined : transaction.get(scope.reference(reference));
	const sameReference = count?.seen ?? 0;
	return {
		record,
		ordinal,
		sameReference,
		serial: (count?.firstSerial ?? unusedSerial) + sameReference,
		earlier: () => (count ? oldestIn(transaction, scope, count.group) : null),
		sameKey: idempotencyKey === null ? null : answered(transaction, scope, idempotencyKey),
	};
}

function oldestIn(transaction: Transaction, scope: GenerationKeys, group: number): Payment | null {
	const bounds = { from: { at: group }, to: { at: group } };
	const [oldest] = transaction.entries({ index: scope.references, ...bounds, limit: 1 });
	const stored = oldest && transaction.get(scope.payment(oldest.id));
	return stored?.payment ?? null;
}

function answered(
	transaction: Transaction,
	scope: GenerationKeys,
	key: string,
): CreationFacts['sameKey'] {
	const known = transaction.get(scope.answer(key));
	const stored = known && transaction.get(scope.payment(known.sessionId));
	return stored ? { payment: stored.payment, answer: known.answer } : null;
}

/**
 * Stores the reference and the idempotency key of a new payment. It uses the counts that were read before: eviction may
 * since have removed payments with the same reference.
 */
export function addNames(
	transaction: Transaction,
	scope: GenerationKeys,
	{ payment, order }: StoredPayment,
	{ sameReference, serial }: CreationFacts,
	answer: StoredAnswer | null,
): void {
	const { sessionId, paymentReference, idempotencyKey } = payment;
	if (idempotencyKey !== null && answer) {
		transaction.put(scope.answer(idempotencyKey), { sessionId, answer });
	}
	if (paymentReference === null) return;
	const key = scope.reference(paymentReference);
	const before = transaction.get(key);
	const group = before?.group ?? order;
	transaction.put(key, {
		group,
		seen: sameReference + 1,
		firstSerial: serial - sameReference,
		live: (before?.live ?? 0) + 1,
	});
	transaction.addEntry(scope.references, { at: group, rank: order, id: sessionId });
}

/** Adds an idempotency key to a stored payment. Returns all its keys except the first. */
export function addIdempotencyKey(
	transaction: Transaction,
	scope: GenerationKeys,
	{ payment, otherKeys }: StoredPayment,
	key: string,
	answer: StoredAnswer,
): readonly string[] {
	const { sessionId } = payment;
	transaction.put(scope.answer(key), { sessionId, answer });
	const all = [...otherKeys, key];
	const [oldest = ''] = all;
	if (all.length <= maxOtherKeys) return all;
	removeIdempotencyKey(transaction, scope, oldest, sessionId);
	return all.slice(1);
}

/** Returns the keys that `removeNames` reads. */
export function namesOf(
	scope: GenerationKeys,
	{ payment, otherKeys }: StoredPayment,
): Key<unknown>[] {
	const { paymentReference, idempotencyKey } = payment;
	const answers = [...(idempotencyKey === null ? [] : [idempotencyKey]), ...otherKeys];
	return [
		...answers.map(scope.answer),
		...(paymentReference === null ? [] : [scope.reference(paymentReference)]),
	];
}

export function removeNames(
	transaction: Transaction,
	scope: GenerationKeys,
	{ payment, order, otherKeys }: StoredPayment,
): void {
	const { sessionId, paymentReference, idempotencyKey } = payment;
	if (idempotencyKey !== null) removeIdempotencyKey(transaction, scope, idempotencyKey, sessionId);
	for (const key of otherKeys) removeIdempotencyKey(transaction, scope, key, sessionId);
	if (paymentReference === null) return;
	const key = scope.reference(paymentReference);
	const count = transaction.get(key);
	if (!count) return;
	transaction.removeEntry(scope.references, { at: count.group, rank: order, id: sessionId });
	if (count.live > 1) {
		transaction.put(key, { ...count, live: count.live - 1 });
		return;
	}
	transaction.remove(key);
	const counts = readGenerationCounts(transaction, scope);
	const unusedSerial = Math.max(counts.unusedSerial, count.firstSerial + count.seen);
	transaction.put(scope.counts, { ...counts, unusedSerial });
}

/** Removes an idempotency key if it still belongs to this payment: a later payment may have it now. */
function removeIdempotencyKey(
	transaction: Transaction,
	scope: GenerationKeys,
	key: string,
	sessionId: string,
): void {
	if (transaction.get(scope.answer(key))?.sessionId === sessionId) {
		transaction.remove(scope.answer(key));
	}
}
