/** Creates a store over a storage backend: one set of rules for memory, file and Redis. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { Genesis } from '../workspaces/record.ts';
import { createOrigin } from '../workspaces/record.ts';
import type { ContextOptions } from './context.ts';
import { createContext } from './context.ts';
import { paymentCalls } from './payment-calls.ts';
import { keys, schemaVersion } from './records.ts';
import type { Store } from './store.ts';
import { createWatchers } from './watchers.ts';
import { workspaceCalls } from './workspace-calls.ts';
import { beginWorkspace } from './workspaces.ts';

export interface OpenOptions extends Omit<ContextOptions, 'origin'> {
	kind: string;
	/** The genesis of the workspace `default` in an empty store. */
	genesis: Genesis;
}

export interface OpenedStore {
	store: Store;
	/** The genesis with which the store was created. */
	genesis: Genesis;
	isNew: boolean;
	/** The current settings of the whole server. */
	server: Settings;
}

export class OtherSchema extends Error {
	constructor(found: number) {
		super(`it was written with schema ${found}, and this version reads schema ${schemaVersion}`);
	}
}

/** Initialises an empty store, and opens an existing one unchanged. */
export async function openOver(options: OpenOptions): Promise<OpenedStore> {
	const { backend, wallNow } = options;
	const rootKey = keys.record(defaultWorkspace);
	const { origin, root, isNew } = await backend.write(
		(transaction) => {
			const schema = transaction.get(keys.schema);
			if (schema !== undefined && schema !== schemaVersion) throw new OtherSchema(schema);
			const [root, origin] = [transaction.get(rootKey), transaction.get(keys.origin)];
			if (root && origin) return { origin, root, isNew: false };
			const wallMs = wallNow();
			const created = createOrigin(wallMs);
			transaction.put(keys.schema, schemaVersion);
			transaction.put(keys.origin, created);
			const { genesis } = options;
			const times = { clockFromMs: wallMs, createdMs: wallMs };
			const beginning = { origin: created, name: defaultWorkspace, genesis, ...times };
			return { origin: created, root: beginWorkspace(transaction, beginning, wallMs), isNew: true };
		},
		() => [keys.schema, keys.origin, rootKey, keys.workspaceIndex],
	);
	const { genesis, settings } = root;
	const store = createStore({ ...options, genesis, origin });
	return { store, genesis, isNew, server: settings.inForce };
}

function createStore({ kind, ...options }: ContextOptions & { kind: string }): Store {
	const watchers = createWatchers();
	const context = createContext(options, watchers);
	return {
		kind,
		...paymentCalls(context),
		...workspaceCalls(context),
		watch: watchers.add,
		async close() {
			watchers.clear();
			await context.housekeeping.close();
			await options.backend.close();
		},
	};
}
