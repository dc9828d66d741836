/** The payments of one world in memory, in order of creation, with their indexes. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { createNameIndex } from './name-index.ts';
import type { Arrival, Created, DueTransition, Names, PaymentFilter } from './store.ts';

export interface Shelf {
	world: World;
	size(): number;
	payments(): Iterable<Payment>;
	arrivalOf(names: Names): Arrival;
	/** Keeps what was decided for this arrival; others may have gone since. */
	add(arrival: Arrival, created: Created): void;
	replace(payment: Payment): void;
	remove(payment: Payment): void;
	bySession(sessionId: string): Payment | undefined;
	byEitherId(id: string): Payment | undefined;
	/** Newest first. */
	select(filter: PaymentFilter): Payment[];
	/** Entries that come true after `from` and not later than `until`, in order. */
	due(from: number, until: number): DueTransition[];
}

export function createShelf(initialWorld: World): Shelf {
	const bySession = new Map<string, Payment>();
	const sessionByTransaction = new Map<string, string>();
	const names = createNameIndex(bySession);
	let ordinal = 0;

	return {
		world: initialWorld,
		size: () => bySession.size,
		payments: () => bySession.values(),
		bySession: (sessionId) => bySession.get(sessionId),
		byEitherId: (id) => bySession.get(id) ?? bySession.get(sessionByTransaction.get(id) ?? ''),
		replace: (payment) => void bySession.set(payment.sessionId, payment),
		arrivalOf(named) {
			return names.arrivalOf(named, this.world, ordinal);
		},
		add(arrival, created) {
			const { sessionId, transactionId } = created.payment;
			ordinal += 1;
			bySession.set(sessionId, created.payment);
			sessionByTransaction.set(transactionId, sessionId);
			names.add(arrival, created);
		},
		remove(payment) {
			bySession.delete(payment.sessionId);
			sessionByTransaction.delete(payment.transactionId);
			names.remove(payment);
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
