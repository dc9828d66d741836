/** What the store does with workspaces. */
import { defaultWorkspace } from '../../contract/routes.ts';
import { createWorld } from '../../workspaces/world.ts';
import type { Making, Store } from '../store.ts';
import type { Context, OrAbsent } from './context.ts';
import { absent } from './context.ts';
import { indexes, keys, placeOf } from './records.ts';
import { begin, end, entriesOf } from './spaces.ts';
import type { Step } from './step.ts';

type WorkspaceCalls = Pick<
	Store,
	'counts' | 'reset' | 'workspaces' | 'workspace' | 'makeWorkspace' | 'removeWorkspace'
>;

export function workspaceCalls(context: Context): WorkspaceCalls {
	const { keeper, needs, wallNow, watchers, housekeeping } = context;

	/** Its payments are out of sight: those who wait for one are told, and then they are swept out. */
	const emptied = async (name: string) => {
		watchers.wake(name);
		await housekeeping.sweepOut();
	};

	return {
		counts: () =>
			keeper.read({
				needs: [keys.tally],
				*run(draft) {
					const tally = yield* draft.get(keys.tally);
					return { live: tally?.live ?? 0, evicted: tally?.evicted ?? 0 };
				},
			}),
		async reset(name) {
			const isThere = await keeper.write({
				needs: needs(name),
				*run(draft) {
					const space = yield* draft.get(keys.space(name));
					if (!space) return false;
					const wallMs = wallNow();
					const world = createWorld(name, space.world.genesis, wallMs);
					yield* begin(draft, world, wallMs, space.createdMs);
					return true;
				},
			});
			if (isThere) await emptied(name);
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
		workspace: (name) =>
			keeper.read({
				needs: needs(name),
				*run(draft) {
					const [entry] = yield* entriesOf(draft, [name]);
					return entry ?? null;
				},
			}),
		async makeWorkspace(name, genesis) {
			const making = await context.writeMaking(name, [], function* (draft, mayMake): Step<
				OrAbsent<Making>
			> {
				const space = yield* draft.get(keys.space(name));
				if (!space && !mayMake) return absent;
				if (!space && !(yield* context.mayAdd(draft))) return 'full';
				const size = space && (yield* draft.get(keys.size(placeOf(name, space))));
				if (size && size.live > 0) return 'in_use';
				const wallMs = wallNow();
				yield* begin(draft, createWorld(name, genesis, wallMs), wallMs);
				return space ? 'made_anew' : 'made';
			});
			if (making === 'made_anew') await emptied(name);
			return making;
		},
		async removeWorkspace(name) {
			const removed = await keeper.write({
				needs: needs(name),
				*run(draft) {
					const space = yield* draft.get(keys.space(name));
					if (!space || name === defaultWorkspace) return null;
					const size = yield* draft.get(keys.size(placeOf(name, space)));
					yield* end(draft, name, space);
					return size?.live ?? 0;
				},
			});
			if (removed !== null) await emptied(name);
			return removed;
		},
	};
}
