/** By which names the payments of one world are known, in memory: none outlives its payments. */
import type { World } from '../workspaces/world.ts';
import type { KeptPayment } from './eviction.ts';
import type { Line } from './line.ts';
import { byReference, join, leave } from './line.ts';
import type { Arrival, KeptAnswer, Names } from './store.ts';

export interface NameIndex {
	arrivalOf(names: Names, world: World, ordinal: number): Arrival;
	add(arrival: Arrival, kept: KeptPayment, answer: KeptAnswer | null): void;
	/** Another idempotency key is of a payment that is kept already. */
	addKey(names: Names, kept: KeptPayment, answer: KeptAnswer): void;
	remove(kept: KeptPayment): void;
	newestWith(reference: string): KeptPayment | null;
}

/** Counted while a payment with it is kept. */
interface ReferenceCount extends Line {
	seen: number;
	/** The serial of the first that was counted. */
	readonly firstSerial: number;
}

/** So many keys a payment may have beside its first; the key that came longest ago is forgotten. */
export const mostOtherKeys = 100;

export function createNameIndex(): NameIndex {
	const references = new Map<string, ReferenceCount>();
	const answers = new Map<string, { kept: KeptPayment; answer: KeptAnswer }>();
	/** The keys that a payment got after its first. */
	const otherKeys = new Map<KeptPayment, string[]>();
	// Above every serial of references that are counted no more: one number, however many there were.
	let unusedSerial = 0;

	const underKey = (key: string): Arrival['sameKey'] => {
		const known = answers.get(key);
		return known ? { payment: known.kept.payment, answer: known.answer } : null;
	};

	const forgetKey = (key: string, kept: KeptPayment) => {
		// A key that came again after its time belongs to the later payment.
		if (answers.get(key)?.kept === kept) answers.delete(key);
	};

	return {
		arrivalOf({ reference, idempotencyKey }, world, ordinal) {
			const count = reference === null ? undefined : references.get(reference);
			const sameReference = count?.seen ?? 0;
			return {
				world,
				ordinal,
				sameReference,
				serial: (count?.firstSerial ?? unusedSerial) + sameReference,
				earlier: count?.oldest?.payment ?? null,
				sameKey: idempotencyKey === null ? null : underKey(idempotencyKey),
			};
		},
		add({ sameReference, serial }, kept, answer) {
			const { paymentReference, idempotencyKey } = kept.payment;
			if (idempotencyKey !== null && answer) answers.set(idempotencyKey, { kept, answer });
			if (paymentReference === null) return;
			// Counted from what the arrival saw: making room may have forgotten some of it since.
			const seen = sameReference + 1;
			let count = references.get(paymentReference);
			if (count) count.seen = seen;
			else {
				count = { seen, firstSerial: serial - sameReference, oldest: null, newest: null };
				references.set(paymentReference, count);
			}
			join(count, kept, byReference);
		},
		addKey({ idempotencyKey }, kept, answer) {
			if (idempotencyKey === null) return;
			answers.set(idempotencyKey, { kept, answer });
			const keys = otherKeys.get(kept) ?? [];
			keys.push(idempotencyKey);
			otherKeys.set(kept, keys);
			if (keys.length > mostOtherKeys) forgetKey(keys.shift() ?? '', kept);
		},
		remove(kept) {
			const { paymentReference, idempotencyKey } = kept.payment;
			if (idempotencyKey !== null) forgetKey(idempotencyKey, kept);
			for (const key of otherKeys.get(kept) ?? []) forgetKey(key, kept);
			otherKeys.delete(kept);
			const count = paymentReference === null ? undefined : references.get(paymentReference);
			if (paymentReference === null || !count) return;
			leave(count, kept, byReference);
			if (count.oldest) return;
			references.delete(paymentReference);
			unusedSerial = Math.max(unusedSerial, count.firstSerial + count.seen);
		},
		newestWith: (reference) => references.get(reference)?.newest ?? null,
	};
}
