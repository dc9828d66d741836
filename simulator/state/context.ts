/** The code that all methods of a store share: it runs transactions, and finds or creates workspaces. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import { andThen } from '../runtime/awaitable.ts';
import type { StoreOrigin, WorkspaceRecord } from '../workspaces/record.ts';
import type { Key, KeysToLoad, Transaction, TransactionFunction } from './backend.ts';
import { CommitUncertain } from './backend.ts';
import type { Housekeeping } from './housekeeping.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { GenerationKeys } from './records.ts';
import { generationKeysOf, readWorkspaceIndex, storeKeys } from './records.ts';
import type { StoreChange } from './store.ts';
import type { SweeperOptions } from './sweeper.ts';
import type { Watchers } from './watchers.ts';
import { beginWorkspace, firstBeginning, presentRecord } from './workspaces.ts';

export interface ContextOptions extends SweeperOptions {
	origin: StoreOrigin;
	wallNow(): number;
}

/**
 * Returned instead of a result when `limits.maxWorkspaces` is reached. The caller then expires idle workspaces and
 * tries once more.
 */
export const workspacesFull = Symbol('workspaces full');
export type OrWorkspacesFull<R> = R | typeof workspacesFull;

export interface Context extends ContextOptions {
	housekeeping: Housekeeping;
	/** Publishes a change when its transaction is stored. */
	publish(transaction: Transaction, change: StoreChange): void;
	/**
	 * Returns the keys that a call in this workspace will certainly read, to load them at once. `more` adds keys if the
	 * workspace record is in the cache.
	 */
	needsOf(workspace: string, more?: (scope: GenerationKeys) => Key<unknown>[]): KeysToLoad;
	/**
	 * Runs a transaction that changes nothing. `read`, `write` and `writeCreating` count as a use of the workspace, and
	 * first delete it if it was idle for too long.
	 */
	read<R>(workspace: string, run: TransactionFunction<R>, needs?: KeysToLoad): Awaitable<R>;
	write<R>(workspace: string, run: TransactionFunction<R>, needs?: KeysToLoad): Awaitable<R>;
	/**
	 * Runs a transaction that may create the workspace. After `workspacesFull`, it expires idle workspaces and runs the
	 * function again.
	 */
	writeCreating<R>(
		workspace: string,
		run: TransactionFunction<OrWorkspacesFull<R>>,
		needs?: KeysToLoad,
	): Awaitable<OrWorkspacesFull<R>>;
	/** Returns the record of a workspace. If it does not exist, returns the record that it would be created with. */
	workspaceRecordOf(transaction: Transaction, workspace: string): WorkspaceRecord;
	/** Returns the record of a workspace, and creates the workspace if it does not exist. */
	open(transaction: Transaction, workspace: string): OrWorkspacesFull<WorkspaceRecord>;
	/** Creates a workspace that does not exist, with the record that `workspaceRecordOf` returned for it. */
	create(transaction: Transaction, workspace: string): WorkspaceRecord;
	fitsOneMoreWorkspace(transaction: Transaction): boolean;
	/** Returns the settings that apply to the whole server. */
	serverSettings(transaction: Transaction): Settings;
}

export function createContext(options: ContextOptions, watchers: Watchers): Context {
	const { backend, origin, wallNow } = options;
	const housekeeping = createHousekeeping({ ...options, watchers });

	const needsOf: Context['needsOf'] = (workspace, more) => () => {
		const key = storeKeys.record(workspace);
		const known = backend.lastRead(key);
		if (known) return [key, ...(more?.(generationKeysOf(known)) ?? [])];
		return [key, storeKeys.workspaceIndex, storeKeys.ended(workspace)];
	};
	const workspaceRecordOf: Context['workspaceRecordOf'] = (transaction, name) =>
		presentRecord(transaction, origin, name);
	const serverSettings: Context['serverSettings'] = (transaction) =>
		workspaceRecordOf(transaction, defaultWorkspace).settings.inForce;
	const fitsOneMoreWorkspace: Context['fitsOneMoreWorkspace'] = (transaction) =>
		readWorkspaceIndex(transaction).count < serverSettings(transaction).limits.maxWorkspaces;
	const create: Context['create'] = (transaction, name) => {
		const wallMs = wallNow();
		return beginWorkspace(transaction, firstBeginning(origin, name, wallMs), wallMs);
	};

	/** Runs a transaction. The observers get an `uncertain` change if it may be stored without their knowing. */
	const commit: Context['write'] = (workspace, run, needs) => {
		const done = backend.write(run, needs);
		if (!(done instanceof Promise)) return done;
		return done.catch((failure: unknown) => {
			if (failure instanceof CommitUncertain) watchers.publish({ kind: 'uncertain', workspace });
			throw failure;
		});
	};
	const write: Context['write'] = (workspace, run, needs = needsOf(workspace)) => {
		return housekeeping.use(workspace, () => commit(workspace, run, needs), 'write');
	};

	return {
		...options,
		housekeeping,
		publish: (transaction, change) => transaction.afterCommit(() => watchers.publish(change)),
		needsOf,
		workspaceRecordOf,
		serverSettings,
		fitsOneMoreWorkspace,
		create,
		read(workspace, run, needs = needsOf(workspace)) {
			return housekeeping.use(workspace, () => backend.read(run, needs), 'read');
		},
		write,
		writeCreating(workspace, run, needs = needsOf(workspace)) {
			const runAgain = () => commit(workspace, run, needs);
			return andThen(write(workspace, run, needs), (done) =>
				done === workspacesFull ? housekeeping.expireAllIdle().then(runAgain) : done,
			);
		},
		open: (transaction, workspace) =>
			transaction.get(storeKeys.record(workspace)) ??
			(fitsOneMoreWorkspace(transaction) ? create(transaction, workspace) : workspacesFull),
	};
}
