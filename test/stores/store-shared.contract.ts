/** The contract of a store that several processes may open: two handles of one store, in addition to `describeStore`. */
import { describe, expect, test } from 'vitest';
import { chooseCard, delayMs, minuteMs, start, submitBank, windowMs } from '../support/payment.ts';
import type { CreateStore } from '../support/store.ts';
import { setupStore, workspace } from '../support/store.ts';

/** An empty store, and a function that opens another handle of it. */
export type CreatePlace = () => Promise<CreateStore>;

const hundred = Array.from({ length: 100 }, (_, index) => index);

export function describeSharedStore(name: string, createPlace: CreatePlace): void {
	async function setup() {
		const open = await createPlace();
		const one = await setupStore(open);
		const other = await setupStore(open);
		/** Alternates between the two handles. */
		const both = <T>(act: (handle: typeof one, index: number) => Promise<T>) =>
			Promise.all(hundred.map((index) => act(index % 2 === 0 ? one : other, index)));
		return { open, one, other, both };
	}

	describe(`${name} store, opened twice`, () => {
		test('one handle reads what the other writes', async () => {
			const { one, other } = await setup();
			await one.add('a', 'key');
			expect(await other.sessions()).toEqual(['0']);
			await other.act('session-0', chooseCard());
			const found = await one.store.read(workspace, 'transaction-0');
			expect(found?.payment.choice?.kind).toBe('card');
			expect(await other.add('a', 'key')).toMatchObject({
				ordinal: 1,
				sameReference: 1,
				sameKey: { payment: { sessionId: 'session-0' } },
			});
			await one.store.reset(workspace);
			expect(await other.sessions()).toEqual([]);
			expect(await other.store.counts()).toMatchObject({ live: 0 });
		});

		test('changes of the clock and the settings apply to both handles', async () => {
			const { one, other } = await setup();
			await one.add();
			await one.set(workspace, 'cashier', { maxAttempts: 1 });
			await one.store.advance(workspace, minuteMs, 1);
			const { clock, settings } = await other.store.workspaceRecord(workspace);
			expect(clock.anchorMs).toBe(start + minuteMs);
			expect(settings.inForce.cashier.maxAttempts).toBe(1);
			expect(await other.store.advance(workspace, windowMs, 1)).toMatchObject({ total: 1 });
			expect(await one.store.advance(workspace, windowMs, 1)).toMatchObject({ total: 0 });
			await other.addTo('elsewhere');
			expect((await one.store.workspace('elsewhere'))?.live).toBe(1);
			expect(await one.store.removeWorkspace('elsewhere')).toBe(1);
			expect(await other.store.workspace('elsewhere')).toBeNull();
		});

		test('a hundred different requests at once through both handles create a hundred payments', async () => {
			const { one, both } = await setup();
			const created = await both(({ add }) => add('a'));
			const ordinals = created.map((arrival) => arrival?.ordinal ?? -1);
			expect(ordinals.toSorted((a, b) => a - b)).toEqual(hundred);
			expect(await one.sessions()).toHaveLength(100);
			expect(await one.store.counts()).toEqual({ live: 100, evicted: 0, expired: 0 });
		});

		test('of a hundred equal requests through both handles, one creates a payment', async () => {
			const { one, both } = await setup();
			const names = { reference: 'a', idempotencyKey: 'key' };
			const created = await both(({ arrive }) =>
				arrive(names, ({ earlier, sameKey }) => !earlier && !sameKey),
			);
			expect(created.filter((arrival) => arrival?.sameKey === null)).toHaveLength(1);
			expect(await one.sessions()).toEqual(['0']);
		});

		test('a hundred changes of a payment and of a workspace through both handles are a hundred changes', async () => {
			const { one, other, both } = await setup();
			await one.add();
			const amount = async () =>
				(await other.store.read(workspace, 'session-0'))?.payment.amount ?? 0;
			const [amountBefore, { seed }] = [await amount(), await one.store.workspaceRecord(workspace)];
			await both(({ store }) =>
				Promise.all([
					store.transact(workspace, 'session-0', (payment) => ({
						payment: { ...payment, amount: payment.amount + 1 },
						result: null,
					})),
					store.changeWorkspace(workspace, (record) => ({
						record: { ...record, seed: record.seed + 1 },
						result: null,
					})),
				]),
			);
			expect(await amount()).toBe(amountBefore + 100);
			expect((await other.store.workspaceRecord(workspace)).seed).toBe(seed + 100);
		});

		test('of a hundred submits through both handles, exactly one is accepted', async () => {
			const { one, both } = await setup();
			await one.add();
			await one.act('session-0', chooseCard());
			const done = await both(async ({ act }) => {
				try {
					await act('session-0', submitBank);
					return true;
				} catch {
					return false;
				}
			});
			expect(done.filter(Boolean)).toHaveLength(1);
		});

		test('each due state is returned once, by the advance of either handle', async () => {
			const { one, both } = await setup();
			await Promise.all(hundred.map(() => one.add()));
			const reported: string[] = [];
			await both(async ({ store, act }, index) => {
				await act(`session-${index}`, chooseCard(), submitBank);
				const advanced = await store.advance(workspace, delayMs / 50, 1_000);
				for (const { payment } of advanced?.transitions ?? []) reported.push(payment.sessionId);
			});
			const last = await one.store.advance(workspace, delayMs, 1_000);
			for (const { payment } of last?.transitions ?? []) reported.push(payment.sessionId);
			expect(reported.toSorted()).toEqual(hundred.map((index) => `session-${index}`).toSorted());
		});

		test('a serial is never used twice with its reference, through either handle', async () => {
			const { one, other } = await setup();
			await one.set(workspace, 'limits', { maxPayments: 2 });
			const serials = [];
			for (const { add } of [one, other, one, other]) {
				serials.push((await add('a'))?.serial);
				for (const reference of ['b', 'c']) await add(reference);
			}
			expect(new Set(serials).size).toBe(4);
		});

		test('a workspace expires for both handles, and a use through either prevents it', async () => {
			const { one, other } = await setup();
			const pass = (ms: number) => {
				for (const handle of [one, other]) handle.pass(ms);
			};
			for (const name of ['used', 'left']) {
				await one.addTo(name);
				await one.actIn(name, 'session-0', { type: 'cancel' });
			}
			pass(40 * minuteMs);
			await other.store.workspaceRecord('used');
			pass(40 * minuteMs);
			expect(await one.sessionsOf('left')).toEqual([]);
			expect(await other.store.workspace('left')).toBeNull();
			expect(await one.sessionsOf('used')).toEqual(['0']);
			expect(await other.store.counts()).toEqual({ live: 1, evicted: 0, expired: 1 });
		});

		test('a created workspace has the record that was read before, for both handles', async () => {
			const { one, other } = await setup();
			await other.store.workspaceRecord('a');
			const { secret } = await one.store.workspaceRecord('a');
			await one.addTo('a');
			expect((await other.store.workspaceRecord('a')).secret).toBe(secret);
		});

		test('both handles together respect the limits of payments and workspaces', async () => {
			const { one, other, both } = await setup();
			await one.set(workspace, 'limits', { maxPayments: 10, maxWorkspaces: 3 });
			await both(({ addTo }, index) => addTo(`w-${index % 5}`));
			expect((await other.store.workspaces()).length).toBe(3);
			expect(await other.store.counts()).toMatchObject({ live: 10 });
		});

		test('stored data is available when the store is opened again', async () => {
			const { open, one, other } = await setup();
			await one.add('a', 'key');
			await one.set(workspace, 'cashier', { maxAttempts: 2 });
			const before = await one.store.workspaceRecord(workspace);
			await one.store.close();
			await other.store.close();
			const again = await setupStore(open);
			expect(await again.store.workspaceRecord(workspace)).toEqual(before);
			expect(await again.add('a', 'key')).toMatchObject({ ordinal: 1, sameReference: 1 });
		});
	});
}
