/** The store that promises nothing beyond the life of its process. Bounded: old payments go, running ones never do. */
import { advanceClock, readClock } from '../workspaces/clock.ts';
import type { Genesis } from '../workspaces/world.ts';
import type { Store } from './store.ts';
import { createWatchers } from './watchers.ts';
import { createWorkspaces } from './workspaces.ts';

interface MemoryStoreOptions {
	/** How a workspace begins when nobody said otherwise. */
	genesis: Genesis;
	wallNow(): number;
}

export function createMemoryStore(options: MemoryStoreOptions): Store {
	const { wallNow } = options;
	const watchers = createWatchers();
	const workspaces = createWorkspaces(options, (name) => watchers.wake(name));
	const paymentsOf = (name: string) => workspaces.look(name).payments;

	return {
		kind: 'memory',
		async world(name) {
			return paymentsOf(name).world();
		},
		async changeWorld(name, update) {
			const workspace = workspaces.look(name);
			const { world, result } = update(workspace.payments.world());
			if (!world) return result;
			if (!workspaces.open(workspace)) return null;
			workspace.payments.change(world);
			watchers.wake(name);
			return result;
		},
		async strayCall(name) {
			const payments = paymentsOf(name);
			const ordinal = payments.strayCalls;
			payments.strayCalls += 1;
			return { world: payments.world(), ordinal };
		},
		async create(name, names, decide) {
			const workspace = workspaces.look(name);
			const arrival = workspace.payments.arrivalOf(names);
			const { created, known, result } = decide(arrival);
			if (known) {
				workspace.payments.repeat(names, known);
				watchers.wake(name, known.payment.sessionId);
			}
			if (!created) return { result };
			// Room first: a workspace is not made for a payment that is refused.
			if (!workspaces.mayStay(workspace)) return { full: 'workspaces' };
			if (!workspaces.makeRoom()) return { full: 'payments' };
			workspaces.addPayment(workspace, arrival, created);
			return { result };
		},
		async transact(name, sessionId, decide) {
			const payments = paymentsOf(name);
			const before = payments.bySession(sessionId);
			if (!before) return null;
			const { payment, result } = decide(before, payments.world());
			if (payment && payment !== before) {
				payments.replace(payment);
				watchers.wake(name, sessionId);
			}
			return result;
		},
		async read(name, id) {
			const payments = paymentsOf(name);
			const payment = payments.byEitherId(id);
			return payment ? { payment, world: payments.world() } : null;
		},
		async list(name, filter) {
			return paymentsOf(name).select(filter);
		},
		async advance(name, byMs, limit) {
			const workspace = workspaces.look(name);
			if (!workspaces.open(workspace)) return null;
			const { payments } = workspace;
			const world = payments.world();
			const wallMs = wallNow();
			const from = readClock(world.clock, wallMs);
			const clock = advanceClock(world.clock, byMs, wallMs);
			const now = readClock(clock, wallMs);
			payments.change({ ...world, clock });
			const due = payments.due(from, now, limit);
			watchers.wake(name);
			return { now, ...due };
		},
		async counts() {
			return workspaces.counts();
		},
		async reset(name) {
			workspaces.reset(name);
			watchers.wake(name);
		},
		async workspaces() {
			return workspaces.entries();
		},
		async workspace(name) {
			return workspaces.entry(name);
		},
		async makeWorkspace(name, genesis) {
			const making = workspaces.make(name, genesis);
			if (making === 'made_anew') watchers.wake(name);
			return making;
		},
		async removeWorkspace(name) {
			return workspaces.remove(name);
		},
		watch: watchers.add,
		async close() {
			watchers.clear();
		},
	};
}
