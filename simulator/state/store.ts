/** The interface of the store: payments and workspace records. Every change is a transaction. */
import type { Payment } from '../domain/payment.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { Genesis, WorkspaceRecord } from '../workspaces/record.ts';

/** The names by which a request can repeat an earlier one. */
export interface Names {
	reference: string | null;
	idempotencyKey: string | null;
}

/** The response to the first call with an idempotency key. A repeated call gets it again. */
export interface KeptAnswer {
	/** When the call was answered, in milliseconds on the workspace's clock. */
	readonly at: number;
	readonly status: number;
	readonly contentType: string;
	readonly text: string;
}

/** The facts that decide about a new payment. They are read in the transaction that stores it. */
export interface CreationFacts {
	readonly record: WorkspaceRecord;
	/** How many payments were created in this workspace before. */
	readonly ordinal: number;
	/**
	 * How many of them had the same reference; 0 without a reference. The count starts again at 0 once no payment with the
	 * reference is stored.
	 */
	readonly sameReference: number;
	/**
	 * Unique among all payments of the workspace with the same reference, deleted ones included. Equals `sameReference` until
	 * the last payment with a reference is deleted.
	 */
	readonly serial: number;
	/** The oldest stored payment with the same reference. */
	earlier(): Payment | null;
	/** The stored response of the same idempotency key, with its payment; null when that payment is no longer stored. */
	readonly sameKey: { readonly payment: Payment; readonly answer: KeptAnswer } | null;
}

export interface Created {
	payment: Payment;
	/** Stored with the payment, for its idempotency key; null without a key. */
	answer: KeptAnswer | null;
}

/** The decision about a request: create a payment, change a stored one, or neither; and the result for the caller. */
export interface Creation<R> {
	created?: Created;
	/**
	 * A stored payment that the request repeats, as it is afterwards; never together with `created`. With an `answer`, the
	 * idempotency key of this request also belongs to that payment.
	 */
	known?: Created;
	result: R;
}

/** The decision of a transaction: the payment afterwards (omitted: unchanged), and the result for the caller. */
export interface Decision<R> {
	payment?: Payment;
	result: R;
}

export interface PaymentFilter {
	/** `null`: any. */
	reference: string | null;
	/** Whether the payment belongs to the list. Called for the newest payment first. */
	accepts(payment: Payment, record: WorkspaceRecord): boolean;
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
	/** The time of the clock afterwards. */
	now: number;
	/** How many states became due. */
	total: number;
	/** The first of them, up to the limit. */
	transitions: DueTransition[];
}

/** A position in the planned states of a workspace: those at `at` up to `rank` are before it. */
export interface DuePosition {
	readonly at: number;
	readonly rank: number;
}

export interface DuePage {
	/** In order of time. */
	transitions: DueTransition[];
	/** Where the next page begins; null when there is none. */
	next: DuePosition | null;
	/** The time of the first planned state after the page; null without one. */
	nextAt: number | null;
}

/** A change that this process made. `now` is on the clock of the workspace. */
export type StoreChange =
	| {
			readonly kind: 'payment';
			/** Null for a new payment. */
			readonly before: Payment | null;
			readonly after: Payment;
			readonly record: WorkspaceRecord;
			readonly now: number;
	  }
	/** Its clock or its settings changed. */
	| { readonly kind: 'workspace'; readonly record: WorkspaceRecord; readonly now: number }
	/** Its payments were deleted: it was reset, removed, created again or expired. */
	| { readonly kind: 'emptied'; readonly workspace: string };

/** Payments of the whole store: stored, evicted, and deleted with an expired workspace. */
export interface Counts {
	live: number;
	evicted: number;
	expired: number;
}

/** `recreated`: an existing workspace without payments was started again. `in_use`: it has payments and stays unchanged. */
export type CreateWorkspaceResult = 'created' | 'recreated' | 'in_use' | 'full';

export interface WorkspaceEntry {
	readonly record: WorkspaceRecord;
	/** How many payments it has. */
	readonly live: number;
	/** Wall time, in milliseconds since the epoch. */
	readonly createdMs: number;
	readonly usedMs: number;
}

/** The limit of the server that is reached. */
export type Full = 'payments' | 'workspaces';

/**
 * The first payment or the first change creates a workspace. Reading a workspace that does not exist creates nothing: it
 * returns the record that the first payment or change would create, secret included. An expired workspace does not exist.
 * The workspace `default` always exists, and its settings hold the limits of the whole server.
 * The methods behind the three documented calls return an `Awaitable`: the memory store returns or throws at once.
 */
export interface Store {
	readonly kind: string;
	workspaceRecord(workspace: string): Awaitable<WorkspaceRecord>;
	/**
	 * Changes a workspace record by a pure function, which may run more than once. Returns `null` when the workspace does not
	 * exist and `limits.maxWorkspaces` is reached.
	 */
	changeWorkspace<R>(
		workspace: string,
		update: (record: WorkspaceRecord) => { record?: WorkspaceRecord; result: R },
	): Promise<R | null>;
	/**
	 * Counts a call that belongs to no payment. Returns the workspace record, and how many such calls this process counted in
	 * the workspace before, also before the workspace was created.
	 */
	strayCall(workspace: string): Promise<{ record: WorkspaceRecord; ordinal: number }>;
	/**
	 * Decides whether a request creates a payment, and stores it in the same transaction: of many equal requests at once,
	 * each one sees the payments of those before it. Returns `full` when a limit prevents the new payment. `decide` is pure
	 * and may run more than once.
	 */
	create<R>(
		workspace: string,
		names: Names,
		decide: (arrival: CreationFacts) => Creation<R>,
	): Awaitable<{ result: R } | { full: Full }>;
	/** Returns `null` when the session is not stored. `decide` is pure and may run more than once. */
	transact<R>(
		workspace: string,
		sessionId: string,
		decide: (payment: Payment, record: WorkspaceRecord) => Decision<R>,
	): Awaitable<R | null>;
	/** By session id or by transaction id. */
	read(
		workspace: string,
		id: string,
	): Awaitable<{ payment: Payment; record: WorkspaceRecord } | null>;
	/**
	 * Newest first. Returns `null` when the payment of `after` is not stored. A long list is read in several transactions:
	 * it contains no payment twice and none that was created after it began, and lacks those that were evicted meanwhile.
	 * Each payment is as it was when it was read, and `accepts` gets the record as it was when the list began. After a reset
	 * or a removal of the workspace meanwhile, the list is empty.
	 */
	list(workspace: string, filter: PaymentFilter): Promise<Payment[] | null>;
	/**
	 * Moves the clock forward and returns the states that became due, in order of time. This is one transaction: of several
	 * advances at once, exactly one returns each state. Returns `null` when the workspace does not exist and
	 * `limits.maxWorkspaces` is reached.
	 */
	advance(workspace: string, byMs: number, limit: number): Promise<Advanced | null>;
	/**
	 * The states of one life of a workspace that became due after a position and not after `to`: the first `limit` of them.
	 * Does not count as a use of the workspace.
	 */
	due(
		record: Pick<WorkspaceRecord, 'generation'>,
		range: { after: DuePosition; to: number; limit: number },
	): Promise<DuePage>;
	/**
	 * Visits all payments of a workspace, newest first, in several transactions, each with a deadline of its own. Does not
	 * count as a use of the workspace. Returns false when the workspace was reset or removed meanwhile.
	 */
	scan(
		workspace: string,
		visit: (payment: Payment, record: WorkspaceRecord) => void,
	): Promise<boolean>;
	counts(): Promise<Counts>;
	/** Deletes all payments of a workspace, and starts it again with its genesis and another secret. */
	reset(workspace: string): Promise<void>;
	/** In the order of their creation. */
	workspaces(): Promise<WorkspaceEntry[]>;
	/** Returns `null` when the workspace does not exist. */
	workspace(name: string): Promise<WorkspaceEntry | null>;
	/**
	 * Creates the workspace with this genesis. An existing workspace without payments is started again with it; one with
	 * payments stays unchanged (`in_use`).
	 */
	createWorkspace(name: string, genesis: Genesis): Promise<CreateWorkspaceResult>;
	/** Deletes a workspace and returns the number of its payments; `null` for `default` and when it does not exist. */
	removeWorkspace(name: string): Promise<number | null>;
	/**
	 * Calls the listener after each change that this process makes to the payment or to its workspace. Changes made by other
	 * processes do not call it. Returns a function that removes the listener.
	 */
	watch(workspace: string, sessionId: string, listener: () => void): () => void;
	/**
	 * Calls the listener after each change that this process makes. The listener must not throw. Returns a function that
	 * removes it.
	 */
	observe(listener: (change: StoreChange) => void): () => void;
	/** Runs a call of a client: all that it waits for the store together takes at most the store timeout. */
	asCall<R>(run: () => R): R;
	close(): Promise<void>;
}
