/** What is stored, under which keys, and in which order. A change of any of it is another schema. */
import type { Payment } from '../domain/payment.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import type { StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import type { Entry, Key, Transaction } from './backend.ts';
import type { KeptAnswer } from './store.ts';

export const schemaVersion = 3;

/** Counts the payments of the whole store. */
export interface Totals {
	readonly live: number;
	readonly evicted: number;
	readonly expired: number;
	/** Payments so far. The next payment gets this number: lower is older. */
	readonly order: number;
}

export interface WorkspaceIndex {
	readonly count: number;
	/** Beginnings of workspaces so far: the next generation. */
	readonly begun: number;
	/** Ends and resets of workspaces so far. */
	readonly ended: number;
}

/** Counts the payments of one generation of a workspace. */
export interface ScopeCounts {
	readonly live: number;
	/** Payments so far. */
	readonly ordinal: number;
	/** Above every serial of the references that are no longer counted. */
	readonly unusedSerial: number;
}

export interface StoredPayment {
	readonly payment: Payment;
	readonly order: number;
	/** On the clock of its workspace; `never` when it is never final by itself. */
	readonly finalAt: number;
	readonly isUnopened: boolean;
	/** Idempotency keys beside its first. */
	readonly otherKeys: readonly string[];
}

/** Exists while a payment with the reference is stored. */
export interface ReferenceCount {
	/** Identifies the reference in the index of references: the order of its first payment. */
	readonly group: number;
	/** Payments with it so far. */
	readonly seen: number;
	/** The serial of the first of them. */
	readonly firstSerial: number;
	readonly live: number;
}

/** JSON has no infinity. */
export const never = Number.MAX_SAFE_INTEGER;

export const keys = {
	schema: key<number>('schema', ''),
	origin: key<StoreOrigin>('origin', ''),
	totals: key<Totals>('totals', ''),
	workspaceIndex: key<WorkspaceIndex>('workspaces', ''),
	record: (workspace: string): Key<WorkspaceRecord> => ({
		table: 'workspace',
		id: workspace,
		isCached: true,
	}),
	usedMs: (workspace: string) => key<number>('used', workspace),
};

/** Indexes of the whole store. */
export const indexes = {
	/** At the last use of a workspace: its name. */
	used: 'used',
	/** At the position of a workspace: its name. */
	workspaces: 'workspaces',
	/** `entryOfAll` of payments that were final when they were added. */
	final: 'final',
	/** `entryOfAll` of payments that no shopper has opened. */
	unopened: 'unopened',
	/** At the generation of a workspace that has ended or was reset: the sweeper removes what it held. */
	garbage: 'garbage',
};

/** The keys and indexes of one generation of a workspace. */
export interface Scope {
	readonly counts: Key<ScopeCounts>;
	payment(sessionId: string): Key<StoredPayment>;
	/** The session of a transaction. */
	session(transactionId: string): Key<string>;
	reference(reference: string): Key<ReferenceCount>;
	answer(idempotencyKey: string): Key<{ sessionId: string; answer: KeptAnswer }>;
	/**
	 * Written with every change of the index `due` or `declined`: a transaction that reads the mark and the index runs again
	 * when the index has changed.
	 */
	readonly dueMark: Key<null>;
	readonly declinedMark: Key<null>;
	/** At the order: the session. */
	readonly age: string;
	/** At the group of a reference, ranked by order: the session. */
	readonly references: string;
	/** At the time a payment becomes final, ranked by order: the session. */
	readonly pending: string;
	/** At the time of a planned state, ranked by `dueRank`: the session. */
	readonly due: string;
	/** At the order, the session of a payment that ends declined: the number of attempts decides when it is final. */
	readonly declined: string;
}

const scopes = createLruCache<Scope, number>(1_000);

export function scopeOf({ generation }: Pick<WorkspaceRecord, 'generation'>): Scope {
	const known = scopes.get(generation);
	if (known) return known;
	const scope = createScope(String(generation));
	scopes.put(generation, scope);
	return scope;
}

function createScope(generation: string): Scope {
	const named = (kind: string) => `${kind}/${generation}`;
	const inTable = <T>(kind: string) => {
		const table = named(kind);
		return (id: string) => key<T>(table, id);
	};
	const sessions = named('session');
	return {
		counts: key('counts', generation),
		payment: inTable('payment'),
		session: (transactionId) => ({ table: sessions, id: transactionId, isRare: true }),
		reference: inTable('reference'),
		answer: inTable('answer'),
		dueMark: key('due-mark', generation),
		declinedMark: key('declined-mark', generation),
		age: named('age'),
		references: named('references'),
		pending: named('pending'),
		due: named('due'),
		declined: named('declined'),
	};
}

function key<T>(table: string, id: string): Key<T> {
	return { table, id };
}

/** An entry that identifies a payment among those of all workspaces. */
export function entryOfAll(generation: number, order: number, sessionId: string): Entry {
	return { at: order, rank: generation, id: sessionId };
}

/** More states than any timeline has. */
const mostStates = 2 ** 16;

/** Orders entries of the same time by payment, then by their index in its timeline. */
export function dueRank(order: number, index: number): number {
	return order * mostStates + index;
}

export function indexOfDue({ rank }: Entry): number {
	return rank % mostStates;
}

const noTotals: Totals = { live: 0, evicted: 0, expired: 0, order: 0 };
const noWorkspaces: WorkspaceIndex = { count: 0, begun: 0, ended: 0 };
const noCounts: ScopeCounts = { live: 0, ordinal: 0, unusedSerial: 0 };

export function totalsOf(transaction: Transaction): Totals {
	return transaction.get(keys.totals) ?? noTotals;
}

export function workspaceIndexOf(transaction: Transaction): WorkspaceIndex {
	return transaction.get(keys.workspaceIndex) ?? noWorkspaces;
}

export function countsOf(transaction: Transaction, scope: Scope): ScopeCounts {
	return transaction.get(scope.counts) ?? noCounts;
}
