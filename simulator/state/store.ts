/** The interface of the store: payments and workspace records. Every change is a transaction. */
import type { Payment } from '../domain/payment.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { StartValues, WorkspaceRecord } from '../workspaces/record.ts';

/** The names by which a request can repeat an earlier one: its reference and its idempotency key. */
export interface PaymentNames {
	reference: string | null;
	idempotencyKey: string | null;
}

/** The response to the first call with an idempotency key. A call that repeats the key gets it again. */
export interface StoredAnswer {
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
	 * How many of them had the same reference; 0 without a reference. The count starts again at 0 when no payment with
	 * the reference is stored any more.
	 */
	readonly sameReference: number;
	/**
	 * A number that is unique among all payments of the workspace with the same reference, deleted ones included. It
	 * equals `sameReference` until the last payment with a reference is deleted.
	 */
	readonly serial: number;
	/** Returns the oldest stored payment with the same reference. */
	earlier(): Payment | null;
	/**
	 * The stored response for the same idempotency key, with its payment; null if there is none, or if that payment is no
	 * longer stored.
	 */
	readonly sameKey: { readonly payment: Payment; readonly answer: StoredAnswer } | null;
}

export interface CreatedPayment {
	payment: Payment;
	/** The response to store for the payment's idempotency key; null without a key. */
	answer: StoredAnswer | null;
}

/**
 * The decision about a request: create a payment, change a stored one, or neither. It also contains the result for the
 * caller.
 */
export interface CreationDecision<R> {
	created?: CreatedPayment;
	/**
	 * Set instead of `created` when the request repeats a stored payment: that payment, as this transaction leaves it. If
	 * it has an `answer`, the idempotency key of this request is stored for that payment too.
	 */
	known?: CreatedPayment;
	result: R;
}

/** The decision of a transaction: the changed payment (omitted if unchanged), and the result for the caller. */
export interface Decision<R> {
	payment?: Payment;
	result: R;
}

export interface PaymentFilter {
	/** Only payments with this reference; `null` for any. */
	reference: string | null;
	/** Whether the payment belongs to the list. It is called for the newest payment first. */
	accepts(payment: Payment, record: WorkspaceRecord): boolean;
	limit: number;
	/** The session id of the last payment on the page before; null for the first page. */
	after: string | null;
}

export interface DueTransition {
	payment: Payment;
	/** The index of the entry in the payment's timeline. */
	index: number;
	at: number;
}

export interface ClockAdvance {
	/** The time on the clock after the advance. */
	now: number;
	/** How many states became due. */
	total: number;
	/** The first states that became due, up to the limit. */
	transitions: DueTransition[];
}

/**
 * A position in the planned states of a workspace. States at an earlier time, and those at `at` up to `rank`, are
 * before it.
 */
export interface DuePosition {
	readonly at: number;
	readonly rank: number;
}

export interface DuePage {
	/** The transitions, in order of time. */
	transitions: DueTransition[];
	/** Where the next page begins; null if there is none. */
	next: DuePosition | null;
	/** The time of the first planned state after the page; null if there is none. */
	nextAt: number | null;
}

/** A change that this process made. `now` is the time on the clock of the workspace. */
export type StoreChange =
	| {
			readonly kind: 'payment';
			/** The payment before the change; null if it is new. */
			readonly before: Payment | null;
			readonly after: Payment;
			readonly record: WorkspaceRecord;
			readonly now: number;
	  }
	/** The clock or the settings of a workspace changed. */
	| { readonly kind: 'workspace'; readonly record: WorkspaceRecord; readonly now: number }
	/** The payments of a workspace were deleted: it was reset, removed, created again, or it expired. */
	| {
			readonly kind: 'emptied';
			readonly workspace: string;
			/** The secret of the workspace before. */
			readonly secret: string;
			/** The workspace after the change: if it does not exist, the record that it would be created with. */
			readonly record: WorkspaceRecord;
			readonly now: number;
			/** The time on the clock of the workspace before. */
			readonly endedAt: number;
			readonly hasExpired: boolean;
	  }
	/** Redis did not reply to the commit of a change: it may be stored. */
	| { readonly kind: 'uncertain'; readonly workspace: string };

/** The payments of the whole store: stored, evicted, and deleted with an expired workspace. */
export interface PaymentCounts {
	live: number;
	evicted: number;
	expired: number;
}

/**
 * `created`: the workspace is new. `recreated`: it existed without payments and was started again. `in_use`: it has
 * payments and stays unchanged. `full`: `limits.maxWorkspaces` is reached.
 */
export type CreateWorkspaceResult =
	| 'full'
	| { readonly outcome: 'created' | 'recreated' | 'in_use'; readonly entry: WorkspaceEntry };

export interface WorkspaceEntry {
	readonly record: WorkspaceRecord;
	/** How many payments the workspace has. */
	readonly live: number;
	/** How many payments were created in it since its last reset. */
	readonly created: number;
	/** When the workspace was created, in milliseconds since the epoch (wall time). */
	readonly createdMs: number;
	readonly usedMs: number;
}

/** The limit of the server that is reached. */
export type ReachedLimit = 'payments' | 'workspaces';

/**
 * The store. The first payment or the first change creates a workspace. Reading a workspace that does not exist creates
 * nothing: it returns the record that the first payment or change would create, secret included. An expired workspace
 * does not exist. The workspace `default` always exists, and its settings hold the limits of the whole server. The
 * methods behind the three documented calls return an `Awaitable`: the memory store returns or throws at once.
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
	 * Counts a call that belongs to no payment. Returns the workspace record, and how many such calls this process
	 * counted in the workspace before.
	 */
	countCallWithoutPayment(workspace: string): Promise<{ record: WorkspaceRecord; ordinal: number }>;
	/**
	 * Decides whether a request creates a payment, and stores it in the same transaction: if many equal requests arrive
	 * at once, each one sees the payments of those before it. Returns `full` if a limit prevents the new payment.
	 * `decide` is pure and may run more than once.
	 */
	create<R>(
		workspace: string,
		names: PaymentNames,
		decide: (facts: CreationFacts) => CreationDecision<R>,
	): Awaitable<{ result: R } | { full: ReachedLimit }>;
	/**
	 * Changes a payment by a pure decision, which may run more than once. Returns `null` if the session is not stored.
	 */
	transact<R>(
		workspace: string,
		sessionId: string,
		decide: (payment: Payment, record: WorkspaceRecord) => Decision<R>,
	): Awaitable<R | null>;
	/** Reads a payment by session id or by transaction id. */
	read(
		workspace: string,
		id: string,
	): Awaitable<{ payment: Payment; record: WorkspaceRecord } | null>;
	/**
	 * Lists payments, newest first. Returns `null` if the payment of `after` is not stored. A long list is read in
	 * several transactions: it contains no payment twice and none created after it began, and lacks payments that were
	 * evicted in the meantime. Each payment is as it was when it was read; `accepts` gets the record as it was when the
	 * list began. If the workspace is reset or removed in the meantime, the list is empty.
	 */
	list(workspace: string, filter: PaymentFilter): Promise<Payment[] | null>;
	/**
	 * Moves the clock forward and returns the states that became due, in order of time. It is one transaction: if several
	 * advances arrive at once, exactly one returns each state. Returns `null` if the workspace does not exist and
	 * `limits.maxWorkspaces` is reached.
	 */
	advance(workspace: string, byMs: number, limit: number): Promise<ClockAdvance | null>;
	/**
	 * Returns the first `limit` states of one generation of a workspace that became due after a position and not after
	 * `to`; none if it is not created. Returns null if it was reset or removed since. This does not count as a use of it.
	 */
	due(
		record: Pick<WorkspaceRecord, 'name' | 'generation' | 'secret'>,
		range: { after: DuePosition; to: number; limit: number },
	): Promise<DuePage | null>;
	/**
	 * Visits all payments of a workspace, newest first, in several transactions with their own deadlines. This does not
	 * count as a use of the workspace. Returns false if the workspace was reset or removed in the meantime.
	 */
	scan(
		workspace: string,
		visit: (payment: Payment, record: WorkspaceRecord) => void,
	): Promise<boolean>;
	counts(): Promise<PaymentCounts>;
	/** Identifies the data of the store; null while it has none. It changes only if Redis loses all its keys. */
	incarnation(): Promise<string | null>;
	/** Deletes all payments of a workspace, and starts it again with its start values and another secret. */
	reset(workspace: string): Promise<void>;
	/** Lists the workspaces in the order of their creation. */
	workspaces(): Promise<WorkspaceEntry[]>;
	/** Returns a workspace; `null` if it does not exist. */
	workspace(name: string): Promise<WorkspaceEntry | null>;
	/**
	 * Creates the workspace with these start values. An existing workspace without payments is started again with it; one with
	 * payments stays unchanged (`in_use`).
	 */
	createWorkspace(name: string, startValues: StartValues): Promise<CreateWorkspaceResult>;
	/** Deletes a workspace and returns the number of its payments; `null` for `default`, and if it does not exist. */
	removeWorkspace(name: string): Promise<number | null>;
	/**
	 * Calls the listener after each change that this process makes to the payment or to its workspace, but not after
	 * changes of other processes. Until the listener is removed, this process holds the workspace. Returns a function that
	 * removes the listener.
	 */
	watch(workspace: string, sessionId: string, listener: () => void): () => void;
	/**
	 * Holds a workspace: until the returned function is called, this process does not expire it, however long the store
	 * does not respond and however far the clock jumps.
	 */
	hold(workspace: string): () => void;
	/**
	 * Calls the listener after each change that this process makes. The listener must not throw. Returns a function that
	 * removes it.
	 */
	observe(listener: (change: StoreChange) => void): () => void;
	/** Runs a client's call. All its waits for the store take together at most the store timeout. */
	asCall<R>(run: () => R): R;
	/**
	 * Waits for work that is not the store's, such as another call. In a call over Redis it rejects with `StoreUnavailable`
	 * when the call's time for the store is used up.
	 */
	waitFor<R>(work: Promise<R>): Promise<R>;
	/** Closes as the backend does: see `Backend`. */
	close(untilMs?: number): Promise<void>;
}
