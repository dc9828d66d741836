/** A fresh store to begin a test with, and the verbs the tests speak. */

import { onTestFinished, test } from 'vitest';
import { defaultWorkspace } from '../../simulator/contract/routes.ts';
import type { Settings } from '../../simulator/contract/settings.ts';
import type { PaymentEvent } from '../../simulator/domain/event.ts';
import { transition } from '../../simulator/domain/lifecycle.ts';
import type { Payment } from '../../simulator/domain/payment.ts';
import { stateAt } from '../../simulator/domain/timeline.ts';
import { settingsOf } from '../../simulator/settings/settings.ts';
import type { OpenOptions } from '../../simulator/state/create-store.ts';
import { openStoreOver } from '../../simulator/state/create-store.ts';
import type {
	CreationFacts,
	PaymentFilter,
	PaymentNames,
	ReachedLimit,
	Store,
	StoredAnswer,
} from '../../simulator/state/store.ts';
import type { StoreClock } from '../../simulator/state/store-clock.ts';
import { createStoreClock } from '../../simulator/state/store-clock.ts';
import type { StartValues } from '../../simulator/workspaces/record.ts';
import { nowIn } from '../../simulator/workspaces/record.ts';
import { full } from './campaign.ts';
import { contextAt, start, testPayment } from './payment.ts';

/** Creates an empty store. Its workspaces start with a real clock. */
export type CreateStore = (options: { wallNow(): number }) => Store | Promise<Store>;

/**
 * The tests of a group of rules, for the store of this name. All stores share one set of rules: `npm test` plays the group in full for the memory
 * store, and its first two tests for each other store.
 */
export function contractTest(store: string) {
	let place = 0;
	return (title: string, run: () => Promise<void>): void => {
		place += 1;
		test.skipIf(!full && store !== 'memory' && place > 2)(title, run);
	};
}

export const startValues: StartValues = {
	seed: 1,
	settings: settingsOf('sandbox'),
	clock: { mode: 'real', scale: 1, now: null },
};

/** A store over this backend that is closed after the test. A backend with a clock shares it. */
export async function openTestStore({
	wallNow,
	clock = createStoreClock(wallNow),
	...options
}: Omit<OpenOptions, 'startValues' | 'clock'> & {
	wallNow(): number;
	clock?: StoreClock;
}): Promise<Store> {
	const { store } = await openStoreOver({ ...options, clock, startValues });
	onTestFinished(() => store.close());
	return store;
}

export const workspace = defaultWorkspace;
const anyPayment: PaymentFilter = {
	reference: null,
	accepts: () => true,
	limit: 100,
	after: null,
};

type Section = 'cashier' | 'ids' | 'limits' | 'workspaces';

/** An arrival whose payments have been read: the transaction is over. */
export interface Arrived extends Omit<CreationFacts, 'earlier'> {
	earlier: Payment | null;
}

/** The answer to the call that created a test payment. */
export function answerOf({ sessionId, createdAt }: Payment): StoredAnswer {
	return { at: createdAt, status: 200, contentType: 'text/plain', text: `created ${sessionId}` };
}

export async function setupStore(create: CreateStore) {
	let wallMs = start;
	const store = await create({ wallNow: () => wallMs });
	const build = ({ reference, idempotencyKey }: PaymentNames, arrival: CreationFacts) => {
		const { ordinal, sameReference, record } = arrival;
		return testPayment({
			sessionId: `session-${ordinal}`,
			transactionId: `transaction-${ordinal}`,
			workspace: record.name,
			ordinal,
			paymentReference: reference,
			sameReference,
			idempotencyKey,
			maxAttempts: record.settings.inForce.cashier.maxAttempts,
			createdAt: nowIn(record, wallMs),
		});
	};
	/** How the decision was asked for one more payment, or what the store was full of. */
	const arriveIn = async (
		name: string,
		names: Partial<PaymentNames>,
		isWanted: (arrival: Arrived) => boolean,
	): Promise<Arrived | ReachedLimit> => {
		const named = { reference: null, idempotencyKey: null, ...names };
		const asked = await store.create(name, named, (arrival) => {
			const result = { ...arrival, earlier: arrival.earlier() };
			if (!isWanted(result)) return { result };
			const payment = build(named, arrival);
			const answer = named.idempotencyKey === null ? null : answerOf(payment);
			return { created: { payment, answer }, result };
		});
		return 'full' in asked ? asked.full : asked.result;
	};
	/** Names the oldest payment with this reference by another key too. */
	const nameAgain = (reference: string, idempotencyKey: string) =>
		store.create(workspace, { reference, idempotencyKey }, (arrival) => {
			const earlier = arrival.earlier();
			if (!earlier) throw new Error(`Nothing is known as ${reference}.`);
			return { known: { payment: earlier, answer: answerOf(earlier) }, result: null };
		});
	const actIn = async (name: string, sessionId: string, ...events: PaymentEvent[]) =>
		store.transact(name, sessionId, (before, record) => {
			const now = nowIn(record, wallMs);
			const context = contextAt(now);
			const payment = events.reduce<Payment>((one, event) => {
				const done = transition(one, event, context);
				if (!done.ok) throw new Error(`${event.type}: ${done.refusal.code}`);
				return done.payment;
			}, before);
			return { payment, result: stateAt(payment, now) };
		});
	const addTo = (name: string, reference: string | null = null) =>
		arriveIn(name, { reference }, () => true);
	/** The same in the usual workspace; null when the store was full. */
	const arrive = async (names: Partial<PaymentNames>, isWanted: (arrival: Arrived) => boolean) => {
		const asked = await arriveIn(workspace, names, isWanted);
		return typeof asked === 'string' ? null : asked;
	};
	const sessionsOf = async (name: string, filter: Partial<PaymentFilter> = {}) => {
		const found = await store.list(name, { ...anyPayment, ...filter });
		return found?.map(({ sessionId }) => sessionId.replace('session-', '')) ?? null;
	};
	const set = async <S extends Section>(name: string, section: S, part: Partial<Settings[S]>) => {
		await store.changeWorkspace(name, (record) => {
			const before = record.settings.inForce;
			const inForce = { ...before, [section]: { ...before[section], ...part } };
			return { record: { ...record, settings: { ...record.settings, inForce } }, result: null };
		});
	};
	return {
		store,
		actIn,
		/** How the decision was asked for one more payment, or what the store was full of. */
		addTo,
		/** Newest first; null after a forgotten one. */
		sessionsOf,
		set,
		act: (sessionId: string, ...events: PaymentEvent[]) => actIn(workspace, sessionId, ...events),
		arrive,
		nameAgain,
		add: (reference: string | null = null, idempotencyKey: string | null = null) =>
			arrive({ reference, idempotencyKey }, () => true),
		sessions: (filter: Partial<PaymentFilter> = {}) => sessionsOf(workspace, filter),
		limitTo: (maxPayments: number) => set(workspace, 'limits', { maxPayments }),
		pass(ms: number) {
			wallMs += ms;
		},
	};
}

export interface Limits {
	maxPayments?: number;
	maxWorkspaces?: number;
}

/** The limits are a hundred payments and a hundred workspaces, unless others are given. */
export async function setupWithin(create: CreateStore, limits: Limits) {
	const held = await setupStore(create);
	await held.set(workspace, 'limits', { maxPayments: 100, maxWorkspaces: 100, ...limits });
	const names = async () => (await held.store.workspaces()).map(({ record }) => record.name);
	return { ...held, names };
}
