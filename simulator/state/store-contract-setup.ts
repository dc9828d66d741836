/** A fresh store to begin a test with, and the verbs the tests speak. */
import type { PaymentEvent } from '../domain/event.ts';
import { transition } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import { momentAt, start, testPayment } from '../domain/test-payment.ts';
import type { Arrival, PaymentFilter, Store } from './store.ts';

/** A fresh and empty store, whose worlds begin with a real clock. */
export type CreateStore = (options: { wallNow(): number }) => Store | Promise<Store>;

export const workspace = 'default';
const anyPayment: PaymentFilter = {
	reference: null,
	accepts: () => true,
	limit: 100,
	after: null,
};

export async function setupStore(create: CreateStore) {
	let wallMs = start;
	const store = await create({ wallNow: () => wallMs });
	const build = (reference: string | null, arrivals: Arrival[]) => (arrival: Arrival) => {
		arrivals.push(arrival);
		const { ordinal } = arrival;
		const ids = { sessionId: `session-${ordinal}`, transactionId: `transaction-${ordinal}` };
		return testPayment({ ...ids, key: `#${ordinal + 1}`, paymentReference: reference });
	};
	const act = (sessionId: string, ...events: PaymentEvent[]) =>
		store.transact(workspace, sessionId, (before) => {
			const payment = events.reduce<Payment>((one, event) => {
				const done = transition(one, event, momentAt(wallMs));
				if (!done.ok) throw new Error(`${event.type}: ${done.refusal.code}`);
				return done.payment;
			}, before);
			return { payment, result: stateAt(payment, wallMs) };
		});
	return {
		store,
		act,
		/** How the builder was called for one more payment; null when the store was full. */
		async add(reference: string | null = null): Promise<Arrival | null> {
			const arrivals: Arrival[] = [];
			const created = await store.create(workspace, reference, build(reference, arrivals));
			return created && (arrivals.at(-1) as Arrival);
		},
		async sessions(filter: Partial<PaymentFilter> = {}) {
			const found = await store.list(workspace, { ...anyPayment, ...filter });
			return found.map(({ sessionId }) => sessionId.replace('session-', ''));
		},
		async limitTo(maxPayments: number) {
			await store.changeWorld(workspace, (world) => {
				const { inForce } = world.settings;
				const limits = { ...inForce.limits, maxPayments };
				const settings = { ...world.settings, inForce: { ...inForce, limits } };
				return { world: { ...world, settings }, result: null };
			});
		},
		pass(ms: number) {
			wallMs += ms;
		},
	};
}
