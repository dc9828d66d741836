/** The payments of one world in memory, in order of creation, with their indexes. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';
import { nowIn } from '../workspaces/world.ts';
import type { EvictionQueue, KeptPayment } from './eviction.ts';
import { createEvictionQueue } from './eviction.ts';
import { createLateIndex } from './late-index.ts';
import type { Line } from './line.ts';
import { byAge, byReference, join, leave } from './line.ts';
import { createNameIndex } from './name-index.ts';
import { createSoonest } from './soonest.ts';
import type { Advanced, Arrival, Created, Names, PaymentFilter } from './store.ts';

export interface Payments
	extends Pick<EvictionQueue, 'oldestFinal' | 'oldestUnopened' | 'allFinal'> {
	world(): World;
	change(world: World): void;
	/** Calls of no payment so far. */
	strayCalls: number;
	size(): number;
	arrivalOf(names: Names): Arrival;
	/** Keeps what was decided for this arrival; others may have gone since. `order` counts the payments of the whole store. */
	add(arrival: Arrival, created: Created, order: number): void;
	replace(payment: Payment): void;
	/** A payment that is kept, as it is after a call under these names; with an answer they are its names, too. */
	repeat(names: Names, known: Created): void;
	forget(kept: KeptPayment): void;
	bySession(sessionId: string): Payment | undefined;
	byEitherId(id: string): Payment | undefined;
	/** Newest first; null when the payment to go on after is not kept. */
	select(filter: PaymentFilter): Payment[] | null;
	/** Entries that come true after `from` and not later than `until`: how many, and the first of them in order. */
	due(from: number, until: number, limit: number): Omit<Advanced, 'now'>;
}

export function createPayments(initialWorld: World, wallNow: () => number): Payments {
	const bySession = new Map<string, KeptPayment>();
	const byTransaction = createLateIndex();
	const all: Line = { oldest: null, newest: null };
	const names = createNameIndex();
	let ordinal = 0;
	let world = initialWorld;
	const queue = createEvictionQueue(() => nowIn(world, wallNow()));
	const { oldestFinal, oldestUnopened, allFinal } = queue;
	const maxAttempts = () => world.settings.inForce.cashier.maxAttempts;

	const replace = (payment: Payment): KeptPayment | undefined => {
		const kept = bySession.get(payment.sessionId);
		if (!kept) return undefined;
		kept.payment = payment;
		queue.review(kept, maxAttempts());
		return kept;
	};

	return {
		oldestFinal,
		oldestUnopened,
		allFinal,
		strayCalls: 0,
		world: () => world,
		change(next) {
			const before = maxAttempts();
			world = next;
			if (maxAttempts() === before) return;
			for (const kept of bySession.values()) queue.review(kept, maxAttempts());
		},
		size: () => bySession.size,
		bySession: (sessionId) => bySession.get(sessionId)?.payment,
		byEitherId: (id) => (bySession.get(id) ?? byTransaction.find(id, bySession.values()))?.payment,
		replace(payment) {
			replace(payment);
		},
		repeat(named, { payment, answer }) {
			const kept = replace(payment);
			if (kept && answer) names.addKey(named, kept, answer);
		},
		arrivalOf: (named) => names.arrivalOf(named, world, ordinal),
		add(arrival, { payment, answer }, order) {
			const kept = queue.add(payment, order, maxAttempts());
			ordinal += 1;
			bySession.set(payment.sessionId, kept);
			byTransaction.add(kept);
			join(all, kept, byAge);
			names.add(arrival, kept, answer);
		},
		forget(kept) {
			bySession.delete(kept.payment.sessionId);
			byTransaction.remove(kept);
			names.remove(kept);
			queue.forget(kept);
			leave(all, kept, byAge);
		},
		select({ reference, accepts, limit, after }) {
			const last = after === null ? null : bySession.get(after);
			if (last === undefined) return null;
			const { older } = reference === null ? byAge : byReference;
			const isAmong = reference === null || last?.payment.paymentReference === reference;
			const newest = reference === null ? all.newest : names.newestWith(reference);
			const found: Payment[] = [];
			for (let kept = last && isAmong ? last : newest; kept; kept = kept[older]) {
				if (found.length === limit) break;
				if (last && kept.order >= last.order) continue;
				if (accepts(kept.payment, world)) found.push(kept.payment);
			}
			return found;
		},
		due(from, until, limit) {
			const soonest = createSoonest(limit);
			// Looks at them all: a person moves a clock now and then, and no creation shall pay for an index of what is ahead.
			for (let kept = all.oldest; kept; kept = kept.newer) {
				const { payment } = kept;
				for (const [index, { at }] of payment.timeline.entries()) {
					if (at > from && at <= until) soonest.add({ payment, index, at });
				}
			}
			return soonest.taken();
		},
	};
}
