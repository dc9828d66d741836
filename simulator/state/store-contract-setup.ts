/** A fresh store to begin a test with, and the verbs the tests speak. */
import { defaultWorkspace } from '../contract/routes.ts';
import type { Settings } from '../contract/settings.ts';
import type { PaymentEvent } from '../domain/event.ts';
import { transition } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import { momentAt, start, testPayment } from '../domain/test-payment.ts';
import { nowIn } from '../workspaces/world.ts';
import type { Arrival, PaymentFilter, Store } from './store.ts';

/** A fresh and empty store, whose worlds begin with a real clock. */
export type CreateStore = (options: { wallNow(): number }) => Store | Promise<Store>;

export const workspace = defaultWorkspace;
const anyPayment: PaymentFilter = {
	reference: null,
	accepts: () => true,
	limit: 100,
	after: null,
};

type Section = 'cashier' | 'ids' | 'limits' | 'workspaces';

export async function setupStore(create: CreateStore) {
	let wallMs = start;
	const store = await create({ wallNow: () => wallMs });
	const build = (reference: string | null, arrivals: Arrival[]) => (arrival: Arrival) => {
		arrivals.push(arrival);
		const { ordinal, world } = arrival;
		const ids = { sessionId: `session-${ordinal}`, transactionId: `transaction-${ordinal}` };
		const createdAt = nowIn(world, wallMs);
		const key = `#${ordinal + 1}`;
		return testPayment({
			...ids,
			workspace: world.name,
			key,
			paymentReference: reference,
			createdAt,
		});
	};
	const actIn = (name: string, sessionId: string, ...events: PaymentEvent[]) =>
		store.transact(name, sessionId, (before, world) => {
			const now = nowIn(world, wallMs);
			const { maxAttempts } = world.settings.inForce.cashier;
			const moment = momentAt(now, { rules: { maxAttempts, defaultOutcome: 'APPROVE' } });
			const payment = events.reduce<Payment>((one, event) => {
				const done = transition(one, event, moment);
				if (!done.ok) throw new Error(`${event.type}: ${done.refusal.code}`);
				return done.payment;
			}, before);
			return { payment, result: stateAt(payment, now) };
		});
	const addTo = async (name: string, reference: string | null = null) => {
		const arrivals: Arrival[] = [];
		const created = await store.create(name, reference, build(reference, arrivals));
		return 'full' in created ? created.full : (arrivals.at(-1) as Arrival);
	};
	const sessionsOf = async (name: string, filter: Partial<PaymentFilter> = {}) => {
		const found = await store.list(name, { ...anyPayment, ...filter });
		return found?.map(({ sessionId }) => sessionId.replace('session-', '')) ?? null;
	};
	const set = async <S extends Section>(name: string, section: S, part: Partial<Settings[S]>) => {
		await store.changeWorld(name, (world) => {
			const before = world.settings.inForce;
			const inForce = { ...before, [section]: { ...before[section], ...part } };
			return { world: { ...world, settings: { ...world.settings, inForce } }, result: null };
		});
	};
	return {
		store,
		actIn,
		/** How the builder was called for one more payment, or what the store was full of. */
		addTo,
		/** Newest first; null after a forgotten one. */
		sessionsOf,
		set,
		act: (sessionId: string, ...events: PaymentEvent[]) => actIn(workspace, sessionId, ...events),
		/** How the builder was called for one more payment; null when the store was full. */
		async add(reference: string | null = null): Promise<Arrival | null> {
			const added = await addTo(workspace, reference);
			return typeof added === 'string' ? null : added;
		},
		sessions: (filter: Partial<PaymentFilter> = {}) => sessionsOf(workspace, filter),
		limitTo: (maxPayments: number) => set(workspace, 'limits', { maxPayments }),
		pass(ms: number) {
			wallMs += ms;
		},
	};
}
