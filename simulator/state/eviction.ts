/**
 * What goes when a store is full: the oldest final payments, then the oldest that nobody opened, and never one in
 * processing. Each payment stands in line for the time it will be final, so that nobody has to look at them all.
 */
import { finalFrom } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import { createHeap } from './heap.ts';

/** A payment that is kept, and its place among all of the store. */
export interface Kept {
	payment: Payment;
	/** Counts the payments of the whole store: lower is older. */
	readonly order: number;
	/** On the clock of its world; infinite when it is never final by itself. */
	finalAt: number;
}

/** A payment's place in a line: by name, so that a line keeps no payment from being forgotten. */
export interface Place {
	readonly sessionId: string;
	readonly order: number;
	readonly at: number;
}

export interface Exits {
	add(payment: Payment, order: number, maxAttempts: number): Kept;
	/** To be called whenever the payment or the rule about attempts has changed. */
	review(kept: Kept, maxAttempts: number): void;
	/** The oldest that is final. */
	oldestFinal(): Place | undefined;
	/** The oldest that nobody opened. */
	oldestUnopened(): Place | undefined;
	allFinal(): boolean;
}

interface ExitsOf {
	find(sessionId: string): Kept | undefined;
	/** By the clock of the world. */
	now(): number;
}

export function createExits({ find, now }: ExitsOf): Exits {
	// The same session id may come back after it was forgotten, when ids are seeded: the order tells them apart.
	const keptAt = ({ sessionId, order }: Place) => {
		const kept = find(sessionId);
		return kept?.order === order ? kept : undefined;
	};
	const isMoved = (place: Place) => keptAt(place)?.finalAt !== place.at;
	const pending = createHeap<Place>({
		before: (one, other) => one.at < other.at,
		isStale: isMoved,
	});
	const final = createHeap<Place>({ before: older, isStale: isMoved });
	const unopened = createHeap<Place>({
		before: older,
		isStale(place) {
			const kept = keptAt(place);
			return kept === undefined || !neverOpened(kept.payment, now());
		},
	});
	const settle = () => {
		const until = now();
		for (let next = pending.peek(); next && next.at <= until; next = pending.peek()) {
			pending.pop();
			final.push(next);
		}
	};
	const placeOf = ({ payment: { sessionId }, order, finalAt: at }: Kept): Place => {
		return { sessionId, order, at };
	};

	return {
		add(payment, order, maxAttempts) {
			const kept = { payment, order, finalAt: finalFrom(payment, { maxAttempts }) };
			const place = placeOf(kept);
			pending.push(place);
			unopened.push(place);
			return kept;
		},
		review(kept, maxAttempts) {
			const finalAt = finalFrom(kept.payment, { maxAttempts });
			if (finalAt === kept.finalAt) return;
			kept.finalAt = finalAt;
			pending.push(placeOf(kept));
		},
		oldestFinal() {
			settle();
			return final.peek();
		},
		oldestUnopened: () => unopened.peek(),
		allFinal() {
			settle();
			return pending.peek() === undefined;
		},
	};
}

function older(one: Place, other: Place): boolean {
	return one.order < other.order;
}

function neverOpened(payment: Payment, now: number): boolean {
	const state = stateAt(payment, now);
	return state === 'created' || state === 'redirected';
}

interface Evictable extends Pick<Exits, 'oldestFinal' | 'oldestUnopened'> {
	remove(sessionId: string): void;
}

/** Removes at most so many, the oldest of all shelves first: unopened ones only where nothing is final. */
export function evictOldest(shelves: readonly Evictable[], most: number): number {
	return (
		evict(shelves, (shelf) => shelf.oldestFinal(), most) ||
		evict(shelves, (shelf) => shelf.oldestUnopened(), most)
	);
}

function evict(
	shelves: readonly Evictable[],
	oldestOf: (shelf: Evictable) => Place | undefined,
	most: number,
): number {
	const heads = createHeap<{ shelf: Evictable; place: Place }>({
		before: (one, other) => older(one.place, other.place),
		isStale: () => false,
	});
	const queue = (shelf: Evictable) => {
		const place = oldestOf(shelf);
		if (place) heads.push({ shelf, place });
	};
	shelves.forEach(queue);
	let gone = 0;
	for (; gone < most; gone += 1) {
		const oldest = heads.pop();
		if (!oldest) break;
		oldest.shelf.remove(oldest.place.sessionId);
		queue(oldest.shelf);
	}
	return gone;
}
