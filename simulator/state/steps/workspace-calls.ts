/** What the store does with workspaces. */
import { defaultWorkspace } from '../../contract/routes.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Making, Store } from '../store.ts';
import type { Context, OrNoPlace } from './context.ts';
import { noPlace } from './context.ts';
import { indexes, keys, placeOf, sizeOf, tallyOf } from './records.ts';
import { begin, end, entriesOf } from './spaces.ts';
import type { Step } from './step.ts';

type WorkspaceCalls = Pick<
	Store,
	'counts' | 'reset' | 'workspaces' | 'workspace' | 'makeWorkspace' | 'removeWorkspace'
>;

export function workspaceCalls(context: Context): WorkspaceCalls {
	const { keeper, needs, write, writeMaking, hasPlace, unmade, wallNow, housekeeping } = context;

	return {
		counts: () =>
			keeper.read({
				needs: [keys.tally],
				*run(draft) {
					const { live, evicted, expired } = yield* tallyOf(draft);
					return { live, evicted, expired };
				},
			}),
		async reset(name) {
			const isThere = await write(name, {
				needs: needs(name),
				*run(draft) {
					const space = yield* draft.get(keys.space(name));
					if (!space) return false;
					const wallMs = wallNow();
					const world = createWorld(name, space.world.genesis, wallMs);
					yield* begin(draft, world, wallMs, { createdMs: space.createdMs });
					return true;
				},
			});
			// One that is not there begins anew, too: what was seen of it counts no more.
			await unmade.forget(name, true);
			if (isThere) housekeeping.emptied(name);
		},
		async workspaces() {
			await housekeeping.endIdle();
			return keeper.read({
				needs: [],
				*run(draft) {
					const range = { index: indexes.workspaces, limit: Number.MAX_SAFE_INTEGER };
					const names = (yield* draft.entries(range)).map(({ member }) => member);
					return yield* entriesOf(draft, names);
				},
			});
		},
		async workspace(name) {
			await housekeeping.endIfOver(name);
			return keeper.read({
				needs: needs(name),
				*run(draft) {
					const [entry] = yield* entriesOf(draft, [name]);
					return entry ?? null;
				},
			});
		},
		async makeWorkspace(name, genesis) {
			const making = await writeMaking(name, [], function* (draft): Step<OrNoPlace<Making>> {
				const space = yield* draft.get(keys.space(name));
				if (!space && !(yield* hasPlace(draft))) return noPlace;
				if (space && (yield* sizeOf(draft, placeOf(name, space))).live > 0) return 'in_use';
				const wallMs = wallNow();
				yield* begin(draft, createWorld(name, genesis, wallMs), wallMs);
				return space ? 'made_anew' : 'made';
			});
			if (making === 'made_anew') housekeeping.emptied(name);
			return making === noPlace ? 'full' : making;
		},
		async removeWorkspace(name) {
			await housekeeping.endIfOver(name);
			const removed = await keeper.write({
				needs: needs(name),
				*run(draft) {
					const space = yield* draft.get(keys.space(name));
					if (!space || name === defaultWorkspace) return null;
					return yield* end(draft, name, space);
				},
			});
			if (removed !== null) housekeeping.emptied(name);
			return removed;
		},
	};
}
