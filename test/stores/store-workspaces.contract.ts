/** The contract of every store: workspaces and their common limits. A part of `describeStore`. */
import { describe, expect } from 'vitest';
import { chooseCard, delayMs, minuteMs, start, submitBank } from '../support/payment.ts';
import type { CreateStore, Limits } from '../support/store.ts';
import { contractTest, setupWithin, workspace } from '../support/store.ts';

const hourMs = 60 * minuteMs;

export function describeStoreWorkspaces(name: string, create: CreateStore): void {
	const setupLimited = (limits: Limits) => setupWithin(create, limits);

	describe(`${name} store's workspaces`, () => {
		const rule = contractTest(name);
		rule('reading creates no workspace; a payment, a change and an advance do', async () => {
			const { store, addTo, actIn, sessionsOf, names } = await setupLimited({});
			expect((await store.workspaceRecord('a')).name).toBe('a');
			expect(await store.read('a', 'session-0')).toBeNull();
			expect(await sessionsOf('a')).toEqual([]);
			expect(await sessionsOf('a', { after: 'session-0' })).toBeNull();
			expect(await actIn('a', 'session-0', chooseCard())).toBeNull();
			expect(await store.changeWorkspace('a', () => ({ result: 'seen' }))).toBe('seen');
			await store.reset('a');
			expect(await names()).toEqual([workspace]);
			expect(await store.workspace('a')).toBeNull();

			await addTo('a');
			await store.changeWorkspace('b', (record) => ({ record, result: null }));
			await store.advance('c', minuteMs, 1);
			expect(await names()).toEqual([workspace, 'a', 'b', 'c']);
			expect((await store.workspace('a'))?.live).toBe(1);
		});

		rule('the same ids and references in two workspaces are two payments', async () => {
			const { store, addTo, actIn, sessionsOf } = await setupLimited({});
			expect(await addTo('a', 'r')).toMatchObject({ ordinal: 0, sameReference: 0 });
			expect(await addTo('b', 'r')).toMatchObject({ ordinal: 0, sameReference: 0 });
			await actIn('a', 'session-0', { type: 'cancel' });
			expect((await store.read('b', 'session-0'))?.payment.timeline).toHaveLength(2);
			expect(await store.advance('a', hourMs, 10)).toMatchObject({ total: 0 });
			expect((await store.workspaceRecord('b')).clock).toMatchObject({ anchorMs: start });
			await store.reset('a');
			expect([await sessionsOf('a'), await sessionsOf('b')]).toEqual([[], ['0']]);
			expect(await store.removeWorkspace('b')).toBe(1);
			expect(await store.removeWorkspace('b')).toBeNull();
			expect(await store.read('b', 'session-0')).toBeNull();
			expect(await store.counts()).toEqual({ live: 0, evicted: 0, expired: 0 });
		});

		rule('a created workspace begins with its startValues, and again after a reset', async () => {
			const { store, set, addTo } = await setupLimited({});
			const { startValues } = await store.workspaceRecord(workspace);
			const now = '2030-01-01T00:00:00.000Z';
			const own = { ...startValues, seed: 77, clock: { mode: 'manual', scale: 1, now } as const };
			expect(await store.createWorkspace('a', own)).toMatchObject({ outcome: 'created' });
			const made = await store.workspaceRecord('a');
			expect(made).toMatchObject({
				seed: 77,
				clock: { mode: 'manual', anchorMs: Date.parse(now) },
			});
			await store.advance('a', hourMs, 1);
			await set('a', 'ids', { source: 'seeded' });
			await store.reset('a');
			expect(await store.workspaceRecord('a')).toEqual({
				...made,
				secret: expect.any(String),
				generation: expect.any(Number),
			});

			expect(await store.createWorkspace('a', startValues)).toMatchObject({ outcome: 'recreated' });
			expect((await store.workspaceRecord('a')).seed).toBe(startValues.seed);
			await addTo('a');
			expect(await store.createWorkspace('a', own)).toMatchObject({ outcome: 'in_use' });
			expect(await store.workspace('a')).toMatchObject({
				live: 1,
				record: { seed: startValues.seed },
			});
		});

		rule('the workspace default is never removed', async () => {
			const { store, addTo, names } = await setupLimited({});
			await addTo(workspace);
			expect(await store.removeWorkspace(workspace)).toBeNull();
			expect(await names()).toEqual([workspace]);
			expect(await store.counts()).toMatchObject({ live: 1 });
		});

		rule(
			'the settings of default limit the workspaces, and a refused call creates none',
			async () => {
				const { store, addTo, names } = await setupLimited({ maxWorkspaces: 2 });
				await addTo('a');
				const { startValues } = await store.workspaceRecord('b');
				expect(await addTo('b')).toBe('workspaces');
				expect(await store.createWorkspace('b', startValues)).toBe('full');
				expect(await store.advance('b', 1, 1)).toBeNull();
				expect(
					await store.changeWorkspace('b', (record) => ({ record, result: 'changed' })),
				).toBeNull();
				expect(await names()).toEqual([workspace, 'a']);
				expect(await addTo('a')).toMatchObject({ ordinal: 1 });
				await store.removeWorkspace('a');
				expect(await addTo('b')).toMatchObject({ ordinal: 0 });
			},
		);

		rule(
			'the oldest final payment of any workspace is evicted first, then the oldest unopened one',
			async () => {
				const { store, addTo, actIn, sessionsOf, pass } = await setupLimited({ maxPayments: 5 });
				await addTo('a');
				await addTo('b');
				await addTo('a');
				await addTo('b');
				await addTo('a');
				await actIn('b', 'session-1', { type: 'cancel' });
				await actIn('a', 'session-1', chooseCard(), submitBank);
				const all = async () => [
					await sessionsOf('a'),
					await sessionsOf('b'),
					await sessionsOf('c'),
				];
				await addTo('c');
				expect(await all()).toEqual([['2', '1', '0'], ['0'], ['0']]);
				pass(delayMs);
				await addTo('c');
				expect(await all()).toEqual([['2', '0'], ['0'], ['1', '0']]);
				await actIn('a', 'session-0', chooseCard(), { type: 'open' });
				await addTo('c');
				expect(await all()).toEqual([['2', '0'], [], ['2', '1', '0']]);
				await addTo('c');
				expect(await all()).toEqual([['0'], [], ['3', '2', '1', '0']]);
				expect(await store.counts()).toEqual({ live: 5, evicted: 4, expired: 0 });
			},
		);

		rule(
			'a change of maxAttempts is for later payments, so a payment with a retry left stays',
			async () => {
				const { set, addTo, actIn, sessionsOf } = await setupLimited({ maxPayments: 1 });
				const decline = { type: 'decline', reason: 'generic_decline' } as const;
				await addTo('a');
				await actIn('a', 'session-0', chooseCard(), submitBank, decline);
				expect(await addTo('b')).toBe('payments');
				await set('a', 'cashier', { maxAttempts: 1 });
				expect(await addTo('b')).toBe('payments');
				expect(await sessionsOf('a')).toEqual(['0']);
			},
		);

		rule(
			'a payment declined in its last attempt may be evicted, also after maxAttempts is raised',
			async () => {
				const { set, addTo, actIn, sessionsOf } = await setupLimited({ maxPayments: 1 });
				const decline = { type: 'decline', reason: 'generic_decline' } as const;
				await set('a', 'cashier', { maxAttempts: 1 });
				await addTo('a');
				await actIn('a', 'session-0', chooseCard(), submitBank, decline);
				await set('a', 'cashier', { maxAttempts: 3 });
				expect(await addTo('b')).toMatchObject({ ordinal: 0 });
				expect(await sessionsOf('a')).toEqual([]);
			},
		);
	});
}
