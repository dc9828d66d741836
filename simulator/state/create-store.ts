/** Creates a store over a storage backend. Memory, file and Redis have the same rules. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { StartValues } from '../workspaces/record.ts';
import { createOrigin } from '../workspaces/record.ts';
import { StoreUnavailable } from './backend.ts';
import type { Context, ContextOptions } from './context.ts';
import { createContext } from './context.ts';
import { noteUseEveryMs } from './housekeeping.ts';
import { paymentCalls } from './payment-calls.ts';
import { indexes, readWorkspaceIndex, schemaVersion, storeKeys } from './records.ts';
import type { Store } from './store.ts';
import type { StoreClock } from './store-clock.ts';
import { createWatchers } from './watchers.ts';
import { workspaceCalls } from './workspace-calls.ts';
import { beginWorkspace, firstBeginning, initialise } from './workspaces.ts';

export interface OpenOptions extends Omit<ContextOptions, 'origin' | 'wallNow'> {
	kind: string;
	/** The start values of the workspace `default`, if the store is empty. */
	startValues: StartValues;
	/** The clock of the backend, if it has one. */
	clock: StoreClock;
}

export interface OpenedStore {
	store: Store;
	/** The start values that the store was created with. */
	startValues: StartValues;
	isNew: boolean;
	/** The generation that the next workspace gets: older ones existed before this process opened the store. */
	firstGeneration: number;
	/** The current settings of the whole server. */
	server: Settings;
	/** The wall clock of this store. */
	wallNow(): number;
}

export class OtherSchemaError extends Error {
	constructor(found: number) {
		super(`it was written with schema ${found}, and this version reads schema ${schemaVersion}`);
	}
}

/** Opens the store of a backend: initialises an empty one, and leaves an existing one unchanged. */
export async function openStoreOver(options: OpenOptions): Promise<OpenedStore> {
	const { backend, clock } = options;
	const rootKey = storeKeys.record(defaultWorkspace);
	const { origin, root, isNew, notedMs, lastUseMs, firstGeneration } = await backend.write(
		(transaction) => {
			const schema = transaction.get(storeKeys.schema);
			if (schema !== undefined && schema !== schemaVersion) throw new OtherSchemaError(schema);
			const [root, origin] = [transaction.get(rootKey), transaction.get(storeKeys.origin)];
			const [latest] = transaction.entries({ index: indexes.used, limit: 1, isReverse: true });
			const notedMs = latest?.at ?? 0;
			const lastUseMs = transaction.get(storeKeys.lastUseMs) ?? 0;
			const firstGeneration = readWorkspaceIndex(transaction).begun;
			const found = { notedMs, lastUseMs, firstGeneration };
			if (root && origin) return { origin, root, isNew: false, ...found };
			const wallMs = clock.now();
			const known = origin ?? createOrigin(wallMs, options.startValues);
			if (!origin) initialise(transaction, known);
			const beginning = firstBeginning(known, defaultWorkspace, wallMs);
			const first = beginWorkspace(transaction, beginning, wallMs);
			return { origin: known, root: first, isNew: !origin, ...found };
		},
		() => [storeKeys.schema, storeKeys.origin, rootKey, storeKeys.workspaceIndex],
	);
	const { startValues } = origin;
	// No payment may return to an earlier state: the machine's clock may have been set back since the last use. Over Redis
	// a smaller difference is that of the clocks of two instances: with the margin, each start would be ahead of the others.
	const isSetBack = clock.now() < notedMs - noteUseEveryMs;
	// The store may have been used after the last noted use. A file that was closed says until when.
	const isUnnoted = options.kind === 'file' ? lastUseMs <= notedMs : isSetBack;
	clock.beginAt(Math.max(lastUseMs, notedMs + (isUnnoted ? noteUseEveryMs : 0)));
	const wallNow = clock.now;
	const store = createStore({ ...options, wallNow, origin });
	const server = root.settings.inForce;
	return { store, startValues, isNew, firstGeneration, server, wallNow };
}

/** A full disk prevents this note. The next start then takes the file for one whose process was killed. */
async function noteLastUse({ backend, housekeeping }: Context): Promise<void> {
	const lastUseMs = housekeeping.lastUseMs();
	if (lastUseMs === null) return;
	try {
		await backend.write((transaction) => transaction.put(storeKeys.lastUseMs, lastUseMs));
	} catch (failure) {
		if (!(failure instanceof StoreUnavailable)) throw failure;
	}
}

function createStore({ kind, ...options }: ContextOptions & { kind: string }): Store {
	const watchers = createWatchers();
	const context = createContext(options, watchers);
	return {
		kind,
		...paymentCalls(context),
		...workspaceCalls(context),
		watch: watchers.add,
		hold: watchers.hold,
		observe: watchers.observe,
		asCall: options.backend.deadlines.run,
		waitFor: options.backend.deadlines.wait,
		async close(untilMs) {
			watchers.clear();
			try {
				if (kind === 'file') await noteLastUse(context);
			} finally {
				// Together, because a step of housekeeping may wait for a Redis that does not respond.
				await Promise.all([context.housekeeping.close(), options.backend.close(untilMs)]);
			}
		},
	};
}
