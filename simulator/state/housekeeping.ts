/** Maintenance in separate transactions: it expires idle workspaces, and prepares eviction in a full store. */
import { toMs } from '../contract/duration.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { createLruCache } from '../runtime/lru-cache.ts';
import { shareConcurrentRuns } from '../runtime/shared-runs.ts';
import { yieldToCalls } from '../runtime/work-scheduler.ts';
import type { StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import { nowIn } from '../workspaces/record.ts';
import type { IndexRange, Transaction } from './backend.ts';
import { DamagedValue, StoreUnavailable } from './backend.ts';
import type { EvictionProgress } from './eviction.ts';
import {
	dropDiscardedEntries,
	evict,
	excessWithOneMore,
	indexFinalPayments,
	maxEvictedPerRun,
	maxIndexedPerRun,
	maxPaymentsPerTransaction,
} from './eviction.ts';
import { indexes, pendingAfterNow, pendingUntilNow, readRecords, storeKeys } from './records.ts';
import type { SweeperOptions } from './sweeper.ts';
import { createSweeper } from './sweeper.ts';
import type { Watchers } from './watchers.ts';
import { expireIfIdle, loadToExpire, noteUse, presentRecord } from './workspaces.ts';

/**
 * The shortest time between two writes of a workspace's last use, in milliseconds. Times to live are minutes and hours.
 */
export const noteUseEveryMs = 1_000;
const maxNotes = 1_000;
/** How many workspaces one transaction reads: calls wait for it for about as long as for a page of a list. */
const workspacesPerRead = 200;
/** The most workspaces that one transaction expires. */
const workspacesPerWrite = 50;

interface HousekeepingOptions extends SweeperOptions {
	origin: StoreOrigin;
	wallNow(): number;
	watchers: Watchers;
}

export type Housekeeping = ReturnType<typeof createHousekeeping>;

export function createHousekeeping({ watchers, ...options }: HousekeepingOptions) {
	const { backend, wallNow, sleep, origin } = options;
	const sweeper = createSweeper({ backend, sleep });
	const notedMs = createLruCache<number>(maxNotes);
	/** The latest use of each workspace whose last use could not be stored, because the store did not take it. */
	const unstoredMs = createLruCache<number>(maxNotes);
	let latestUseMs: number | null = null;
	const rootKey = storeKeys.record(defaultWorkspace);
	const { deadlines } = backend;
	/** By workspace, the transactions that note a use: further calls wait for them, so that no call overtakes another. */
	const noting = new Map<string, Promise<void>>();

	const namesIn = async (index: string, to?: { at: number }) =>
		await backend.read((transaction) => {
			const range = { index, limit: Number.MAX_SAFE_INTEGER, ...(to && { to }) };
			return transaction.entries(range).map(({ id }) => id);
		});
	/**
	 * Runs a function for these workspaces in one transaction. If a value is damaged, it runs for each half of them, so that
	 * only the workspaces with damaged values are left out.
	 */
	const leavingOutDamaged = async (
		names: readonly string[],
		run: (some: readonly string[]) => Awaitable<void>,
	): Promise<void> => {
		try {
			await run(names);
		} catch (failure) {
			if (!(failure instanceof DamagedValue)) throw failure;
			if (names.length === 1) return;
			const half = names.length >> 1;
			await leavingOutDamaged(names.slice(0, half), run);
			await leavingOutDamaged(names.slice(half), run);
		}
	};
	/** Runs a function for some names at a time. After each step, the event loop serves the calls that arrived. */
	const inSteps = async (
		names: readonly string[],
		perStep: number,
		run: (some: readonly string[]) => Awaitable<void>,
	) => {
		for (let from = 0; from < names.length; from += perStep) {
			await leavingOutDamaged(names.slice(from, from + perStep), run);
			await yieldToCalls();
		}
	};
	/** Returns those of the workspaces that have entries in this range. */
	const withEntries = async (
		names: readonly string[],
		rangeOf: (record: WorkspaceRecord) => IndexRange,
	) => {
		const found = new Set<string>();
		await inSteps(names, workspacesPerRead, async (some) => {
			const chosen = await backend.read(
				(transaction) => {
					const records = readRecords(transaction, some);
					const ranges = records.map((record) => ({ ...rangeOf(record), limit: 1 }));
					const entries = transaction.entriesOfAll(ranges);
					return records.filter((_, index) => entries[index]?.length !== 0);
				},
				() => some.map(storeKeys.record),
			);
			for (const { name } of chosen) found.add(name);
		});
		return found;
	};
	const serverSettings = async () =>
		(await backend.read((transaction) => transaction.get(rootKey)))?.settings.inForce;
	/**
	 * Calls the listeners of a workspace that this transaction has ended, and wakes the sweeper, when the transaction is
	 * stored.
	 */
	const publishEmptied = (
		transaction: Transaction,
		before: WorkspaceRecord,
		hasExpired = false,
	) => {
		const { name: workspace, secret } = before;
		const record = presentRecord(transaction, origin, workspace);
		transaction.afterCommit(() => {
			const wallMs = wallNow();
			const [now, endedAt] = [nowIn(record, wallMs), nowIn(before, wallMs)];
			const change = { workspace, secret, record, now, endedAt, hasExpired };
			watchers.publish({ kind: 'emptied', ...change });
			sweeper.wake();
		});
	};
	/** Returns whether the workspace has expired. */
	const expire = (transaction: Transaction, name: string, wallMs: number): boolean => {
		if (watchers.isHeld(name)) return false;
		const times = { wallMs, unstoredMs: unstoredMs.get(name) ?? 0 };
		const expired = expireIfIdle(transaction, name, times);
		if (expired) publishEmptied(transaction, expired, true);
		return expired !== null;
	};
	const touchOrExpire = async (name: string, isUse: boolean) => {
		const wallMs = wallNow();
		const run = (transaction: Transaction) => {
			const hasExpired = expire(transaction, name, wallMs);
			if (!hasExpired && isUse && transaction.get(storeKeys.record(name))) {
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
	/** If the store can be read but not written, calls still read it, and workspaces do not expire. */
	const ifWritable = async (work: Promise<void>) => {
		try {
			await work;
		} catch (failure) {
			if (!(failure instanceof StoreUnavailable)) throw failure;
		}
	};
	/** Notes the use of a workspace or expires it. */
	const touchOrExpireIfWritable = (name: string, isUse: boolean) =>
		ifWritable(touchOrExpire(name, isUse));
	/**
	 * How long a stored last use needs no update, in milliseconds. It is short enough that a used workspace never expires
	 * before the next update.
	 */
	const noteHoldsMs = () => {
		const root = backend.lastRead(rootKey);
		return root ? Math.min(noteUseEveryMs, toMs(root.settings.inForce.workspaces.ttl) / 4) : 0;
	};
	/** Expires the workspaces that are idle. It first reads which of them may expire: there can be many that may not. */
	const expireAll = async () => {
		const server = await serverSettings();
		if (!server) return;
		const wallMs = wallNow();
		const at = wallMs - toMs(server.workspaces.ttl) - 1;
		const idle = (await namesIn(indexes.used, { at })).filter(
			(name) => name !== defaultWorkspace && !watchers.isHeld(name),
		);
		const inProgress = await withEntries(idle, (record) => pendingAfterNow(record, wallMs));
		const mayExpire = idle.filter((name) => !inProgress.has(name));
		const expireSome = (some: readonly string[]) =>
			backend.write(
				(transaction) => {
					loadToExpire(transaction, some, wallMs);
					for (const name of some) expire(transaction, name, wallMs);
				},
				() => [
					rootKey,
					storeKeys.workspaceIndex,
					storeKeys.totals,
					...some.flatMap((name) => [storeKeys.record(name), storeKeys.usedMs(name)]),
				],
			);
		await ifWritable(inSteps(mayExpire, workspacesPerWrite, expireSome));
	};
	/**
	 * Moves payments that are final now to their index in steps, at most `maxIndexedPerRun`. Returns whether it moved
	 * all.
	 */
	const indexFinal = async (wallMs: number): Promise<boolean> => {
		const names = await namesIn(indexes.workspaces);
		let left = [...(await withEntries(names, (record) => pendingUntilNow(record, wallMs)))];
		let count = 0;
		while (left.length > 0 && count < maxIndexedPerRun) {
			const some = left.slice(0, maxPaymentsPerTransaction);
			const more: string[] = [];
			await leavingOutDamaged(some, async (names) => {
				const done = await backend.write(
					(transaction) => indexFinalPayments(transaction, names, wallMs),
					() => names.map(storeKeys.record),
				);
				count += done.moved;
				more.push(...done.more);
			});
			left = [...left.slice(some.length), ...more];
			await yieldToCalls();
		}
		return left.length === 0;
	};
	const prepare = async (): Promise<EvictionProgress> => {
		const wallMs = wallNow();
		const areFinalIndexed = await indexFinal(wallMs);
		const maxPayments = (await serverSettings())?.limits.maxPayments ?? Number.POSITIVE_INFINITY;
		/** Returns how many payments it evicted; undefined if there is no more to do. */
		const evictSome = (transaction: Transaction): number | undefined => {
			const excess = excessWithOneMore(transaction, maxPayments);
			if (excess > 0 && dropDiscardedEntries(transaction)) return 0;
			if (excess <= maxPaymentsPerTransaction) return undefined;
			const most = maxPaymentsPerTransaction;
			const wanted = { excess: most, maxFinal: most, areFinalIndexed };
			const { evicted, isExhausted } = evict(transaction, wanted, wallMs);
			return evicted === 0 && isExhausted ? undefined : evicted;
		};
		let count = 0;
		while (count < maxEvictedPerRun) {
			const evicted = await backend.write(evictSome, () => [storeKeys.totals]);
			if (evicted === undefined) break;
			count += evicted;
			await yieldToCalls();
		}
		return { areFinalIndexed, hasReachedLimit: count >= maxEvictedPerRun };
	};

	/**
	 * Concurrent calls share runs of this work. A run goes on when a call's time for the store is used up, so that a
	 * later call finds less to do.
	 */
	const shared = <R>(work: () => Promise<R>) => {
		const run = shareConcurrentRuns(() => deadlines.runApart(work));
		return (): Promise<R> => deadlines.wait(run(''));
	};

	// Wake the sweeper: the previous process may not have removed everything.
	sweeper.wake();
	return {
		/** Runs a call that uses a workspace. If the workspace was idle for too long, it expires first. */
		use<R>(workspace: string, call: () => Awaitable<R>, kind: 'read' | 'write'): Awaitable<R> {
			const wallMs = wallNow();
			latestUseMs = wallMs;
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
		expireAllIdle: shared(expireAll),
		publishEmptied,
		/** Until when this process used the store, a second for the last call included; null if no call used it. */
		lastUseMs: () =>
			latestUseMs === null ? null : Math.min(wallNow(), latestUseMs + noteUseEveryMs),
		close: sweeper.close,
		/**
		 * Evicts payments of a full store: indexes payments that are final now, then evicts in steps until the rest fits in
		 * one transaction. A run has limits: the next creations start further ones.
		 */
		prepareEviction: shared(prepare),
	};
}
