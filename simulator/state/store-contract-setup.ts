/** A fresh store to begin a test with, and the verbs the tests speak. */
import type { PaymentEvent } from '../domain/event.ts';
import { transition } from '../domain/lifecycle.ts';
import type { Payment } from '../domain/payment.ts';
import { stateAt } from '../domain/payment.ts';
import { momentAt, start, testPayment } from '../domain/test-payment.ts';
import type { Arrival, KeptAnswer, Names, PaymentFilter, Store } from './store.ts';

/** A fresh and empty store, whose worlds begin with a real clock. */
export type CreateStore = (options: { wallNow(): number }) => Store | Promise<Store>;

export const workspace = 'default';
const anyPayment: PaymentFilter = {
	reference: null,
	accepts: () => true,
	limit: 100,
	after: null,
};

/** What the creation of a test payment was answered with. */
export function answerOf({ sessionId }: Payment): KeptAnswer {
	return { status: 200, contentType: 'text/plain', text: `created ${sessionId}` };
}

export async function setupStore(create: CreateStore) {
	let wallMs = start;
	const store = await create({ wallNow: () => wallMs });
	const build = ({ reference, idempotencyKey }: Names, { ordinal, sameReference }: Arrival) => {
		const ids = { sessionId: `session-${ordinal}`, transactionId: `transaction-${ordinal}` };
		const key = `#${ordinal + 1}`;
		return testPayment({
			...ids,
			key,
			paymentReference: reference,
			sameReference,
			idempotencyKey,
		});
	};
	/** How the decision was asked for one more payment; null when the store was full. */
	const arrive = (
		names: Partial<Names>,
		isWanted: (arrival: Arrival) => boolean,
	): Promise<Arrival | null> => {
		const named = { reference: null, idempotencyKey: null, ...names };
		return store.create(workspace, named, (arrival) => {
			// A snapshot: what an arrival tells holds while its decision is made.
			const result = { ...arrival };
			if (!isWanted(result)) return { result };
			const payment = build(named, arrival);
			const answer = named.idempotencyKey === null ? null : answerOf(payment);
			return { created: { payment, answer }, result };
		});
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
		arrive,
		add: (reference: string | null = null, idempotencyKey: string | null = null) =>
			arrive({ reference, idempotencyKey }, () => true),
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
