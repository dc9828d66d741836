/** The methods of the store that concern payments. */
import { defaultWorkspace } from '../contract/routes.ts';
import { nextChangeAt } from '../domain/allowed.ts';
import type { Payment } from '../domain/payment.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import { wallMsUntil } from '../workspaces/clock.ts';
import type { WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { IndexRange, Transaction } from './backend.ts';
import type { Context, OrWorkspacesFull } from './context.ts';
import { workspacesFull } from './context.ts';
import type { EvictionProgress } from './eviction.ts';
import { evictForOneMore, excessWithOneMore } from './eviction.ts';
import { readCreationFacts } from './names.ts';
import type { GenerationKeys } from './records.ts';
import { generationKeysOf, storeKeys } from './records.ts';
import type {
	CreationDecision,
	CreationFacts,
	PaymentFilter,
	PaymentNames,
	ReachedLimit,
	Store,
	StoreChange,
} from './store.ts';
import type { WorkspaceNow } from './stored-payments.ts';
import { addPayment, repeatPayment, replacePayment } from './stored-payments.ts';

type PaymentCalls = Pick<Store, 'create' | 'transact' | 'read' | 'list' | 'scan'>;

/** Returned when the store is full, and eviction needs separate transactions first. */
const evictionNeeded = Symbol('eviction needed');

interface CreateRequest<R> {
	workspace: string;
	names: PaymentNames;
	decide(facts: CreationFacts): CreationDecision<R>;
}

type CreateAnswer<R> = { result: R } | { full: ReachedLimit };

export function paymentCalls(context: Context): PaymentCalls {
	const { needsOf, read, write, writeCreating, publish, wallNow, housekeeping } = context;

	function create<R>(
		transaction: Transaction,
		{ workspace, names, decide }: CreateRequest<R>,
		progress: EvictionProgress | undefined,
	): OrWorkspacesFull<CreateAnswer<R> | typeof evictionNeeded> {
		const stored = transaction.get(storeKeys.record(workspace));
		const record = stored ?? context.workspaceRecordOf(transaction, workspace);
		const scope = generationKeysOf(record);
		const facts = readCreationFacts(transaction, record, scope, names);
		const { created, known, result } = decide(facts);
		const wallMs = wallNow();
		const now = nowIn(record, wallMs);
		const repeated = known && transaction.get(scope.payment(known.payment.sessionId));
		if (known) repeatPayment(transaction, { record, scope, now }, names.idempotencyKey, known);
		if (!created) {
			if (known && repeated)
				publish(transaction, changeOf(repeated.payment, known.payment, { record, now }));
			return { result };
		}
		// Check both limits (workspaces, then payments, with eviction) before context.create: a refused payment must not
		// create a workspace.
		if (!stored && !context.fitsOneMoreWorkspace(transaction)) return workspacesFull;
		const { maxPayments } = context.serverSettings(transaction).limits;
		if (excessWithOneMore(transaction, maxPayments) > 0) {
			if (!progress) return evictionNeeded;
			const outcome = evictForOneMore(transaction, { maxPayments, ...progress }, wallMs);
			if (outcome === 'more') return evictionNeeded;
			if (outcome === 'full') return { full: 'payments' };
		}
		const current = stored
			? { record, scope, now }
			: workspaceNow(context.create(transaction, workspace), now);
		addPayment(transaction, current, facts, created);
		publish(transaction, changeOf(null, created.payment, current));
		return { result };
	}

	return {
		create<R>(
			workspace: string,
			names: PaymentNames,
			decide: (facts: CreationFacts) => CreationDecision<R>,
		) {
			const needs = needsOf(workspace, (scope) => [
				storeKeys.record(defaultWorkspace),
				storeKeys.totals,
				scope.counts,
				...(names.reference === null ? [] : [scope.reference(names.reference)]),
				...(names.idempotencyKey === null ? [] : [scope.answer(names.idempotencyKey)]),
			]);
			const attempt = (progress?: EvictionProgress): Awaitable<CreateAnswer<R>> => {
				const run = (transaction: Transaction) =>
					create(transaction, { workspace, names, decide }, progress);
				return andThen(writeCreating(workspace, run, needs), (done) => {
					if (done === workspacesFull) return { full: 'workspaces' };
					if (done === evictionNeeded) return housekeeping.prepareEviction().then(attempt);
					return done;
				});
			};
			return attempt();
		},
		transact(workspace, sessionId, decide) {
			return write(
				workspace,
				(transaction) => {
					const record = transaction.get(storeKeys.record(workspace));
					if (!record) return null;
					const scope = generationKeysOf(record);
					const stored = transaction.get(scope.payment(sessionId));
					if (!stored) return null;
					const wallMs = wallNow();
					const { payment, result } = decide(stored.payment, record);
					if (payment !== undefined && payment !== stored.payment) {
						const laterMs = wallNow();
						const now = nowIn(record, laterMs);
						if (payment.timeline !== stored.payment.timeline) {
							const nextAt = nextChangeAt(stored.payment, nowIn(record, wallMs));
							const validMs = wallMsUntil(record.clock, nextAt, laterMs);
							if (validMs !== null) transaction.validFor(validMs);
						}
						replacePayment(transaction, { record, scope, now }, stored, payment);
						publish(transaction, changeOf(stored.payment, payment, { record, now }));
					}
					return result;
				},
				needsOf(workspace, (scope) => [scope.payment(sessionId)]),
			);
		},
		read: (workspace, id) =>
			read(
				workspace,
				(transaction) => {
					const record = transaction.get(storeKeys.record(workspace));
					if (!record) return null;
					const scope = generationKeysOf(record);
					const bySession = transaction.get(scope.payment(id));
					const session = bySession ? undefined : transaction.get(scope.session(id));
					const stored =
						session === undefined ? bySession : transaction.get(scope.payment(session));
					return stored ? { payment: stored.payment, record } : null;
				},
				needsOf(workspace, (scope) => [scope.payment(id), scope.session(id)]),
			),
		async list(workspace, filter) {
			let slice = await read(workspace, (transaction) =>
				firstSlice(transaction, workspace, filter),
			);
			while (slice?.rest) {
				const { rest } = slice;
				await yieldToCalls();
				slice = await context.backend.read((transaction) => readSlice(transaction, rest, filter));
			}
			return slice?.found ?? null;
		},
		async scan(workspace, visit) {
			const { deadlines, read: readApart } = context.backend;
			type Step = (transaction: Transaction, filter: PaymentFilter) => ListSlice | null;
			const readAndVisit = async (step: Step) => {
				// Redis runs a transaction function again when it needs more values: visit the payments of the last run only.
				const { slice, seen } = await deadlines.run(() =>
					readApart((transaction) => {
						const seen: [Payment, WorkspaceRecord][] = [];
						const accepts = (payment: Payment, record: WorkspaceRecord) => {
							seen.push([payment, record]);
							return false;
						};
						return { slice: step(transaction, { ...wholeList, accepts }), seen };
					}),
				);
				for (const [payment, record] of seen) visit(payment, record);
				return slice;
			};
			let slice = await readAndVisit((transaction, filter) =>
				firstSlice(transaction, workspace, filter),
			);
			while (slice?.rest) {
				const { rest } = slice;
				await yieldToCalls();
				slice = await readAndVisit((transaction, filter) => readSlice(transaction, rest, filter));
			}
			return slice?.isWhole ?? false;
		},
	};
}

const wholeList = { reference: null, limit: Number.MAX_SAFE_INTEGER, after: null };

function changeOf(
	before: Payment | null,
	after: Payment,
	{ record, now }: Pick<WorkspaceNow, 'record' | 'now'>,
): StoreChange {
	return { kind: 'payment', before, after, record, now };
}

function workspaceNow(record: WorkspaceRecord, now: number): WorkspaceNow {
	return { record, scope: generationKeysOf(record), now };
}

const pageSize = 100;
/** How many pages one transaction reads: 200 payments of a file store take about 5 ms. */
const pagesAtOnce = 2;

/** A list of payments that is read partly. */
interface Listing {
	/** The record when the list began: all payments are judged at the same time. */
	record: WorkspaceRecord;
	/** The group of the reference in the index of references; null without a reference. */
	group: number | null;
	/** Payments with this order or a higher one have been read. */
	below: number;
	found: readonly Payment[];
}

interface ListSlice {
	found: Payment[];
	/** What is left to read; null at the end of the list. */
	rest: Listing | null;
	/** Whether the list is complete: false if the workspace was reset or removed since it began. */
	isWhole: boolean;
}

/** Begins a list. Returns null if the payment of the cursor is not stored. */
function firstSlice(
	transaction: Transaction,
	workspace: string,
	filter: PaymentFilter,
): ListSlice | null {
	const { reference, after } = filter;
	const record = transaction.get(storeKeys.record(workspace));
	if (!record) return after === null ? noPayments : null;
	const scope = generationKeysOf(record);
	const cursor = after === null ? null : transaction.get(scope.payment(after));
	if (cursor === undefined) return null;
	const count = reference === null ? null : transaction.get(scope.reference(reference));
	if (count === undefined) return noPayments;
	const below = cursor?.order ?? Number.MAX_SAFE_INTEGER;
	return readSlice(transaction, { record, group: count?.group ?? null, below, found: [] }, filter);
}

const noPayments: ListSlice = { found: [], rest: null, isWhole: true };

function readSlice(
	transaction: Transaction,
	listing: Listing,
	{ accepts, limit }: PaymentFilter,
): ListSlice {
	const { record, group } = listing;
	const { generation } = transaction.get(storeKeys.record(record.name)) ?? {};
	if (generation !== record.generation) return { ...noPayments, isWhole: false };
	const scope = generationKeysOf(record);
	const found = [...listing.found];
	let { below } = listing;
	for (let pages = 0; pages < pagesAtOnce; pages += 1) {
		const range = rangeBelow(scope, group, below);
		const entries = transaction.entries({ ...range, limit: pageSize, isReverse: true });
		const page = transaction.getAll(entries.map(({ id }) => scope.payment(id)));
		for (const stored of page) {
			if (found.length === limit) return { found, rest: null, isWhole: true };
			if (stored && accepts(stored.payment, record)) found.push(stored.payment);
		}
		const oldest = entries.at(-1);
		if (!oldest || entries.length < pageSize) return { found, rest: null, isWhole: true };
		below = group === null ? oldest.at : oldest.rank;
	}
	return { found, rest: { record, group, below, found }, isWhole: true };
}

/** The range of the payments that are older than a given order. */
function rangeBelow(scope: GenerationKeys, group: number | null, below: number): IndexRange {
	return group === null
		? { index: scope.age, to: { at: below - 1 } }
		: { index: scope.references, from: { at: group }, to: { at: group, rank: below - 1 } };
}
