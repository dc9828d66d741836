/** A store over a keeper: begun when it is empty, and taken as it is when it was begun before. */
import { defaultWorkspace } from '../../contract/routes.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Genesis, World } from '../../workspaces/world.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Store } from '../store.ts';
import type { ContextOptions } from './context.ts';
import { keys, schemaVersion } from './records.ts';
import { begin } from './spaces.ts';
import { createStepStore } from './step-store.ts';

export interface BeginOptions extends ContextOptions {
	kind: string;
	/** How it begins when it is empty. */
	genesis: Genesis;
}

export interface Begun {
	store: Store;
	/** How it has begun, now or once. */
	genesis: Genesis;
	isNew: boolean;
	/** In force for the whole server now. */
	server: Settings;
}

/** Why what is there cannot be read. */
export class OtherSchema extends Error {
	constructor(found: number) {
		super(`it was written with schema ${found}, and this version reads schema ${schemaVersion}`);
	}
}

export async function beginStore(options: BeginOptions): Promise<Begun> {
	const { keeper, wallNow } = options;
	const rootKey = keys.space(defaultWorkspace);
	const begun = await keeper.write({
		needs: [keys.schema, rootKey, keys.roster],
		*run(draft) {
			const schema = yield* draft.get(keys.schema);
			if (schema !== undefined && schema !== schemaVersion) throw new OtherSchema(schema);
			const root = yield* draft.get(rootKey);
			if (root) return begunAs(root.world, false);
			const wallMs = wallNow();
			draft.put(keys.schema, schemaVersion);
			const world = createWorld(defaultWorkspace, options.genesis, wallMs);
			yield* begin(draft, world, wallMs);
			return begunAs(world, true);
		},
	});
	return { ...begun, store: createStepStore({ ...options, genesis: begun.genesis }) };
}

function begunAs({ genesis, settings }: World, isNew: boolean): Omit<Begun, 'store'> {
	return { genesis, isNew, server: settings.inForce };
}
