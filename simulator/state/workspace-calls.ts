/** The methods of the store that concern workspaces. */
import { defaultWorkspace } from '../contract/routes.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { advanceClock, readClock } from '../workspaces/clock.ts';
import type { StartValues, WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { IndexEntry, Transaction } from './backend.ts';
import type { Context, OrWorkspacesFull } from './context.ts';
import { workspacesFull } from './context.ts';
import type { GenerationKeys } from './records.ts';
import {
	generationKeysOf,
	indexes,
	readGenerationCounts,
	readStoreTotals,
	storeKeys,
	timelineIndexOfDue,
} from './records.ts';
import type {
	ClockAdvance,
	CreateWorkspaceResult,
	DuePage,
	DueTransition,
	Store,
	WorkspaceEntry,
} from './store.ts';
import { beginWorkspace, changeSecret, endWorkspace, readWorkspaceEntries } from './workspaces.ts';

type WorkspaceMethods = Omit<
	Store,
	| 'kind'
	| 'create'
	| 'transact'
	| 'read'
	| 'list'
	| 'scan'
	| 'watch'
	| 'hold'
	| 'observe'
	| 'asCall'
	| 'waitFor'
	| 'close'
>;

/**
 * The most workspaces whose calls without a payment are counted. Beyond it, the least recently used counts start again
 * at 0.
 */
const maxCounted = 10_000;

const nothingDue: DuePage = { transitions: [], next: null, nextAt: null };

export function workspaceCalls(context: Context): WorkspaceMethods {
	const { backend, origin, needsOf, read, write, writeCreating, workspaceRecordOf, wallNow } =
		context;
	const { housekeeping, publish } = context;
	/**
	 * How many calls without a payment each workspace had. The key is the secret of the workspace, which changes with a
	 * reset.
	 */
	const strayCalls = createLruCache<number>(maxCounted);

	const recordNow = (workspace: string) =>
		read(workspace, (transaction) => workspaceRecordOf(transaction, workspace));
	const beginAgain = (
		transaction: Transaction,
		name: string,
		{ startValues, createdMs }: { startValues: StartValues; createdMs?: number },
	) => {
		const wallMs = wallNow();
		const times = { clockFromMs: wallMs, createdMs: createdMs ?? wallMs };
		beginWorkspace(transaction, { origin, name, startValues, ...times }, wallMs);
	};

	return {
		workspaceRecord: recordNow,
		async changeWorkspace(workspace, update) {
			const done = await writeCreating(workspace, (transaction) => {
				const { record: changed, result } = update(workspaceRecordOf(transaction, workspace));
				if (!changed) return { result };
				const before = context.open(transaction, workspace);
				if (before === workspacesFull) return workspacesFull;
				const { generation, position, createdMs } = before;
				const after = { ...changed, generation, position, createdMs };
				transaction.put(storeKeys.record(workspace), after);
				publish(transaction, { kind: 'workspace', record: after, now: nowIn(after, wallNow()) });
				return { result };
			});
			return done === workspacesFull ? null : done.result;
		},
		async countCallWithoutPayment(workspace) {
			const record = await recordNow(workspace);
			const ordinal = strayCalls.get(record.secret) ?? 0;
			strayCalls.put(record.secret, ordinal + 1);
			return { record, ordinal };
		},
		async advance(workspace, byMs, limit) {
			const wallMs = wallNow();
			const advanced = await writeCreating(workspace, (transaction) => {
				const record = context.open(transaction, workspace);
				if (record === workspacesFull) return record;
				const { record: after, ...result } = advance(transaction, record, { byMs, limit, wallMs });
				publish(transaction, { kind: 'workspace', record: after, now: result.now });
				return result;
			});
			return advanced === workspacesFull ? null : advanced;
		},
		async due(record, { after, to, limit }) {
			const scope = generationKeysOf(record);
			const index = scope.due;
			const key = storeKeys.record(record.name);
			const readPage = (transaction: Transaction): DuePage | null => {
				const present = workspaceRecordOf(transaction, record.name);
				if (present.secret !== record.secret) return null;
				// The generation of a workspace that is not created may go to another one.
				if (transaction.get(key)?.generation !== record.generation) return nothingDue;
				const span = { index, from: { at: after.at, rank: after.rank + 1 }, to: { at: to } };
				const entries = transaction.entries({ ...span, limit });
				const last = entries.length === limit ? entries.at(-1) : undefined;
				const from = last ? { at: last.at, rank: last.rank + 1 } : { at: to + 1 };
				const [next] = transaction.entries({ index, from, limit: 1 });
				return {
					transitions: dueTransitions(transaction, scope, entries),
					next: last ? { at: last.at, rank: last.rank } : null,
					nextAt: next?.at ?? null,
				};
			};
			return backend.read(readPage, needsOf(record.name));
		},
		counts: async () =>
			await backend.read(
				(transaction) => {
					const { live, evicted, expired } = readStoreTotals(transaction);
					return { live, evicted, expired };
				},
				() => [storeKeys.totals],
			),
		incarnation: async () =>
			await backend.read(
				(transaction) => {
					const origin = transaction.get(storeKeys.origin);
					return origin
						? `${origin.startedMs} ${transaction.get(storeKeys.rebuiltMs) ?? ''}`
						: null;
				},
				() => [storeKeys.origin, storeKeys.rebuiltMs],
			),
		async reset(name) {
			await write(name, (transaction) => {
				const record = transaction.get(storeKeys.record(name));
				const before = workspaceRecordOf(transaction, name);
				if (record) beginAgain(transaction, name, record);
				else changeSecret(transaction, name, wallNow());
				housekeeping.publishEmptied(transaction, before);
			});
		},
		async workspaces() {
			await housekeeping.expireAllIdle();
			return backend.read((transaction) => {
				const range = { index: indexes.workspaces, limit: Number.MAX_SAFE_INTEGER };
				// A record that was deleted by hand, because it was damaged, leaves an entry beside that of the next one.
				const names = new Set(transaction.entries(range).map(({ id }) => id));
				return readWorkspaceEntries(transaction, [...names]);
			});
		},
		async workspace(name) {
			await housekeeping.expireIdle(name);
			return backend.read(
				(transaction) => readWorkspaceEntries(transaction, [name])[0] ?? null,
				needsOf(name, ({ counts }) => [counts, storeKeys.usedMs(name)]),
			);
		},
		async createWorkspace(name, startValues) {
			const result = await writeCreating(
				name,
				(transaction): OrWorkspacesFull<CreateWorkspaceResult> => {
					const record = transaction.get(storeKeys.record(name));
					if (!record && !context.fitsOneMoreWorkspace(transaction)) return workspacesFull;
					const isInUse =
						record && readGenerationCounts(transaction, generationKeysOf(record)).live > 0;
					const before = workspaceRecordOf(transaction, name);
					if (!record) changeSecret(transaction, name, wallNow());
					if (!isInUse) beginAgain(transaction, name, { startValues });
					if (!isInUse) housekeeping.publishEmptied(transaction, before);
					const outcome = !record ? 'created' : isInUse ? 'in_use' : 'recreated';
					const [entry] = readWorkspaceEntries(transaction, [name]) as [WorkspaceEntry];
					return { outcome, entry };
				},
			);
			return result === workspacesFull ? 'full' : result;
		},
		async removeWorkspace(name) {
			await housekeeping.expireIdle(name);
			return backend.write((transaction) => {
				const record = transaction.get(storeKeys.record(name));
				if (name === defaultWorkspace) return null;
				const before = workspaceRecordOf(transaction, name);
				const payments = record ? endWorkspace(transaction, record, wallNow()) : null;
				// Calls may have named it although it was never created: the next workspace of this name must not show them.
				if (!record) changeSecret(transaction, name, wallNow());
				housekeeping.publishEmptied(transaction, before);
				return payments;
			}, needsOf(name));
		},
	};
}

interface Advance {
	byMs: number;
	limit: number;
	/**
	 * The wall time is read before the transaction, so that every run of the transaction reads the same range of due
	 * entries.
	 */
	wallMs: number;
}

function advance(
	transaction: Transaction,
	record: WorkspaceRecord,
	{ byMs, limit, wallMs }: Advance,
): ClockAdvance & { record: WorkspaceRecord } {
	const scope = generationKeysOf(record);
	const before = readClock(record.clock, wallMs);
	const clock = advanceClock(record.clock, byMs, wallMs);
	const now = readClock(clock, wallMs);
	const after = { ...record, clock };
	transaction.put(storeKeys.record(record.name), after);
	transaction.get(scope.dueMark);
	const span = { index: scope.due, from: { at: before + 1 }, to: { at: now } };
	const total = transaction.count(span);
	const entries = total === 0 ? [] : transaction.entries({ ...span, limit });
	return { record: after, now, total, transitions: dueTransitions(transaction, scope, entries) };
}

/** Converts due entries to transitions. Entries whose payment is no longer stored are left out. */
function dueTransitions(
	transaction: Transaction,
	scope: GenerationKeys,
	entries: readonly IndexEntry[],
): DueTransition[] {
	const found = transaction.getAll(entries.map(({ id }) => scope.payment(id)));
	return entries.flatMap((entry, position) => {
		const payment = found[position]?.payment;
		return payment ? [{ payment, index: timelineIndexOfDue(entry), at: entry.at }] : [];
	});
}
