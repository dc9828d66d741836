/**
 * What goes when a store is full: the oldest final payments, then the oldest that nobody opened, and never one in
 * processing. Each payment waits for its turn to be final, so that nobody has to look at them all.
 */
import { finalFrom } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/timeline.ts';
import type { Placed } from './heap.ts';
import { createHeap } from './heap.ts';

/** A payment that is kept, among its neighbours by age, and in the queue of those that are final or of those that will be. */
export interface KeptPayment extends Placed {
	payment: Payment;
	/** Counts the payments of the whole store: lower is older. */
	readonly order: number;
	/** When it is final by itself, on the clock of its world; infinite when it never is. */
	finalAt: number;
	isFinal: boolean;
	older: KeptPayment | null;
	newer: KeptPayment | null;
	/** The neighbours with the same reference. */
	olderNamesake: KeptPayment | null;
	newerNamesake: KeptPayment | null;
}

export interface EvictionQueue {
	/** A new payment, with the number it has among those of the whole store. */
	add(payment: Payment, order: number, maxAttempts: number): KeptPayment;
	/** To be called whenever the payment or the rule about attempts has changed. */
	review(kept: KeptPayment, maxAttempts: number): void;
	/** To be called while it still has its neighbours. */
	forget(kept: KeptPayment): void;
	oldestFinal(): KeptPayment | null;
	/** The oldest that nobody opened. */
	oldestUnopened(): KeptPayment | null;
	allFinal(): boolean;
}

/** `now` is that of the clock of the world. */
export function createEvictionQueue(now: () => number): EvictionQueue {
	const pending = createHeap<KeptPayment>((one, other) => one.finalAt < other.finalAt);
	const final = createHeap<KeptPayment>((one, other) => one.order < other.order);
	const queueOf = ({ isFinal }: KeptPayment) => (isFinal ? final : pending);
	// Once opened is opened for good: all that are older were, and nobody is looked at twice.
	let unopened: KeptPayment | null = null;
	const settle = () => {
		const until = now();
		for (let next = pending.peek(); next && next.finalAt <= until; next = pending.peek()) {
			pending.remove(next);
			next.isFinal = true;
			final.push(next);
		}
	};

	return {
		add(payment, order, maxAttempts) {
			const kept = {
				payment,
				order,
				finalAt: finalFrom(payment, { maxAttempts }),
				isFinal: false,
				place: 0,
				older: null,
				newer: null,
				olderNamesake: null,
				newerNamesake: null,
			};
			pending.push(kept);
			unopened ??= kept;
			return kept;
		},
		review(kept, maxAttempts) {
			const finalAt = finalFrom(kept.payment, { maxAttempts });
			if (finalAt === kept.finalAt) return;
			kept.finalAt = finalAt;
			if (!kept.isFinal) return pending.move(kept);
			final.remove(kept);
			kept.isFinal = false;
			pending.push(kept);
		},
		forget(kept) {
			queueOf(kept).remove(kept);
			if (unopened === kept) unopened = kept.newer;
		},
		oldestFinal() {
			settle();
			return final.peek() ?? null;
		},
		oldestUnopened() {
			const at = now();
			while (unopened && !neverOpened(unopened.payment, at)) unopened = unopened.newer;
			return unopened;
		},
		allFinal() {
			settle();
			return pending.peek() === undefined;
		},
	};
}

function neverOpened(payment: Payment, now: number): boolean {
	const state = stateAt(payment, now);
	return state === 'created' || state === 'redirected';
}

interface Evictable extends Pick<EvictionQueue, 'oldestFinal' | 'oldestUnopened'> {
	forget(kept: KeptPayment): void;
}

type Candidate = 'oldestFinal' | 'oldestUnopened';

/** Forgets at most so many of one kind, the oldest of all worlds first, and tells how many. */
export function evict(worlds: readonly Evictable[], kind: Candidate, most: number): number {
	const ready = worlds.filter((world) => world[kind]() !== null);
	// Often nothing is final, and then every creation asks.
	if (ready.length === 0) return 0;
	const heads = createHeap<Placed & { world: Evictable; kept: KeptPayment }>(
		(one, other) => one.kept.order < other.kept.order,
	);
	const queue = (world: Evictable) => {
		const kept = world[kind]();
		if (kept) heads.push({ world, kept, place: 0 });
	};
	ready.forEach(queue);
	let gone = 0;
	for (; gone < most; gone += 1) {
		const oldest = heads.pop();
		if (!oldest) break;
		oldest.world.forget(oldest.kept);
		queue(oldest.world);
	}
	return gone;
}
