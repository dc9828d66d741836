/** The store that promises nothing beyond the life of its process. Bounded: old payments go, running ones never do. */
import type { Genesis } from '../workspaces/world.ts';
import { createWorld } from '../workspaces/world.ts';
import { evictionOrder } from './eviction.ts';
import type { Shelf } from './shelf.ts';
import { createShelf } from './shelf.ts';
import type { Store } from './store.ts';
import { createWatchers } from './watchers.ts';

interface MemoryStoreOptions {
	genesis: Genesis;
	wallNow(): number;
}

export function createMemoryStore({ genesis, wallNow }: MemoryStoreOptions): Store {
	const shelves = new Map<string, Shelf>();
	const watchers = createWatchers();
	let live = 0;
	let evicted = 0;

	const shelfOf = (workspace: string): Shelf => {
		const known = shelves.get(workspace);
		if (known) return known;
		const fresh = createShelf(createWorld(workspace, genesis, wallNow()));
		shelves.set(workspace, fresh);
		return fresh;
	};
	/** True when there is room for one more. The limit is the whole server's. */
	const makeRoom = (shelf: Shelf): boolean => {
		const { maxPayments } = shelf.world.settings.inForce.limits;
		while (live >= maxPayments) {
			// A limit that was lowered may ask for many at once.
			const batch = Math.max(live - maxPayments + 1, Math.floor(maxPayments / 100));
			const gone = evictionOrder(shelf.payments(), shelf.world, wallNow(), batch);
			if (gone.length === 0) return false;
			for (const payment of gone) shelf.remove(payment);
			live -= gone.length;
			evicted += gone.length;
		}
		return true;
	};

	return {
		kind: 'memory',
		async world(workspace) {
			return shelfOf(workspace).world;
		},
		async changeWorld(workspace, update) {
			const shelf = shelfOf(workspace);
			const { world, result } = update(shelf.world);
			if (world) {
				shelf.world = world;
				watchers.wake(workspace);
			}
			return result;
		},
		async create(workspace, names, decide) {
			const shelf = shelfOf(workspace);
			const arrival = shelf.arrivalOf(names);
			const { created, result } = decide(arrival);
			if (!created) return result;
			if (!makeRoom(shelf)) return null;
			shelf.add(arrival, created);
			live += 1;
			return result;
		},
		async transact(workspace, sessionId, decide) {
			const shelf = shelfOf(workspace);
			const before = shelf.bySession(sessionId);
			if (!before) return null;
			const { payment, result } = decide(before, shelf.world);
			if (payment && payment !== before) {
				shelf.replace(payment);
				watchers.wake(workspace, sessionId);
			}
			return result;
		},
		async read(workspace, id) {
			const shelf = shelfOf(workspace);
			const payment = shelf.byEitherId(id);
			return payment ? { payment, world: shelf.world } : null;
		},
		async list(workspace, filter) {
			return shelfOf(workspace).select(filter);
		},
		async due(workspace, from, until, limit) {
			const transitions = shelfOf(workspace).due(from, until);
			return { total: transitions.length, transitions: transitions.slice(0, limit) };
		},
		async counts() {
			return { live, evicted };
		},
		async reset(workspace) {
			live -= shelfOf(workspace).size();
			shelves.set(workspace, createShelf(createWorld(workspace, genesis, wallNow())));
			watchers.wake(workspace);
		},
		watch: watchers.add,
		async close() {
			watchers.clear();
		},
	};
}
