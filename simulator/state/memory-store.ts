/** The store that promises nothing beyond the life of its process. Bounded: old payments go, running ones never do. */
import { advanceClock, readClock } from '../workspaces/clock.ts';
import type { Genesis } from '../workspaces/world.ts';
import { createRoom } from './room.ts';
import type { Store } from './store.ts';
import { createWatchers } from './watchers.ts';

interface MemoryStoreOptions {
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	wallNow(): number;
}

export function createMemoryStore(options: MemoryStoreOptions): Store {
	const { wallNow } = options;
	const watchers = createWatchers();
	const room = createRoom(options, (workspace) => watchers.wake(workspace));

	return {
		kind: 'memory',
		async world(workspace) {
			return room.worldOf(workspace);
		},
		async changeWorld(workspace, update) {
			const { world, result } = update(room.worldOf(workspace));
			if (!world) return result;
			const shelf = room.openShelf(workspace);
			if (!shelf) return null;
			shelf.change(world);
			watchers.wake(workspace);
			return result;
		},
		async strayCall(workspace) {
			const shelf = room.shelfOf(workspace);
			if (!shelf) return { world: room.worldOf(workspace), ordinal: 0 };
			const ordinal = shelf.strayCalls;
			shelf.strayCalls += 1;
			return { world: shelf.world(), ordinal };
		},
		async create(workspace, names, decide) {
			if (!room.shelfOf(workspace)) {
				if (!room.mayAdd()) return { full: 'workspaces' };
				// Room first: a workspace is not made for a payment that is refused.
				if (!room.makeRoom()) return { full: 'payments' };
			}
			const shelf = room.openShelf(workspace);
			if (!shelf) return { full: 'workspaces' };
			const arrival = shelf.arrivalOf(names);
			const { created, repeated, result } = decide(arrival);
			if (repeated) shelf.nameAgain(names, repeated);
			if (!created) return { result };
			if (!room.makeRoom()) return { full: 'payments' };
			room.addPayment(shelf, arrival, created);
			return { result };
		},
		async transact(workspace, sessionId, decide) {
			const shelf = room.shelfOf(workspace);
			const before = shelf?.bySession(sessionId);
			if (!shelf || !before) return null;
			const { payment, result } = decide(before, shelf.world());
			if (payment && payment !== before) {
				shelf.replace(payment);
				watchers.wake(workspace, sessionId);
			}
			return result;
		},
		async read(workspace, id) {
			const shelf = room.shelfOf(workspace);
			const payment = shelf?.byEitherId(id);
			return shelf && payment ? { payment, world: shelf.world() } : null;
		},
		async list(workspace, filter) {
			const shelf = room.shelfOf(workspace);
			if (shelf) return shelf.select(filter);
			return filter.after === null ? [] : null;
		},
		async advance(workspace, byMs, limit) {
			const shelf = room.openShelf(workspace);
			if (!shelf) return null;
			const world = shelf.world();
			const wallMs = wallNow();
			const clock = advanceClock(world.clock, byMs, wallMs);
			const now = readClock(clock, wallMs);
			shelf.change({ ...world, clock });
			const due = shelf.due(readClock(world.clock, wallMs), now);
			watchers.wake(workspace);
			return { now, total: due.length, transitions: due.slice(0, limit) };
		},
		async counts() {
			return room.counts();
		},
		async reset(workspace) {
			room.reset(workspace);
			watchers.wake(workspace);
		},
		async workspaces() {
			return room.entries();
		},
		async workspace(name) {
			return room.entry(name);
		},
		async makeWorkspace(name, genesis) {
			const making = room.make(name, genesis);
			if (making === 'made_anew') watchers.wake(name);
			return making;
		},
		async removeWorkspace(name) {
			return room.remove(name);
		},
		watch: watchers.add,
		async close() {
			watchers.clear();
		},
	};
}
