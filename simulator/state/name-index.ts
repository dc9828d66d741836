/** By which names the payments of one world are known, in memory: none outlives its payments. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import type { Arrival, Created, KeptAnswer, Names } from './store.ts';

export interface NameIndex {
	arrivalOf(names: Names, world: World, ordinal: number): Arrival;
	/** The payment is already among the payments. */
	add(arrival: Arrival, created: Created): void;
	/** Another idempotency key is of a payment that is kept already. */
	addKey(names: Names, repeated: Created): void;
	/** The payment is no longer among the payments. */
	remove(payment: Payment): void;
}

interface ReferenceCount {
	/** How often it came, kept while a payment with it is kept. */
	readonly seen: number;
	readonly kept: number;
	/** Session id of the oldest that is kept; null when it has to be looked for. */
	readonly oldest: string | null;
}

/** The payments that the names are of. */
interface Payments {
	find(sessionId: string): Payment | undefined;
	/** The oldest; looks through all of them. */
	firstWith(reference: string): Payment | undefined;
}

/** So many keys a payment may have beside its first; the key that came longest ago is forgotten. */
const mostOtherKeys = 100;

export function createNameIndex({ find, firstWith }: Payments): NameIndex {
	const references = new Map<string, ReferenceCount>();
	const answers = new Map<string, { sessionId: string; answer: KeptAnswer }>();
	/** By session id: the keys that a payment got after its first. */
	const otherKeys = new Map<string, string[]>();

	/** Looks through all payments only after the oldest was forgotten, and then once. */
	const oldestWith = (reference: string): Payment | null => {
		const count = references.get(reference);
		if (!count) return null;
		if (count.oldest !== null) return find(count.oldest) ?? null;
		const payment = firstWith(reference);
		if (!payment) return null;
		references.set(reference, { ...count, oldest: payment.sessionId });
		return payment;
	};
	const underKey = (key: string): Arrival['sameKey'] => {
		const kept = answers.get(key);
		const payment = kept && find(kept.sessionId);
		return payment ? { payment, answer: kept.answer } : null;
	};

	const forgetKey = (key: string, sessionId: string) => {
		// A key that came again after its time belongs to the later payment.
		if (answers.get(key)?.sessionId === sessionId) answers.delete(key);
	};

	return {
		arrivalOf({ reference, idempotencyKey }, world, ordinal) {
			return {
				world,
				ordinal,
				sameReference: reference === null ? 0 : (references.get(reference)?.seen ?? 0),
				// Most creations do not ask.
				get earlier() {
					return reference === null ? null : oldestWith(reference);
				},
				sameKey: idempotencyKey === null ? null : underKey(idempotencyKey),
			};
		},
		add({ sameReference }, { payment, answer }) {
			const { sessionId, paymentReference, idempotencyKey } = payment;
			if (idempotencyKey !== null && answer) answers.set(idempotencyKey, { sessionId, answer });
			if (paymentReference === null) return;
			const { kept, oldest } = references.get(paymentReference) ?? { kept: 0, oldest: sessionId };
			// Counted from what the arrival saw: making room may have forgotten some of it since.
			const seen = sameReference + 1;
			references.set(paymentReference, { seen, kept: kept + 1, oldest });
		},
		addKey({ idempotencyKey }, { payment: { sessionId }, answer }) {
			if (idempotencyKey === null || !answer) return;
			answers.set(idempotencyKey, { sessionId, answer });
			const keys = otherKeys.get(sessionId) ?? [];
			keys.push(idempotencyKey);
			otherKeys.set(sessionId, keys);
			if (keys.length > mostOtherKeys) forgetKey(keys.shift() ?? '', sessionId);
		},
		remove({ sessionId, paymentReference, idempotencyKey }) {
			if (idempotencyKey !== null) forgetKey(idempotencyKey, sessionId);
			for (const key of otherKeys.get(sessionId) ?? []) forgetKey(key, sessionId);
			otherKeys.delete(sessionId);
			const count = paymentReference === null ? undefined : references.get(paymentReference);
			if (paymentReference === null || !count) return;
			if (count.kept === 1) references.delete(paymentReference);
			else {
				const oldest = count.oldest === sessionId ? null : count.oldest;
				references.set(paymentReference, { ...count, kept: count.kept - 1, oldest });
			}
		},
	};
}
