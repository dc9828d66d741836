/** The payments of one world in memory, in order of creation, with their indexes. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import type { Arrival, DueTransition, PaymentFilter } from './store.ts';

export interface Shelf {
	world: World;
	size(): number;
	payments(): Iterable<Payment>;
	add(reference: string | null, build: (arrival: Arrival) => Payment): Payment;
	replace(payment: Payment): void;
	remove(payment: Payment): void;
	bySession(sessionId: string): Payment | undefined;
	byEitherId(id: string): Payment | undefined;
	/** Newest first. */
	select(filter: PaymentFilter): Payment[];
	/** Entries that come true after `from` and not later than `until`, in order. */
	due(from: number, until: number): DueTransition[];
}

/** How often a reference came, kept while a payment with it is kept: no reference outlives its payments. */
interface ReferenceCount {
	seen: number;
	kept: number;
}

export function createShelf(initialWorld: World): Shelf {
	const bySession = new Map<string, Payment>();
	const sessionByTransaction = new Map<string, string>();
	const references = new Map<string, ReferenceCount>();
	let ordinal = 0;

	return {
		world: initialWorld,
		size: () => bySession.size,
		payments: () => bySession.values(),
		bySession: (sessionId) => bySession.get(sessionId),
		byEitherId: (id) => bySession.get(id) ?? bySession.get(sessionByTransaction.get(id) ?? ''),
		replace: (payment) => void bySession.set(payment.sessionId, payment),
		add(reference, build) {
			const count = reference === null ? undefined : references.get(reference);
			const sameReference = count?.seen ?? 0;
			const payment = build({ world: this.world, ordinal, sameReference });
			ordinal += 1;
			if (reference !== null) {
				references.set(reference, { seen: sameReference + 1, kept: (count?.kept ?? 0) + 1 });
			}
			bySession.set(payment.sessionId, payment);
			sessionByTransaction.set(payment.transactionId, payment.sessionId);
			return payment;
		},
		remove({ sessionId, transactionId, paymentReference }) {
			bySession.delete(sessionId);
			sessionByTransaction.delete(transactionId);
			const count = paymentReference === null ? undefined : references.get(paymentReference);
			if (paymentReference === null || !count) return;
			if (count.kept === 1) references.delete(paymentReference);
			else references.set(paymentReference, { ...count, kept: count.kept - 1 });
		},
		select({ reference, accepts, limit, after }) {
			const newestFirst = [...bySession.values()].reverse();
			const last =
				after === null ? -1 : newestFirst.findIndex(({ sessionId }) => sessionId === after);
			// What the page before ended with is forgotten: starting over would never come to an end.
			if (after !== null && last === -1) return [];
			const found: Payment[] = [];
			for (const payment of newestFirst.slice(last + 1)) {
				if (found.length === limit) break;
				if (reference !== null && payment.paymentReference !== reference) continue;
				if (accepts(payment, this.world)) found.push(payment);
			}
			return found;
		},
		due(from, until) {
			const transitions: DueTransition[] = [];
			for (const payment of bySession.values()) {
				payment.timeline.forEach(({ at }, index) => {
					if (at > from && at <= until) transitions.push({ payment, index, at });
				});
			}
			return transitions.sort((one, other) => one.at - other.at);
		},
	};
}
