/** The workspaces of one process and the room they share: what is full, what goes, and when a workspace is over. */
import { toMs } from '../contract/duration.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Genesis, World } from '../workspaces/world.ts';
import { createWorld } from '../workspaces/world.ts';
import { evictOldest } from './eviction.ts';
import type { Shelf } from './shelf.ts';
import { createShelf } from './shelf.ts';
import type { Arrival, Created, Making, WorkspaceEntry } from './store.ts';

interface RoomOptions {
	genesis: Genesis;
	wallNow(): number;
}

interface Space {
	shelf: Shelf;
	createdMs: number;
	usedMs: number;
}

/** `onGone` hears of a workspace whose payments are all gone at once. */
export function createRoom({ genesis, wallNow }: RoomOptions, onGone: (name: string) => void) {
	const spaces = new Map<string, Space>();
	let live = 0;
	let evicted = 0;
	let expired = 0;
	let order = 0;

	const begin = (name: string, from: Genesis): Space => {
		const wallMs = wallNow();
		const shelf = createShelf(createWorld(name, from, wallMs), wallNow);
		const space = { shelf, createdMs: wallMs, usedMs: wallMs };
		spaces.set(name, space);
		return space;
	};
	const root = begin(defaultWorkspace, genesis);
	const server = () => root.shelf.world().settings.inForce;

	const drop = (name: string, { shelf }: Space) => {
		live -= shelf.size();
		spaces.delete(name);
		onGone(name);
	};
	/** Lets go of the workspaces in which nothing can happen any more and that nobody has used for long. */
	const sweep = () => {
		const idleSince = wallNow() - toMs(server().workspaces.ttl);
		for (const [name, space] of spaces) {
			const isOver = space.usedMs < idleSince && space.shelf.allFinal();
			if (!isOver || space === root) continue;
			expired += space.shelf.size();
			drop(name, space);
		}
	};
	const mayAdd = () => {
		sweep();
		return spaces.size < server().limits.maxWorkspaces;
	};
	const shelfOf = (name: string) => {
		const space = spaces.get(name);
		if (!space) return undefined;
		space.usedMs = wallNow();
		return space.shelf;
	};

	return {
		mayAdd,
		shelfOf,
		/** Of a workspace that is not there: how it would begin. */
		worldOf(name: string): World {
			return shelfOf(name)?.world() ?? createWorld(name, genesis, wallNow());
		},
		/** The workspace, made when it is not there; null when there is no room for it. */
		openShelf(name: string): Shelf | null {
			return shelfOf(name) ?? (mayAdd() ? begin(name, genesis).shelf : null);
		},
		/** False when there is no room for one more payment. */
		makeRoom(): boolean {
			const { maxPayments } = server().limits;
			while (live >= maxPayments) {
				// A limit that was lowered may ask for many at once.
				const batch = Math.max(live - maxPayments + 1, Math.floor(maxPayments / 100));
				const shelves = [...spaces.values()].map(({ shelf }) => shelf);
				const gone = evictOldest(shelves, batch);
				if (gone === 0) return false;
				live -= gone;
				evicted += gone;
			}
			return true;
		},
		addPayment(shelf: Shelf, arrival: Arrival, payment: Created): void {
			shelf.add(arrival, payment, order);
			order += 1;
			live += 1;
		},
		counts: () => ({ live, evicted, expired }),
		reset(name: string): void {
			const space = spaces.get(name);
			if (!space) return;
			const { createdMs, shelf } = space;
			live -= shelf.size();
			const fresh = createShelf(createWorld(name, shelf.world().genesis, wallNow()), wallNow);
			Object.assign(space, { shelf: fresh, createdMs, usedMs: wallNow() });
		},
		entry(name: string): WorkspaceEntry | null {
			const space = spaces.get(name);
			return space ? entryOf(space) : null;
		},
		entries(): WorkspaceEntry[] {
			sweep();
			return [...spaces.values()].map(entryOf);
		},
		make(name: string, from: Genesis): Making {
			const space = spaces.get(name);
			if (!space) {
				if (!mayAdd()) return 'full';
				begin(name, from);
				return 'made';
			}
			if (space.shelf.size() > 0) return 'in_use';
			const shelf = createShelf(createWorld(name, from, wallNow()), wallNow);
			Object.assign(space, { shelf, createdMs: wallNow(), usedMs: wallNow() });
			return 'made_anew';
		},
		remove(name: string): number | null {
			const space = spaces.get(name);
			if (!space || space === root) return null;
			drop(name, space);
			return space.shelf.size();
		},
	};
}

function entryOf({ shelf, createdMs, usedMs }: Space): WorkspaceEntry {
	return { world: shelf.world(), live: shelf.size(), createdMs, usedMs };
}
