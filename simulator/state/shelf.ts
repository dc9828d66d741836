/** The payments of one world in memory, in order of creation, with their indexes. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';
import type { Exits, Kept } from './eviction.ts';
import { createExits } from './eviction.ts';
import type { Arrival, DueTransition, PaymentFilter } from './store.ts';

export interface Shelf extends Pick<Exits, 'oldestFinal' | 'oldestUnopened' | 'allFinal'> {
	world(): World;
	change(world: World): void;
	/** Calls of no payment so far. */
	strayCalls: number;
	size(): number;
	/** `order` counts the payments of the whole store. */
	add(reference: string | null, order: number, build: (arrival: Arrival) => Payment): Payment;
	replace(payment: Payment): void;
	remove(sessionId: string): void;
	bySession(sessionId: string): Payment | undefined;
	byEitherId(id: string): Payment | undefined;
	/** Newest first; null when the payment to go on after is not kept. */
	select(filter: PaymentFilter): Payment[] | null;
	/** Entries that come true after `from` and not later than `until`, in order. */
	due(from: number, until: number): DueTransition[];
}

/** How often a reference came, kept while a payment with it is kept: no reference outlives its payments. */
interface ReferenceCount {
	seen: number;
	kept: number;
}

export function createShelf(initialWorld: World, wallNow: () => number): Shelf {
	const bySession = new Map<string, Kept>();
	const sessionByTransaction = new Map<string, string>();
	const references = new Map<string, ReferenceCount>();
	let ordinal = 0;
	let world = initialWorld;
	const { add, review, ...exits } = createExits({
		find: (sessionId) => bySession.get(sessionId),
		now: () => nowIn(world, wallNow()),
	});
	const maxAttempts = () => world.settings.inForce.cashier.maxAttempts;

	return {
		...exits,
		strayCalls: 0,
		world: () => world,
		change(next) {
			const before = maxAttempts();
			world = next;
			if (maxAttempts() === before) return;
			for (const kept of bySession.values()) review(kept, maxAttempts());
		},
		size: () => bySession.size,
		bySession: (sessionId) => bySession.get(sessionId)?.payment,
		byEitherId: (id) =>
			(bySession.get(id) ?? bySession.get(sessionByTransaction.get(id) ?? ''))?.payment,
		replace(payment) {
			const kept = bySession.get(payment.sessionId);
			if (!kept) return;
			kept.payment = payment;
			review(kept, maxAttempts());
		},
		add(reference, order, build) {
			const count = reference === null ? undefined : references.get(reference);
			const sameReference = count?.seen ?? 0;
			const payment = build({ world, ordinal, sameReference });
			ordinal += 1;
			if (reference !== null) {
				references.set(reference, { seen: sameReference + 1, kept: (count?.kept ?? 0) + 1 });
			}
			bySession.set(payment.sessionId, add(payment, order, maxAttempts()));
			sessionByTransaction.set(payment.transactionId, payment.sessionId);
			return payment;
		},
		remove(sessionId) {
			const gone = bySession.get(sessionId)?.payment;
			if (!gone) return;
			bySession.delete(sessionId);
			sessionByTransaction.delete(gone.transactionId);
			const reference = gone.paymentReference;
			const count = reference === null ? undefined : references.get(reference);
			if (reference === null || !count) return;
			if (count.kept === 1) references.delete(reference);
			else references.set(reference, { ...count, kept: count.kept - 1 });
		},
		select({ reference, accepts, limit, after }) {
			const newestFirst = [...bySession.values()].reverse();
			const last =
				after === null
					? -1
					: newestFirst.findIndex(({ payment: { sessionId } }) => sessionId === after);
			if (after !== null && last === -1) return null;
			const found: Payment[] = [];
			for (const { payment } of newestFirst.slice(last + 1)) {
				if (found.length === limit) break;
				if (reference !== null && payment.paymentReference !== reference) continue;
				if (accepts(payment, world)) found.push(payment);
			}
			return found;
		},
		due(from, until) {
			const transitions: DueTransition[] = [];
			for (const { payment } of bySession.values()) {
				payment.timeline.forEach(({ at }, index) => {
					if (at > from && at <= until) transitions.push({ payment, index, at });
				});
			}
			return transitions.sort((one, other) => one.at - other.at);
		},
	};
}
