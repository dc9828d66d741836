/** The contract of every store, as one suite: `describeStore('memory', create)`. */
import { describe, expect } from 'vitest';
import type { Payment } from '../../simulator/domain/payment.ts';
import { stateAt } from '../../simulator/domain/timeline.ts';
import { chooseCard, start, submitBank } from '../support/payment.ts';
import type { Arrived, CreateStore } from '../support/store.ts';
import { contractTest, setupStore, workspace } from '../support/store.ts';
import { describeStoreClock } from './store-clock.contract.ts';
import { describeStoreEviction } from './store-eviction.contract.ts';
import { describeStoreLifetimes } from './store-lifetimes.contract.ts';
import { describeStoreNames } from './store-names.contract.ts';
import { describeStoreWorkspaces } from './store-workspaces.contract.ts';

export function describeStore(name: string, create: CreateStore): void {
	const setup = () => setupStore(create);

	describeStoreClock(name, create);
	describeStoreWorkspaces(name, create);
	describeStoreLifetimes(name, create);
	describeStoreEviction(name, create);
	describeStoreNames(name, create);
	describe(`${name} store`, () => {
		const rule = contractTest(name);
		rule('a new payment gets its ordinal and the count of its reference', async () => {
			const { add } = await setup();
			const wanted = ['a', null, 'a', 'b', null, 'a'];
			const seen: (Arrived | null)[] = [];
			for (const reference of wanted) seen.push(await add(reference));
			expect(seen.map((arrival) => arrival?.ordinal)).toEqual([0, 1, 2, 3, 4, 5]);
			expect(seen.map((arrival) => arrival?.sameReference)).toEqual([0, 0, 1, 0, 0, 2]);
			const referenced = seen.filter((_, index) => wanted[index] !== null);
			expect(referenced.map((arrival) => arrival?.serial)).toEqual([0, 1, 0, 2]);
			expect(seen[0]?.record.name).toBe(workspace);
		});

		rule('payments created at once get different ordinals', async () => {
			const { add } = await setup();
			const seen = await Promise.all(Array.from({ length: 50 }, () => add('a')));
			const counted = Array.from({ length: 50 }, (_, index) => index);
			const ascending = (one = 0, other = 0) => one - other;
			expect(seen.map((one) => one?.ordinal).sort(ascending)).toEqual(counted);
			expect(seen.map((one) => one?.sameReference).sort(ascending)).toEqual(counted);
		});

		rule('a payment is read by its session id and its transaction id only', async () => {
			const { store, add } = await setup();
			await add('a');
			const bySession = await store.read(workspace, 'session-0');
			expect(bySession?.payment.paymentReference).toBe('a');
			expect(bySession?.record.name).toBe(workspace);
			expect(await store.read(workspace, 'transaction-0')).toEqual(bySession);
			expect(await store.read(workspace, 'session-1')).toBeNull();
			expect(await store.read(workspace, '')).toBeNull();
			expect(await store.read('elsewhere', 'session-0')).toBeNull();
		});

		rule('a transaction stores the payment and returns the result of its decision', async () => {
			const { store, act, add } = await setup();
			await add();
			expect(await act('session-0', chooseCard(), { type: 'open' })).toBe('opened');
			const found = await store.read(workspace, 'session-0');
			expect(found && stateAt(found.payment, start)).toBe('opened');
		});

		rule(
			'a transaction receives the workspace record, finds the payment by session id only, and may change nothing',
			async () => {
				const { store, add } = await setup();
				await add();
				const look = (id: string) =>
					store.transact(workspace, id, (payment, record) => ({
						result: `${record.name} ${payment.sessionId}`,
					}));
				expect(await look('session-0')).toBe('default session-0');
				expect(await look('transaction-0')).toBeNull();
				expect(await look('session-9')).toBeNull();
			},
		);

		rule('of a hundred submits at once, exactly one is accepted', async () => {
			const { store, act, add } = await setup();
			await add();
			await act('session-0', chooseCard());
			const results = await Promise.allSettled(
				Array.from({ length: 100 }, () => act('session-0', submitBank)),
			);
			expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
			const found = await store.read(workspace, 'session-0');
			expect(found?.payment.attempts).toHaveLength(1);
		});

		rule('a hundred changes at once are a hundred changes', async () => {
			const { store, add } = await setup();
			await add();
			const before = (await store.read(workspace, 'session-0'))?.payment.amount ?? 0;
			const count = () =>
				store.transact(workspace, 'session-0', (payment) => ({
					payment: { ...payment, amount: payment.amount + 1 },
					result: null,
				}));
			await Promise.all(Array.from({ length: 100 }, count));
			const after = (await store.read(workspace, 'session-0'))?.payment.amount;
			expect(after).toBe(before + 100);
		});

		rule('a decision that throws does not change the payment', async () => {
			const { store, act, add } = await setup();
			await add();
			const before = await store.read(workspace, 'session-0');
			await expect(act('session-0', chooseCard(), { type: 'confirm' })).rejects.toThrow('confirm');
			expect(await store.read(workspace, 'session-0')).toEqual(before);
		});

		rule('the list is newest first, filtered, limited, and continues after a cursor', async () => {
			const { act, add, sessions } = await setup();
			for (const reference of ['a', 'b', 'a', null, 'a']) await add(reference);
			await act('session-2', chooseCard());
			expect(await sessions()).toEqual(['4', '3', '2', '1', '0']);
			expect(await sessions({ reference: 'a' })).toEqual(['4', '2', '0']);
			expect(await sessions({ limit: 2 })).toEqual(['4', '3']);
			expect(await sessions({ limit: 2, after: 'session-3' })).toEqual(['2', '1']);
			expect(await sessions({ after: 'session-0' })).toEqual([]);
			expect(await sessions({ reference: 'a', limit: 1, after: 'session-4' })).toEqual(['2']);
			expect(await sessions({ reference: 'a', after: 'session-3' })).toEqual(['2', '0']);
			expect(await sessions({ reference: 'c' })).toEqual([]);
			expect(await sessions({ after: 'session-forgotten' })).toBeNull();
			const chosen = { accepts: ({ choice }: Payment) => choice !== null };
			expect(await sessions(chosen)).toEqual(['2']);
			expect(await sessions({ ...chosen, reference: 'b' })).toEqual([]);
		});
	});
}
