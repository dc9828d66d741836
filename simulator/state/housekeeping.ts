/** Maintenance in separate transactions: it expires idle workspaces, and prepares eviction in a full store. */
import { toMs } from '../contract/duration.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { StartValues, StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { Transaction } from './backend.ts';
import { StoreUnavailable } from './backend.ts';
import {
	dropDiscardedEntries,
	evict,
	excessWithOneMore,
	indexFinalPayments,
	maxPaymentsPerTransaction,
} from './eviction.ts';
import { indexes, storeKeys } from './records.ts';
import type { SweeperOptions } from './sweeper.ts';
import { createSweeper } from './sweeper.ts';
import type { Watchers } from './watchers.ts';
import { expireIfIdle, noteUse, uncreatedRecord } from './workspaces.ts';

/**
 * The shortest time between two writes of a workspace's last use, in milliseconds. Times to live are minutes and hours.
 */
export const noteUseEveryMs = 1_000;
const maxNotes = 1_000;

interface HousekeepingOptions extends SweeperOptions {
	startValues: StartValues;
	origin: StoreOrigin;
	wallNow(): number;
	watchers: Watchers;
}

export type Housekeeping = ReturnType<typeof createHousekeeping>;

export function createHousekeeping({ watchers, ...options }: HousekeepingOptions) {
	const { backend, wallNow, sleep, origin, startValues } = options;
	const sweeper = createSweeper({ backend, sleep });
	const notedMs = createLruCache<number>(maxNotes);
	/** The latest use of each workspace whose last use could not be stored, because the store did not take it. */
	const unstoredMs = createLruCache<number>(maxNotes);
	const rootKey = storeKeys.record(defaultWorkspace);
	const { deadlines } = backend;
	/** By workspace, the transactions that note a use: further calls wait for them, so that no call overtakes another. */
	const noting = new Map<string, Promise<void>>();
	let preparation: Promise<void> | null = null;

	const namesIn = async (index: string, to?: { at: number }) =>
		await backend.read((transaction) => {
			const range = { index, limit: Number.MAX_SAFE_INTEGER, ...(to && { to }) };
			return transaction.entries(range).map(({ id }) => id);
		});
	const serverSettings = async () =>
		(await backend.read((transaction) => transaction.get(rootKey)))?.settings.inForce;
	/**
	 * Calls the listeners of a workspace that this transaction has ended, and wakes the sweeper, when the transaction is
	 * stored.
	 */
	const publishEmptied = (
		transaction: Transaction,
		{ name: workspace, secret }: WorkspaceRecord,
		hasExpired = false,
	) => {
		const record =
			transaction.get(storeKeys.record(workspace)) ??
			uncreatedRecord(transaction, { origin, name: workspace, startValues });
		transaction.afterCommit(() => {
			const now = nowIn(record, wallNow());
			watchers.publish({ kind: 'emptied', workspace, secret, record, now, hasExpired });
			sweeper.wake();
		});
	};
	const touchOrExpire = async (name: string, isUse: boolean) => {
		const wallMs = wallNow();
		const isHeld = watchers.isHeld(name);
		const times = { wallMs, unstoredMs: unstoredMs.get(name) ?? 0 };
		const run = (transaction: Transaction) => {
			const expired = isHeld ? null : expireIfIdle(transaction, name, times);
			if (expired) {
				publishEmptied(transaction, expired, true);
			} else if (isUse && transaction.get(storeKeys.record(name))) {
				noteUse(transaction, name, wallMs);
			}
		};
		const needs = () => [storeKeys.record(name), rootKey, storeKeys.usedMs(name)];
		try {
			await backend.write(run, needs);
		} catch (failure) {
			notedMs.take(name);
			if (isUse) unstoredMs.put(name, wallMs);
			throw failure;
		}
		if (isUse) unstoredMs.take(name);
	};
	/**
	 * Notes the use of a workspace or expires it. If the store can be read but not written, calls still read it, and
	 * workspaces do not expire.
	 */
	const touchOrExpireIfWritable = async (name: string, isUse: boolean) => {
		try {
			await touchOrExpire(name, isUse);
		} catch (failure) {
			if (!(failure instanceof StoreUnavailable)) throw failure;
		}
	};
	/**
	 * How long a stored last use needs no update, in milliseconds. It is short enough that a used workspace never expires
	 * before the next update.
	 */
	const noteHoldsMs = () => {
		const root = backend.lastRead(rootKey);
		return root ? Math.min(noteUseEveryMs, toMs(root.settings.inForce.workspaces.ttl) / 4) : 0;
	};
	/** Moves final payments to their index in steps. After each step, the event loop serves the calls that arrived. */
	const indexFinal = async (name: string) => {
		const wallMs = wallNow();
		const run = (transaction: Transaction) => indexFinalPayments(transaction, name, wallMs);
		for (let hasMore = true; hasMore; await yieldToCalls()) {
			hasMore = await backend.write(run, () => [storeKeys.record(name)]);
		}
	};
	const prepare = async () => {
		const wallMs = wallNow();
		for (const name of await namesIn(indexes.workspaces)) await indexFinal(name);
		const maxPayments = (await serverSettings())?.limits.maxPayments;
		if (maxPayments === undefined) return;
		const evictSome = (transaction: Transaction) => {
			const excess = excessWithOneMore(transaction, maxPayments);
			if (excess > 0 && dropDiscardedEntries(transaction)) return true;
			if (excess <= maxPaymentsPerTransaction) return false;
			const { gone, isExhausted } = evict(
				transaction,
				maxPaymentsPerTransaction,
				maxPaymentsPerTransaction,
				wallMs,
			);
			return gone > 0 || !isExhausted;
		};
		while (await backend.write(evictSome, () => [storeKeys.totals])) await yieldToCalls();
	};

	// Wake the sweeper: the previous process may not have removed everything.
	sweeper.wake();
	return {
		/** Runs a call that uses a workspace. If the workspace was idle for too long, it expires first. */
		use<R>(workspace: string, call: () => Awaitable<R>, kind: 'read' | 'write'): Awaitable<R> {
			const wallMs = wallNow();
			const before = notedMs.get(workspace);
			if (before !== undefined && wallMs - before < noteHoldsMs()) {
				const earlier = noting.get(workspace);
				// If it failed, this call finds out by itself, in the time that it has left, whether the store responds.
				return earlier === undefined ? call() : deadlines.wait(earlier).then(call, call);
			}
			notedMs.put(workspace, wallMs);
			const touching = kind === 'read' ? touchOrExpireIfWritable : touchOrExpire;
			const noted = touching(workspace, true).finally(() => {
				if (noting.get(workspace) === noted) noting.delete(workspace);
			});
			noting.set(workspace, noted);
			return noted.then(call);
		},
		/** Expires a workspace if it was idle, for calls that must not count as a use. */
		expireIdle: (workspace: string): Promise<void> => touchOrExpireIfWritable(workspace, false),
		async expireAllIdle(): Promise<void> {
			const server = await serverSettings();
			if (!server) return;
			const at = wallNow() - toMs(server.workspaces.ttl) - 1;
			for (const name of await namesIn(indexes.used, { at })) {
				await touchOrExpireIfWritable(name, false);
				await yieldToCalls();
			}
		},
		publishEmptied,
		close: sweeper.close,
		/**
		 * Evicts payments of a full store: indexes the payments that are final now, then evicts in steps until the rest fits in
		 * one transaction. Concurrent calls share one run.
		 */
		prepareEviction(): Promise<void> {
			preparation ??= deadlines.runApart(prepare).finally(() => {
				preparation = null;
			});
			return deadlines.wait(preparation);
		},
	};
}
