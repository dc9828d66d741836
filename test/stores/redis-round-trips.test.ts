/** How many round trips to Redis a call may take that concerns all workspaces. */
import { describe, expect, test } from 'vitest';
import { randomSecret } from '../../simulator/runtime/chance.ts';
import { createRedisLink } from '../../simulator/runtime/redis-link.ts';
import { monotonicMs, sleep } from '../../simulator/runtime/time.ts';
import { createRedisBackend } from '../../simulator/state/redis-backend.ts';
import type { Command } from '../../simulator/state/redis-commands.ts';
import { preparation } from '../../simulator/state/redis-commands.ts';
import { createStoreClock } from '../../simulator/state/store-clock.ts';
import { minuteMs } from '../support/payment.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { openTestStore, setupStore, workspace } from '../support/store.ts';

const hourMs = 60 * minuteMs;
const teams = Array.from({ length: 300 }, (_, index) => `team-${index}`);

/** 300 workspaces with a payment each. With a manual clock, time does not make the payments final. */
async function setup({ clock: mode }: { clock: 'manual' | 'real' }) {
	const { url } = await startRedis();
	const link = await createRedisLink(url, preparation);
	let trips = 0;
	const send = (commands: readonly Command[], deadlineMs: number) => {
		trips += 1;
		return link.send(commands, deadlineMs);
	};
	const held = await setupStore(({ wallNow }) => {
		const clock = createStoreClock(wallNow);
		const own = { prefix: '', timeoutMs: 5_000, origin: randomSecret().slice(0, 4) };
		const backend = createRedisBackend({
			...{ ...own, link: { ...link, send }, monotonicMs, sleep, clock },
		});
		// The sweeper stops after its first step, as if it were slow.
		const untilClosed = (_: number, signal: AbortSignal) =>
			new Promise<void>((resolve) => {
				if (signal.aborted) resolve();
				signal.addEventListener('abort', () => resolve());
			});
		return openTestStore({ kind: 'redis', backend, clock, wallNow, sleep: untilClosed });
	});
	const { startValues } = await held.store.workspaceRecord(workspace);
	const clock = { mode, scale: 1, now: null };
	await Promise.all(
		teams.map(async (name) => {
			await held.store.createWorkspace(name, { ...startValues, clock });
			await held.addTo(name);
		}),
	);
	/** The result of a call, and how many round trips it took. */
	const counted = async <R>(call: () => Promise<R>) => {
		const before = trips;
		const result = await call();
		return { result, trips: trips - before };
	};
	return { ...held, counted };
}

describe.skipIf(redisProgram === null)('with 300 workspaces in a Redis', () => {
	test('those that are idle and may not expire cost a list and a refused workspace few round trips', async () => {
		const { store, addTo, set, pass, counted } = await setup({ clock: 'manual' });
		await set(workspace, 'limits', { maxWorkspaces: teams.length + 1 });
		pass(2 * hourMs);
		const list = await counted(() => store.workspaces());
		expect(list.result).toHaveLength(teams.length + 1);
		expect(list.trips).toBeLessThan(20);
		const refused = await counted(() => addTo('one-more'));
		expect(refused.result).toBe('workspaces');
		expect(refused.trips).toBeLessThan(20);
	});

	test('the due states of a workspace that is not created take one round trip', async () => {
		const { store, counted } = await setup({ clock: 'manual' });
		const range = { after: { at: 0, rank: -1 }, to: Number.MAX_SAFE_INTEGER, limit: 10 };
		const uncreated = await store.workspaceRecord('uncreated');
		expect(await counted(() => store.due(uncreated, range))).toMatchObject({ trips: 1 });
	});

	test('all expire in few round trips', async () => {
		const { store, pass, counted } = await setup({ clock: 'real' });
		pass(2 * hourMs);
		const list = await counted(() => store.workspaces());
		expect(list.result.map(({ record }) => record.name)).toEqual([workspace]);
		// The sweeper removes the first of them meanwhile.
		expect(list.trips).toBeLessThan(150);
		expect(await store.counts()).toEqual({ live: 0, evicted: 0, expired: teams.length });
	});

	test('a creation in a full store evicts an unopened payment in few round trips', async () => {
		const { store, add, limitTo, sessionsOf, counted } = await setup({ clock: 'manual' });
		await limitTo(teams.length);
		const created = await counted(() => add());
		expect(created.result).not.toBeNull();
		expect(created.trips).toBeLessThan(40);
		expect(await store.counts()).toEqual({ live: teams.length, evicted: 1, expired: 0 });
		const left = await Promise.all(teams.map((name) => sessionsOf(name)));
		expect(left.filter((sessions) => sessions?.length === 0)).toHaveLength(1);
	});

	test('a creation in a full store finds all payments that time has made final in few round trips', async () => {
		const { store, add, limitTo, pass, counted } = await setup({ clock: 'real' });
		await limitTo(teams.length);
		pass(hourMs);
		const created = await counted(() => add());
		expect(created.result).not.toBeNull();
		expect(created.trips).toBeLessThan(80);
		const evicted = 3;
		expect(await store.counts()).toEqual({
			live: teams.length + 1 - evicted,
			evicted,
			expired: 0,
		});
		// The next creations need no eviction.
		const next = await counted(() => add());
		expect(next.trips).toBeLessThan(8);
	});
});
