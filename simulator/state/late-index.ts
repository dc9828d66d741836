/** Payments by transaction id, for those who ask for one: the service's own calls never do. */
import type { KeptPayment } from './eviction.ts';

export interface LateIndex {
	/** Of all that are kept; the first time, they are all looked at. */
	find(transactionId: string, all: Iterable<KeptPayment>): KeptPayment | undefined;
	add(kept: KeptPayment): void;
	remove(kept: KeptPayment): void;
}

/** Begins with the first question: until then no payment takes room in it, and no call time. */
export function createLateIndex(): LateIndex {
	let index: Map<string, KeptPayment> | null = null;
	const keep = (into: Map<string, KeptPayment>, kept: KeptPayment) =>
		into.set(kept.payment.transactionId, kept);
	return {
		find(transactionId, all) {
			if (index === null) {
				index = new Map();
				for (const kept of all) keep(index, kept);
			}
			return index.get(transactionId);
		},
		add(kept) {
			if (index !== null) keep(index, kept);
		},
		remove(kept) {
			index?.delete(kept.payment.transactionId);
		},
	};
}
