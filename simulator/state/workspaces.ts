/** The workspaces of one process and the room they share: what is full, what goes, and when a workspace is over. */
import { rememberMs } from '../contract/duration.ts';
import { defaultWorkspace } from '../contract/routes.ts';
import type { Genesis } from '../workspaces/world.ts';
import { createWorld } from '../workspaces/world.ts';
import { evict } from './eviction.ts';
import type { Payments } from './payments.ts';
import { createPayments } from './payments.ts';
import type { Arrival, Counts, Created, Making, WorkspaceEntry } from './store.ts';
import { createSeen } from './unmade.ts';

interface WorkspacesOptions {
	genesis: Genesis;
	wallNow(): number;
}

/** One that is made, or as it would begin. */
export interface MemoryWorkspace {
	readonly name: string;
	payments: Payments;
	isMade: boolean;
	createdMs: number;
	usedMs: number;
}

/** `onGone` hears of a workspace whose payments are all gone at once. */
export function createWorkspaces(
	{ genesis, wallNow }: WorkspacesOptions,
	onGone: (name: string) => void,
) {
	const made = new Map<string, MemoryWorkspace>();
	const counts: Counts = { live: 0, evicted: 0, expired: 0 };
	let order = 0;

	const paymentsFrom = (name: string, from: Genesis) =>
		createPayments(createWorld(name, from, wallNow()), wallNow);
	const begin = (name: string, from: Genesis): MemoryWorkspace => {
		const payments = paymentsFrom(name, from);
		return { name, payments, isMade: false, createdMs: 0, usedMs: 0 };
	};
	const unmade = createSeen<MemoryWorkspace>(wallNow);
	const make = (workspace: MemoryWorkspace) => {
		const wallMs = wallNow();
		unmade.forget(workspace.name);
		made.set(workspace.name, workspace);
		Object.assign(workspace, { isMade: true, createdMs: wallMs, usedMs: wallMs });
	};
	const root = begin(defaultWorkspace, genesis);
	make(root);
	const server = () => root.payments.world().settings.inForce;

	const drop = ({ name, payments }: MemoryWorkspace) => {
		counts.live -= payments.size();
		made.delete(name);
		onGone(name);
	};
	const ttlMs = rememberMs();
	/** Nothing can happen in it any more, and nobody has used it for long. */
	const isOver = (workspace: MemoryWorkspace, wallMs: number) =>
		workspace !== root &&
		wallMs - workspace.usedMs > ttlMs(server().workspaces.ttl) &&
		workspace.payments.allFinal();
	const end = (workspace: MemoryWorkspace) => {
		counts.expired += workspace.payments.size();
		drop(workspace);
	};
	const find = (name: string, wallMs = wallNow()) => {
		const workspace = made.get(name);
		if (!workspace || !isOver(workspace, wallMs)) return workspace;
		end(workspace);
		return undefined;
	};
	const sweep = () => {
		const wallMs = wallNow();
		for (const workspace of made.values()) if (isOver(workspace, wallMs)) end(workspace);
	};
	const hasPlace = () => made.size < server().limits.maxWorkspaces;
	/** Looks for one that is over only when there is no place. */
	const mayMake = () => {
		if (!hasPlace()) sweep();
		return hasPlace();
	};

	return {
		/** Made or not: whoever looks uses it. */
		look(name: string): MemoryWorkspace {
			const wallMs = wallNow();
			const workspace = find(name, wallMs);
			if (!workspace) return unmade.look(name, () => begin(name, genesis));
			workspace.usedMs = wallMs;
			return workspace;
		},
		/** Whether it is there, or could be. */
		mayStay: ({ isMade }: MemoryWorkspace): boolean => isMade || mayMake(),
		/** Makes it when it is not there; false when there is no place for it. */
		open(workspace: MemoryWorkspace): boolean {
			if (workspace.isMade) return true;
			if (!mayMake()) return false;
			make(workspace);
			return true;
		},
		/** False when there is no room for one more payment. */
		makeRoom(): boolean {
			const { maxPayments } = server().limits;
			// A limit that was lowered may ask for many at once.
			const excess = counts.live - maxPayments + 1;
			if (excess <= 0) return true;
			const worlds = [...made.values()].map(({ payments }) => payments);
			// What is final goes a few more at a time; of what is still alive, no more than must.
			const few = Math.max(excess, Math.floor(maxPayments / 100));
			let gone = evict(worlds, 'oldestFinal', few);
			if (gone < excess) gone += evict(worlds, 'oldestUnopened', excess - gone);
			counts.live -= gone;
			counts.evicted += gone;
			return gone >= excess;
		},
		/** Into one that may stay, and there is room. */
		addPayment(workspace: MemoryWorkspace, arrival: Arrival, created: Created): void {
			if (!workspace.isMade) make(workspace);
			workspace.payments.add(arrival, created, order);
			order += 1;
			counts.live += 1;
		},
		counts: (): Counts => ({ ...counts }),
		reset(name: string): void {
			const workspace = find(name);
			if (!workspace) {
				// It begins anew, too: what was seen of it counts no more.
				unmade.forget(name);
				return;
			}
			counts.live -= workspace.payments.size();
			workspace.payments = paymentsFrom(name, workspace.payments.world().genesis);
			workspace.usedMs = wallNow();
		},
		entry(name: string): WorkspaceEntry | null {
			const workspace = find(name);
			return workspace ? entryOf(workspace) : null;
		},
		entries(): WorkspaceEntry[] {
			sweep();
			return [...made.values()].map(entryOf);
		},
		make(name: string, from: Genesis): Making {
			const workspace = find(name);
			if (!workspace) {
				if (!mayMake()) return 'full';
				make(begin(name, from));
				return 'made';
			}
			if (workspace.payments.size() > 0) return 'in_use';
			workspace.payments = paymentsFrom(name, from);
			make(workspace);
			return 'made_anew';
		},
		remove(name: string): number | null {
			const workspace = find(name);
			if (!workspace || workspace === root) return null;
			drop(workspace);
			return workspace.payments.size();
		},
	};
}

function entryOf({ payments, createdMs, usedMs }: MemoryWorkspace): WorkspaceEntry {
	return { world: payments.world(), live: payments.size(), createdMs, usedMs };
}
