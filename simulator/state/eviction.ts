/**
 * What goes when a store is full: the oldest final payments, then the oldest that nobody opened, and never one in
 * processing. Each payment waits for its turn to be final, so that nobody has to look at them all.
 */
import { finalFrom } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import { createHeap } from './heap.ts';

/** A payment that is kept, among its neighbours by age. */
export interface KeptPayment {
	payment: Payment;
	turn: Turn;
	older: KeptPayment | null;
	newer: KeptPayment | null;
	/** The neighbours with the same reference. */
	olderNamesake: KeptPayment | null;
	newerNamesake: KeptPayment | null;
}

/** When a payment will be final by itself. Where that changes it gets another turn, and this one is void. */
export interface Turn {
	/** Null when it is void: a queue keeps no payment from being forgotten. */
	kept: KeptPayment | null;
	/** Counts the payments of the whole store: lower is older. */
	readonly order: number;
	/** On the clock of its world; infinite when it is never final by itself. */
	readonly at: number;
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
	const isStale = ({ kept }: Turn) => kept === null;
	const pending = createHeap<Turn>({ before: (one, other) => one.at < other.at, isStale });
	const final = createHeap<Turn>({ before: (one, other) => one.order < other.order, isStale });
	// Once opened is opened for good: all that are older were, and nobody is looked at twice.
	let unopened: KeptPayment | null = null;
	const settle = () => {
		const until = now();
		for (let next = pending.peek(); next && next.at <= until; next = pending.peek()) {
			pending.pop();
			final.push(next);
		}
	};

	return {
		add(payment, order, maxAttempts) {
			const turn: Turn = { kept: null, order, at: finalFrom(payment, { maxAttempts }) };
			const kept = {
				payment,
				turn,
				older: null,
				newer: null,
				olderNamesake: null,
				newerNamesake: null,
			};
			turn.kept = kept;
			pending.push(turn);
			unopened ??= kept;
			return kept;
		},
		review(kept, maxAttempts) {
			const at = finalFrom(kept.payment, { maxAttempts });
			if (at === kept.turn.at) return;
			kept.turn.kept = null;
			kept.turn = { kept, order: kept.turn.order, at };
			pending.push(kept.turn);
		},
		forget(kept) {
			kept.turn.kept = null;
			if (unopened === kept) unopened = kept.newer;
		},
		oldestFinal() {
			settle();
			return final.peek()?.kept ?? null;
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
	const heads = createHeap<{ world: Evictable; kept: KeptPayment }>({
		before: (one, other) => one.kept.turn.order < other.kept.turn.order,
		isStale: () => false,
	});
	const queue = (world: Evictable) => {
		const kept = world[kind]();
		if (kept) heads.push({ world, kept });
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
