/** Where payments and worlds are kept. There is no bare put: what changes, changes in a transaction. */
import type { Payment } from '../domain/payment.ts';
import type { World } from '../workspaces/world.ts';

/** By what a new payment may be known already. */
export interface Names {
	reference: string | null;
	idempotencyKey: string | null;
}

/** The answer to the call that created a payment, for whoever repeats the call under its idempotency key. */
export interface KeptAnswer {
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
}

/** What a payment's creation may depend on: read in the same step as it is stored. */
export interface Arrival {
	readonly world: World;
	/** How many payments this world had seen before this one. */
	readonly ordinal: number;
	/** How many of them carried the same reference; 0 without a reference. */
	readonly sameReference: number;
	/** The oldest payment kept with the same reference. */
	readonly earlier: Payment | null;
	/** The latest payment created under the same idempotency key, while it is kept. */
	readonly sameKey: { readonly payment: Payment; readonly answer: KeptAnswer } | null;
}

export interface Created {
	payment: Payment;
	/** Kept as long as the payment, under its idempotency key; null without one. */
	answer: KeptAnswer | null;
}

/** What a creation decides: a payment that carries the names it arrived by, or none, and what its caller gets to know. */
export interface Creation<R> {
	created?: Created;
	result: R;
}

/** What a transaction decides: the payment afterwards (left out: unchanged), and what its caller gets to know. */
export interface Decision<R> {
	payment?: Payment;
	result: R;
}

export interface PaymentFilter {
	/** `null`: any. */
	reference: string | null;
	/** Keeps what it approves of; called newest first. */
	accepts(payment: Payment, world: World): boolean;
	limit: number;
	/** Session id of the last payment of the page before; null for the first page, nothing after a forgotten one. */
	after: string | null;
}

export interface DueTransition {
	payment: Payment;
	/** Index of the entry in the payment's timeline. */
	index: number;
	at: number;
}

export interface Store {
	readonly kind: string;
	world(workspace: string): Promise<World>;
	/** Changes a world by a pure function, which may run again when others change it at the same time. */
	changeWorld<R>(
		workspace: string,
		update: (world: World) => { world?: World; result: R },
	): Promise<R>;
	/**
	 * Decides by what is known of these names whether there is a new payment, in one step with storing it: of many
	 * arrivals at once, each sees those before it. `null` when there would be one, but the store is full and nothing
	 * may go. The function is pure and may run again.
	 */
	create<R>(
		workspace: string,
		names: Names,
		decide: (arrival: Arrival) => Creation<R>,
	): Promise<R | null>;
	/** `null` when the session is unknown or forgotten. The function is pure and may run again. */
	transact<R>(
		workspace: string,
		sessionId: string,
		decide: (payment: Payment, world: World) => Decision<R>,
	): Promise<R | null>;
	/** By session id or by transaction id. */
	read(workspace: string, id: string): Promise<{ payment: Payment; world: World } | null>;
	/** Newest first. */
	list(workspace: string, filter: PaymentFilter): Promise<Payment[]>;
	/** Planned entries that come true after `from` and not later than `until`, in order. */
	due(
		workspace: string,
		from: number,
		until: number,
		limit: number,
	): Promise<{ total: number; transitions: DueTransition[] }>;
	counts(): Promise<{ live: number; evicted: number }>;
	/** Forgets every payment of a world and begins it anew. */
	reset(workspace: string): Promise<void>;
	/**
	 * Calls back after each change that this process makes to this payment, or to its world; returns the way to stop
	 * it. Others' payments wake nobody.
	 */
	watch(workspace: string, sessionId: string, listener: () => void): () => void;
	close(): Promise<void>;
}
