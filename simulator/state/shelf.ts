/** The payments of one world in memory, in order of creation, with their indexes. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';
import type { Exits, Kept } from './eviction.ts';
import { createExits } from './eviction.ts';
import { createNameIndex } from './name-index.ts';
import type { Arrival, Created, DueTransition, Names, PaymentFilter } from './store.ts';

export interface Shelf extends Pick<Exits, 'oldestFinal' | 'oldestUnopened' | 'allFinal'> {
	world(): World;
	change(world: World): void;
	/** Calls of no payment so far. */
	strayCalls: number;
	size(): number;
	arrivalOf(names: Names): Arrival;
	/** Keeps what was decided for this arrival; others may have gone since. `order` counts the payments of the whole store. */
	add(arrival: Arrival, created: Created, order: number): void;
	/** The idempotency key of these names is of a kept payment too. */
	nameAgain(names: Names, repeated: Created): void;
	replace(payment: Payment): void;
	remove(sessionId: string): void;
	bySession(sessionId: string): Payment | undefined;
	byEitherId(id: string): Payment | undefined;
	/** Newest first; null when the payment to go on after is not kept. */
	select(filter: PaymentFilter): Payment[] | null;
	/** Entries that come true after `from` and not later than `until`, in order. */
	due(from: number, until: number): DueTransition[];
}

export function createShelf(initialWorld: World, wallNow: () => number): Shelf {
	const bySession = new Map<string, Kept>();
	const sessionByTransaction = new Map<string, string>();
	const names = createNameIndex({
		find: (sessionId) => bySession.get(sessionId)?.payment,
		firstWith(reference) {
			for (const { payment } of bySession.values()) {
				if (payment.paymentReference === reference) return payment;
			}
			return undefined;
		},
	});
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
		nameAgain: names.addKey,
		arrivalOf: (named) => names.arrivalOf(named, world, ordinal),
		add(arrival, created, order) {
			const { payment } = created;
			ordinal += 1;
			bySession.set(payment.sessionId, add(payment, order, maxAttempts()));
			sessionByTransaction.set(payment.transactionId, payment.sessionId);
			names.add(arrival, created);
		},
		remove(sessionId) {
			const gone = bySession.get(sessionId)?.payment;
			if (!gone) return;
			bySession.delete(sessionId);
			sessionByTransaction.delete(gone.transactionId);
			names.remove(gone);
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
