/** Where payments and worlds are kept. There is no bare put: what changes, changes in a transaction. */
import type { Payment } from '../domain/payment.ts';
import type { Genesis, WorkspaceRecord } from '../workspaces/record.ts';

/** By what a new payment may be known already. */
export interface Names {
	reference: string | null;
	idempotencyKey: string | null;
}

/** The answer to the first call under an idempotency key, for whoever repeats the call under it. */
export interface KeptAnswer {
	/** When it was given, on the workspace's clock. */
	readonly at: number;
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
}

/** What a payment's creation may depend on: read in the same step as it is stored. */
export interface Arrival {
	readonly world: WorkspaceRecord;
	/** How many payments this world had seen before this one. */
	readonly ordinal: number;
	/** How many of them carried the same reference, counted while one that does is kept; 0 without a reference. */
	readonly sameReference: number;
	/**
	 * Tells it from every other of this world with the same reference, those that are forgotten too: no two have the
	 * same. It is `sameReference` as long as no reference was forgotten.
	 */
	readonly serial: number;
	/** The oldest stored payment with the same reference. */
	earlier(): Payment | null;
	/** What the latest call under the same idempotency key was answered with, while the payment it was of is kept. */
	readonly sameKey: { readonly payment: Payment; readonly answer: KeptAnswer } | null;
}

export interface Created {
	payment: Payment;
	/** Kept as long as the payment, under its idempotency key; null without one. */
	answer: KeptAnswer | null;
}

/** What a creation decides: a payment that carries the names it arrived by, a change of a known one, or nothing; and what its caller gets to know. */
export interface Creation<R> {
	created?: Created;
	/**
	 * One that the arrival knew, as it is afterwards; never beside a created one. With an answer, the idempotency key of
	 * this arrival names it too from now on.
	 */
	known?: Created;
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
	accepts(payment: Payment, world: WorkspaceRecord): boolean;
	limit: number;
	/** Session id of the last payment of the page before; null for the first page. */
	after: string | null;
}

export interface DueTransition {
	payment: Payment;
	/** Index of the entry in the payment's timeline. */
	index: number;
	at: number;
}

export interface Advanced {
	/** Where the clock stands now. */
	now: number;
	total: number;
	/** The first of them. */
	transitions: DueTransition[];
}

/** Payments of the whole store: kept, forgotten to make room, and gone with a workspace whose time was over. */
export interface Counts {
	live: number;
	evicted: number;
	expired: number;
}

/** `in_use`: it has payments, which making it anew would lose. */
export type CreateWorkspaceResult = 'created' | 'recreated' | 'in_use' | 'full';

/** What a workspace is, beside what is in it. */
export interface WorkspaceEntry {
	readonly world: WorkspaceRecord;
	/** Payments it keeps. */
	readonly live: number;
	/** Milliseconds since the epoch, by the machine. */
	readonly createdMs: number;
	readonly usedMs: number;
}

/** Why nothing could be put in: what there is too much of, the limits being those of the whole server. */
export type Full = 'payments' | 'workspaces';

/**
 * A workspace is made by the first call that puts something into it, a payment or a change of its world; reading one
 * that is not there shows how it would begin: the same world each time, secret included, and the one it begins with when
 * it is made so. That is remembered by the process that was asked, of a bounded number of names and for a bounded time.
 * A workspace whose time is over is not there. The workspace `default` is always there, and its settings hold the
 * limits of the whole server.
 */
export interface Store {
	readonly kind: string;
	world(workspace: string): Promise<WorkspaceRecord>;
	/**
	 * Changes a world by a pure function, which may run again when others change it at the same time. `null` when
	 * there is no room for another workspace.
	 */
	changeWorld<R>(
		workspace: string,
		update: (world: WorkspaceRecord) => { world?: WorkspaceRecord; result: R },
	): Promise<R | null>;
	/**
	 * One more call that belongs to no payment: its world, and how many such calls the workspace had before, those from
	 * before it was made included.
	 */
	strayCall(workspace: string): Promise<{ world: WorkspaceRecord; ordinal: number }>;
	/**
	 * Decides by what is known of these names whether there is a new payment, in one step with storing it: of many
	 * arrivals at once, each sees those before it. `full` when there would be one, but there is no room for it. The
	 * function is pure and may run again.
	 */
	create<R>(
		workspace: string,
		names: Names,
		decide: (arrival: Arrival) => Creation<R>,
	): Promise<{ result: R } | { full: Full }>;
	/** `null` when the session is unknown or forgotten. The function is pure and may run again. */
	transact<R>(
		workspace: string,
		sessionId: string,
		decide: (payment: Payment, world: WorkspaceRecord) => Decision<R>,
	): Promise<R | null>;
	/** By session id or by transaction id. */
	read(workspace: string, id: string): Promise<{ payment: Payment; world: WorkspaceRecord } | null>;
	/** Newest first; `null` when the payment to go on after is unknown or forgotten. */
	list(workspace: string, filter: PaymentFilter): Promise<Payment[] | null>;
	/**
	 * Moves the clock on and tells what came true by it, in order, in the same step: whatever else goes on, an entry
	 * is told once, and never one that was written at the new time. `null` when there is no room for another workspace.
	 */
	advance(workspace: string, byMs: number, limit: number): Promise<Advanced | null>;
	counts(): Promise<Counts>;
	/** Forgets every payment of a world and begins it anew, as it began; its secret is another one. */
	reset(workspace: string): Promise<void>;
	/** In order of making. */
	workspaces(): Promise<WorkspaceEntry[]>;
	/** `null` when it is not there. */
	workspace(name: string): Promise<WorkspaceEntry | null>;
	/** Makes a workspace that begins so, or makes one anew that has no payments. */
	createWorkspace(name: string, genesis: Genesis): Promise<CreateWorkspaceResult>;
	/** With all its payments; how many there were, or `null` when it is not there. Never `default`. */
	removeWorkspace(name: string): Promise<number | null>;
	/**
	 * Calls back after each change that this process makes to this payment, or to its world; returns the way to stop
	 * it. Others' payments wake nobody.
	 */
	watch(workspace: string, sessionId: string, listener: () => void): () => void;
	close(): Promise<void>;
}
