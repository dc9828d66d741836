/** The contract of every store: workspaces before their creation and after they expire. A part of `describeStore`. */
import { describe, expect } from 'vitest';
import { chooseCard, minuteMs, steerTo, submitBank, windowMs } from '../support/payment.ts';
import type { CreateStore, Limits } from '../support/store.ts';
import { contractTest, setupWithin, workspace } from '../support/store.ts';

const hourMs = 60 * minuteMs;

export function describeStoreLifetimes(name: string, create: CreateStore): void {
	const setupLimited = (limits: Limits) => setupWithin(create, limits);

	describe(`${name} store's idle workspaces`, () => {
		const rule = contractTest(name);
		rule(
			'a workspace is created with the record that was read before, and a reset changes its secret',
			async () => {
				const { store, addTo, pass } = await setupLimited({});
				const secretOf = async (one: string) => (await store.workspaceRecord(one)).secret;
				const seen = await secretOf('a');
				pass(minuteMs);
				expect(await secretOf('a')).toBe(seen);
				expect(await secretOf('b')).not.toBe(seen);
				await addTo('a');
				expect(await secretOf('a')).toBe(seen);
				const change = await store.workspaceRecord('b');
				await store.changeWorkspace('b', (record) => ({ record, result: null }));
				expect(await secretOf('b')).toBe(change.secret);
				const secrets = [seen];
				const isAnother = async () => {
					expect(secrets).not.toContain(await secretOf('a'));
					secrets.push(await secretOf('a'));
				};
				await store.reset('a');
				await isAnother();
				await store.removeWorkspace('a');
				await isAnother();
				await store.reset('a');
				await isAnother();
				const { startValues } = await store.workspaceRecord('a');
				await store.createWorkspace('a', startValues);
				await isAnother();
			},
		);

		rule('a workspace that is not created has no due states of the one created next', async () => {
			const { store, addTo, actIn, pass } = await setupLimited({});
			const [uncreated, before] = [await store.workspaceRecord('a'), { at: 0, rank: -1 }];
			await addTo('b');
			await actIn('b', 'session-0', chooseCard(), { type: 'open' });
			pass(windowMs);
			const dueIn = async (record: typeof uncreated) => {
				const range = { after: before, to: Number.MAX_SAFE_INTEGER, limit: 10 };
				return (await store.due(record, range))?.transitions.length;
			};
			expect(await dueIn(await store.workspaceRecord('b'))).toBeGreaterThan(0);
			expect(await dueIn(uncreated)).toBe(0);
		});

		rule(
			'the due states of a workspace are null after it ended, and none before it began',
			async () => {
				const { store, addTo } = await setupLimited({});
				const range = { after: { at: 0, rank: -1 }, to: Number.MAX_SAFE_INTEGER, limit: 10 };
				const ends: ((name: string) => Promise<unknown>)[] = [
					(name) => store.reset(name),
					(name) => store.removeWorkspace(name),
					async (name) =>
						store.createWorkspace(name, (await store.workspaceRecord(name)).startValues),
				];
				for (const [index, end] of ends.entries()) {
					const uncreated = await store.workspaceRecord(`uncreated-${index}`);
					expect(await store.due(uncreated, range)).toMatchObject({ transitions: [] });
					await end(uncreated.name);
					expect(await store.due(uncreated, range)).toBeNull();
				}
				await addTo('created');
				const created = await store.workspaceRecord('created');
				expect((await store.due(created, range))?.transitions).toHaveLength(1);
				await store.reset('created');
				expect(await store.due(created, range)).toBeNull();
			},
		);

		rule('the end of a workspace changes the secret of no other one', async () => {
			const { store, addTo, actIn, pass, names } = await setupLimited({});
			const { startValues, secret } = await store.workspaceRecord('uncreated');
			const isSame = async () =>
				expect((await store.workspaceRecord('uncreated')).secret).toBe(secret);
			await store.createWorkspace('a', startValues);
			await isSame();
			await store.reset('a');
			await isSame();
			await store.removeWorkspace('a');
			await isSame();
			await store.reset('a');
			await isSame();
			await addTo('b');
			await actIn('b', 'session-0', { type: 'cancel' });
			pass(hourMs + 1);
			expect(await names()).toEqual([workspace]);
			await isSame();
		});

		rule(
			'calls without a payment are counted for each workspace, and from 0 after a reset',
			async () => {
				const { store, addTo, names } = await setupLimited({});
				const ordinal = async (one: string) => (await store.countCallWithoutPayment(one)).ordinal;
				expect([await ordinal('b'), await ordinal('c'), await ordinal('b')]).toEqual([0, 0, 1]);
				expect(await names()).toEqual([workspace]);
				await addTo('b');
				expect([await ordinal('b'), await ordinal('c')]).toEqual([2, 1]);
				for (const one of ['b', 'c']) await store.reset(one);
				expect([await ordinal('b'), await ordinal('c')]).toEqual([0, 0]);
				await addTo('a');
				expect([await ordinal(workspace), await ordinal(workspace)]).toEqual([0, 1]);
				expect([await ordinal('a'), await ordinal('a'), await ordinal(workspace)]).toEqual([
					0, 1, 2,
				]);
				await store.reset('a');
				expect([await ordinal('a'), await ordinal(workspace)]).toEqual([0, 3]);
			},
		);

		rule('an idle workspace expires when all its payments are final', async () => {
			const { store, addTo, actIn, pass, names } = await setupLimited({ maxWorkspaces: 4 });
			await addTo('ended');
			await actIn('ended', 'session-0', { type: 'cancel' });
			await addTo('held');
			await actIn('held', 'session-0', chooseCard(), steerTo('HOLD'), submitBank);
			await store.changeWorkspace('used', (record) => ({ record, result: null }));
			pass(hourMs);
			expect(await names()).toEqual([workspace, 'ended', 'held', 'used']);
			expect(await addTo('one-more')).toBe('workspaces');
			await store.workspaceRecord('used');
			pass(1);
			expect(await addTo('one-more')).toMatchObject({ ordinal: 0 });
			expect(await names()).toEqual([workspace, 'held', 'used', 'one-more']);
			expect(await store.counts()).toEqual({ live: 2, evicted: 0, expired: 1 });
		});

		rule('an expired workspace does not exist for any method', async () => {
			const { store, addTo, actIn, sessionsOf, pass } = await setupLimited({});
			for (const one of ['a', 'b', 'c', 'd']) {
				await addTo(one);
				await actIn(one, 'session-0', { type: 'cancel' });
			}
			pass(hourMs + 1);
			expect(await store.read('a', 'session-0')).toBeNull();
			expect(await store.workspace('b')).toBeNull();
			expect(await store.removeWorkspace('c')).toBeNull();
			expect(await addTo('d')).toMatchObject({ ordinal: 0 });
			expect(await sessionsOf('d')).toEqual(['0']);
			expect(await store.counts()).toEqual({ live: 1, evicted: 0, expired: 4 });
		});

		rule('a workspace does not expire while it is held or a payment is watched', async () => {
			const { store, addTo, actIn, sessionsOf, pass, names } = await setupLimited({});
			for (const one of ['a', 'b', 'c']) {
				await addTo(one);
				await actIn(one, 'session-0', { type: 'cancel' });
			}
			const release = [store.hold('a'), store.hold('a')];
			const unwatch = store.watch('b', 'session-0', () => {});
			pass(3 * hourMs);
			expect(await names()).toEqual([workspace, 'a', 'b']);
			expect([await sessionsOf('a'), await sessionsOf('b')]).toEqual([['0'], ['0']]);
			// Releasing twice releases once.
			release[0]?.();
			release[0]?.();
			pass(hourMs + 1);
			expect(await names()).toEqual([workspace, 'a', 'b']);
			release[1]?.();
			unwatch();
			expect(await names()).toEqual([workspace]);
		});

		rule('a workspace also expires when its payments end by time, on its own clock', async () => {
			const { store, set, addTo, pass, names } = await setupLimited({});
			await set(workspace, 'workspaces', { ttl: '1m' });
			const { startValues } = await store.workspaceRecord(workspace);
			const clock = { mode: 'manual', scale: 1, now: null } as const;
			await store.createWorkspace('stopped', { ...startValues, clock });
			await addTo('stopped');
			await addTo('running');
			pass(windowMs + hourMs);
			expect(await names()).toEqual([workspace, 'stopped']);
			await store.advance('stopped', windowMs, 1);
			pass(hourMs);
			expect(await names()).toEqual([workspace]);
		});
	});
}
