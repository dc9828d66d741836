/** A store over a keeper: begun when it is empty, and taken as it is when it was begun before. */
import { defaultWorkspace } from '../../contract/routes.ts';
import type { Genesis } from '../../workspaces/world.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Store } from '../store.ts';
import { keys, schemaVersion } from './records.ts';
import { begin } from './spaces.ts';
import type { Keeper } from './step.ts';
import { createStepStore } from './step-store.ts';

interface BeginOptions {
	kind: string;
	keeper: Keeper;
	/** How it begins when it is empty. */
	genesis: Genesis;
	wallNow(): number;
}

export interface Begun {
	store: Store;
	/** How it has begun, now or once. */
	genesis: Genesis;
	isNew: boolean;
}

/** Why what is there cannot be read. */
export class OtherSchema extends Error {
	constructor(found: number) {
		super(`it was written with schema ${found}, and this version reads schema ${schemaVersion}`);
	}
}

export async function beginStore(options: BeginOptions): Promise<Begun> {
	const { kind, keeper, wallNow } = options;
	const rootKey = keys.space(defaultWorkspace);
	const { genesis, isNew } = await keeper.write({
		needs: [keys.schema, rootKey, keys.roster],
		*run(draft) {
			const schema = yield* draft.get(keys.schema);
			if (schema !== undefined && schema !== schemaVersion) throw new OtherSchema(schema);
			const root = yield* draft.get(rootKey);
			if (root) return { genesis: root.world.genesis, isNew: false };
			const wallMs = wallNow();
			draft.put(keys.schema, schemaVersion);
			yield* begin(draft, createWorld(defaultWorkspace, options.genesis, wallMs), wallMs);
			return { genesis: options.genesis, isNew: true };
		},
	});
	return { store: createStepStore({ kind, keeper, genesis, wallNow }), genesis, isNew };
}
