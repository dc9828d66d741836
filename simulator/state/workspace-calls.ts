/** The methods of a store that are about workspaces. */
import { defaultWorkspace } from '../contract/routes.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { advanceClock, readClock } from '../workspaces/clock.ts';
import type { Genesis, WorkspaceRecord } from '../workspaces/record.ts';
import type { IndexRange, Transaction } from './backend.ts';
import type { Context, OrFull } from './context.ts';
import { workspacesFull } from './context.ts';
import type { Scope } from './records.ts';
import { countsOf, indexes, indexOfDue, scopeOf, storeKeys, totalsOf } from './records.ts';
import type { Advanced, CreateWorkspaceResult, DueTransition, Store } from './store.ts';
import { beginWorkspace, changeUncreatedSecrets, endWorkspace, entriesOf } from './workspaces.ts';

type WorkspaceMethods = Omit<
	Store,
	'kind' | 'create' | 'transact' | 'read' | 'list' | 'watch' | 'asCall' | 'close'
>;

/** The most workspaces whose calls without a payment are counted. Beyond it, the least recently used counts restart at 0. */
const mostCounted = 10_000;

export function workspaceCalls(context: Context): WorkspaceMethods {
	const { backend, origin, needsOf, read, write, writeCreating, workspaceRecordOf, wallNow } =
		context;
	const { housekeeping, watchers } = context;
	/** Counts of calls without a payment, by the secret of the workspace, which changes with a reset. */
	const strayCalls = createLruCache<number>(mostCounted);

	const recordNow = (workspace: string) =>
		read(workspace, (transaction) => workspaceRecordOf(transaction, workspace));
	const beginAgain = (
		transaction: Transaction,
		name: string,
		{ genesis, createdMs }: { genesis: Genesis; createdMs?: number },
	) => {
		const wallMs = wallNow();
		const times = { clockFromMs: wallMs, createdMs: createdMs ?? wallMs };
		beginWorkspace(transaction, { origin, name, genesis, ...times }, wallMs);
	};

	return {
		workspaceRecord: recordNow,
		async changeWorkspace(workspace, update) {
			const done = await writeCreating(workspace, (transaction) => {
				const { record: changed, result } = update(workspaceRecordOf(transaction, workspace));
				if (!changed) return { isChanged: false, isReviewNeeded: false, result };
				const before = context.open(transaction, workspace);
				if (before === workspacesFull) return workspacesFull;
				const { generation, position, createdMs } = before;
				const after = { ...changed, generation, position, createdMs };
				transaction.put(storeKeys.record(workspace), after);
				const isReviewNeeded = maxAttemptsOf(before) !== maxAttemptsOf(after);
				if (isReviewNeeded) transaction.put(scopeOf(after).reviewFrom, 0);
				return { isChanged: true, isReviewNeeded, result };
			});
			if (done === workspacesFull) return null;
			if (done.isChanged) watchers.wake(workspace);
			if (done.isReviewNeeded) await housekeeping.indexFinal(workspace);
			return done.result;
		},
		async strayCall(workspace) {
			const record = await recordNow(workspace);
			const ordinal = strayCalls.get(record.secret) ?? 0;
			strayCalls.put(record.secret, ordinal + 1);
			return { record, ordinal };
		},
		async advance(workspace, byMs, limit) {
			const wallMs = wallNow();
			const advanced = await writeCreating(workspace, (transaction) => {
				const record = context.open(transaction, workspace);
				return record === workspacesFull
					? record
					: advance(transaction, record, { byMs, limit, wallMs });
			});
			if (advanced === workspacesFull) return null;
			watchers.wake(workspace);
			return advanced;
		},
		counts: async () =>
			await backend.read(
				(transaction) => {
					const { live, evicted, expired } = totalsOf(transaction);
					return { live, evicted, expired };
				},
				() => [storeKeys.totals],
			),
		async reset(name) {
			const isThere = await write(name, (transaction) => {
				const record = transaction.get(storeKeys.record(name));
				if (record) beginAgain(transaction, name, record);
				else changeUncreatedSecrets(transaction);
				return record !== undefined;
			});
			if (isThere) housekeeping.emptied(name);
		},
		async workspaces() {
			await housekeeping.expireAllIdle();
			return backend.read((transaction) => {
				const range = { index: indexes.workspaces, limit: Number.MAX_SAFE_INTEGER };
				const names = transaction.entries(range).map(({ id }) => id);
				return entriesOf(transaction, names);
			});
		},
		async workspace(name) {
			await housekeeping.expireIdle(name);
			return backend.read(
				(transaction) => entriesOf(transaction, [name])[0] ?? null,
				needsOf(name, ({ counts }) => [counts, storeKeys.usedMs(name)]),
			);
		},
		async createWorkspace(name, genesis) {
			const result = await writeCreating(name, (transaction): OrFull<CreateWorkspaceResult> => {
				const record = transaction.get(storeKeys.record(name));
				if (!record && !context.hasRoom(transaction)) return workspacesFull;
				if (record && countsOf(transaction, scopeOf(record)).live > 0) return 'in_use';
				if (!record) changeUncreatedSecrets(transaction);
				beginAgain(transaction, name, { genesis });
				return record ? 'recreated' : 'created';
			});
			if (result === 'recreated') housekeeping.emptied(name);
			return result === workspacesFull ? 'full' : result;
		},
		async removeWorkspace(name) {
			await housekeeping.expireIdle(name);
			const removed = await backend.write((transaction) => {
				const record = transaction.get(storeKeys.record(name));
				return record && name !== defaultWorkspace ? endWorkspace(transaction, record) : null;
			}, needsOf(name));
			if (removed !== null) housekeeping.emptied(name);
			return removed;
		},
	};
}

const maxAttemptsOf = ({ settings }: WorkspaceRecord) => settings.inForce.cashier.maxAttempts;

interface Advance {
	byMs: number;
	limit: number;
	/** Read before the transaction, so that every run of the transaction reads the same range of due entries. */
	wallMs: number;
}

function advance(
	transaction: Transaction,
	record: WorkspaceRecord,
	{ byMs, limit, wallMs }: Advance,
): Advanced {
	const scope = scopeOf(record);
	const before = readClock(record.clock, wallMs);
	const clock = advanceClock(record.clock, byMs, wallMs);
	const now = readClock(clock, wallMs);
	transaction.put(storeKeys.record(record.name), { ...record, clock });
	transaction.get(scope.dueMark);
	const span = { index: scope.due, from: { at: before + 1 }, to: { at: now } };
	const total = transaction.count(span);
	const transitions = total === 0 ? [] : firstDue(transaction, scope, span, limit);
	return { now, total, transitions };
}

function firstDue(
	transaction: Transaction,
	scope: Scope,
	span: IndexRange,
	limit: number,
): DueTransition[] {
	const entries = transaction.entries({ ...span, limit });
	const found = transaction.getAll(entries.map(({ id }) => scope.payment(id)));
	return entries.flatMap((entry, position) => {
		const payment = found[position]?.payment;
		return payment ? [{ payment, index: indexOfDue(entry), at: entry.at }] : [];
	});
}
