/** The contract of every store: workspace records, listeners and eviction. A part of `describeStore`. */
import { describe, expect } from 'vitest';
import { chooseCard, minuteMs, steerTo, submitBank, windowMs } from '../support/payment.ts';
import type { CreateStore } from '../support/store.ts';
import { contractTest, setupStore, workspace } from '../support/store.ts';

export function describeStoreEviction(name: string, create: CreateStore): void {
	const setup = () => setupStore(create);

	/** A full store with this limit of payments. */
	async function setupFull(maxPayments: number) {
		const held = await setup();
		await held.limitTo(maxPayments);
		for (let index = 0; index < maxPayments; index += 1) await held.add();
		return held;
	}

	describe(`${name} store's workspace records and eviction`, () => {
		const rule = contractTest(name);
		rule('a workspace record is changed by the result of the function, or not at all', async () => {
			const { store } = await setup();
			const before = await store.workspaceRecord(workspace);
			const result = await store.changeWorkspace(workspace, (record) => ({
				record: { ...record, seed: 77 },
				result: record.seed,
			}));
			expect(result).toBe(before.seed);
			expect(await store.workspaceRecord(workspace)).toEqual({ ...before, seed: 77 });
			expect(await store.changeWorkspace(workspace, () => ({ result: 'seen' }))).toBe('seen');
			expect((await store.workspaceRecord(workspace)).seed).toBe(77);
			expect((await store.workspaceRecord('elsewhere')).seed).toBe(before.seed);
		});

		rule('a hundred changes of a workspace record at once are a hundred changes', async () => {
			const { store } = await setup();
			const { seed } = await store.workspaceRecord(workspace);
			const grow = () =>
				store.changeWorkspace(workspace, (record) => ({
					record: { ...record, seed: record.seed + 1 },
					result: null,
				}));
			await Promise.all(Array.from({ length: 100 }, grow));
			expect((await store.workspaceRecord(workspace)).seed).toBe(seed + 100);
		});

		rule('a reset deletes every payment and starts the workspace again', async () => {
			const { store, add, limitTo, sessions } = await setup();
			const { seed, settings } = await store.workspaceRecord(workspace);
			await add('a');
			await limitTo(5);
			await store.reset(workspace);
			expect(await sessions()).toEqual([]);
			expect(await store.read(workspace, 'transaction-0')).toBeNull();
			expect(await store.counts()).toMatchObject({ live: 0 });
			expect(await store.workspaceRecord(workspace)).toMatchObject({ seed, settings });
			expect(await add('a')).toMatchObject({ ordinal: 0, sameReference: 0 });
		});

		rule(
			'a listener is called for its payment and its workspace only, until it is removed',
			async () => {
				const { store, act, add } = await setup();
				for (let index = 0; index < 2; index += 1) await add();
				let calls = 0;
				const stop = store.watch(workspace, 'session-0', () => {
					calls += 1;
				});
				await act('session-1', chooseCard());
				await add();
				await store.changeWorkspace('elsewhere', (record) => ({ record, result: null }));
				await store.read(workspace, 'session-0');
				await store.changeWorkspace(workspace, () => ({ result: null }));
				expect(calls).toBe(0);
				await act('session-0', chooseCard());
				await store.changeWorkspace(workspace, (record) => ({ record, result: null }));
				await store.reset(workspace);
				expect(calls).toBe(3);
				stop();
				await store.changeWorkspace(workspace, (record) => ({ record, result: null }));
				expect(calls).toBe(3);
			},
		);

		rule('a full store evicts the oldest final payment first', async () => {
			const { store, act, add, sessions } = await setupFull(4);
			for (const id of ['session-2', 'session-1']) await act(id, { type: 'cancel' });
			await add();
			expect(await sessions()).toEqual(['4', '3', '2', '0']);
			expect(await store.read(workspace, 'session-1')).toBeNull();
			expect(await store.read(workspace, 'transaction-1')).toBeNull();
			await add();
			expect(await sessions()).toEqual(['5', '4', '3', '0']);
			expect(await store.counts()).toEqual({ live: 4, evicted: 2, expired: 0 });
		});

		rule('without a final payment, it evicts the oldest unopened payment', async () => {
			const { act, add, sessions } = await setupFull(3);
			await act('session-0', chooseCard(), { type: 'open' });
			await act('session-1', chooseCard());
			await add();
			expect(await sessions()).toEqual(['3', '2', '0']);
		});

		rule('of the unopened payments, it evicts only as many as necessary', async () => {
			const { store, act, add, sessions } = await setupFull(300);
			await add();
			expect(await store.counts()).toEqual({ live: 300, evicted: 1, expired: 0 });
			await act('session-1', chooseCard());
			await act('session-9', { type: 'cancel' });
			await add();
			expect(await store.counts()).toEqual({ live: 300, evicted: 2, expired: 0 });
			expect(await sessions({ limit: 1, after: 'session-2' })).toEqual(['1']);
			expect(await store.read(workspace, 'session-9')).toBeNull();
			await add();
			expect(await sessions({ after: 'session-2' })).toEqual([]);
		});

		rule(
			'it never evicts an opened payment, a payment in processing, or one with a retry left',
			async () => {
				const { store, act, add, pass, sessions } = await setupFull(3);
				await act('session-0', chooseCard(), { type: 'open' });
				await act('session-1', chooseCard(), steerTo('HOLD'), submitBank);
				const decline = { type: 'decline', reason: 'generic_decline' } as const;
				await act('session-2', chooseCard(), submitBank, decline);
				expect(await add()).toBeNull();
				expect(await sessions()).toEqual(['2', '1', '0']);
				expect(await store.counts()).toEqual({ live: 3, evicted: 0, expired: 0 });

				pass(windowMs + minuteMs);
				expect(await add()).not.toBeNull();
				expect(await add()).not.toBeNull();
				expect(await sessions()).toEqual(['4', '3', '1']);
			},
		);

		rule('a lowered limit evicts the whole excess, unopened payments too', async () => {
			const { act, add, limitTo, sessions } = await setupFull(10);
			await act('session-3', { type: 'cancel' });
			await act('session-8', chooseCard(), { type: 'open' });
			await limitTo(2);
			expect(await add()).not.toBeNull();
			expect(await sessions()).toEqual(['10', '8']);
		});

		rule(
			'a reference without stored payments is counted from 0 again; any other count continues',
			async () => {
				const { act, add, limitTo } = await setup();
				await add('a');
				await add('b');
				await add('b');
				await limitTo(3);
				await act('session-0', { type: 'cancel' });
				await act('session-1', { type: 'cancel' });
				expect(await add('b')).toMatchObject({ sameReference: 2 });
				expect(await add('a')).toMatchObject({ ordinal: 4, sameReference: 0 });
				await act('session-4', { type: 'cancel' });
				expect(await add('b')).toMatchObject({ ordinal: 5, sameReference: 3 });
			},
		);
	});
}
