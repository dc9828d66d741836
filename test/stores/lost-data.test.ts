/** A Redis that starts again without its data, under a running sandbox. */
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { options, withReference } from '../support/calls.ts';
import { readEvents } from '../support/event-reader.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { namesAt, post, send, startSandbox } from '../support/sandbox.ts';

describe.skipIf(redisProgram === null)('Redis lost its data', () => {
	async function setup() {
		const { url: store } = await startRedis();
		const sandbox = await startSandbox({ store });
		const client = await createClient({ url: store }).connect();
		onTestFinished(() => client.destroy());
		const findings = async () => (await send('GET', sandbox.url + controlPaths.findings)).body;
		const verify = async (base: string, times: object | number) => {
			const question = { match: { reference: 'order-1' }, times };
			return (await post(base + controlPaths.verify, question)).body;
		};
		/** Copies all keys from one database of Redis to another. */
		const copy = async (from: number, to: number) => {
			await client.select(from);
			for (const name of await client.keys('*'))
				await client.sendCommand(['COPY', name, name, 'DB', String(to)]);
			await client.select(0);
		};
		return {
			...{ sandbox, store, findings, verify },
			loseData: () => client.flushDb(),
			lose: (key: string) => client.del(`payin-sandbox:value:${key}`),
			keepCopy: () => copy(0, 1),
			async restoreCopy() {
				await client.flushDb();
				await copy(1, 0);
			},
		};
	}

	test.each([
		['', false],
		[' of a workspace that was reset', true],
	])('findings%s are incomplete, until a reset', async (_, isReset) => {
		const { sandbox, findings, loseData } = await setup();
		if (isReset) await sandbox.reset();
		await options(sandbox, withReference('order-1'));
		await options(sandbox, withReference('order-1'));
		expect(await findings()).toMatchObject({ calls: 2, complete: true });
		await loseData();
		expect(await findings()).toMatchObject({ complete: false });
		await options(sandbox, withReference('order-2'));
		expect(await findings()).toMatchObject({ complete: false });
		await sandbox.reset();
		await options(sandbox, withReference('order-3'));
		expect(await findings()).toMatchObject({ calls: 1, complete: true });
	});

	test('verify is not certain about a workspace that was reset, until another reset', async () => {
		const { sandbox, verify, loseData } = await setup();
		await sandbox.reset();
		await options(sandbox, withReference('order-1'));
		await loseData();
		const ask = () => verify(sandbox.url, { atMost: 0 });
		expect(await ask()).toMatchObject({ ok: false, complete: false });
		await sandbox.reset();
		expect(await ask()).toMatchObject({ ok: true, complete: true });
	});

	test.each([
		['default', ''],
		['team-a', '/w/team-a'],
	])(
		'after an older copy is restored, a reset of %s does not show the calls of an earlier reset',
		async (_, path) => {
			const { sandbox, verify, keepCopy, restoreCopy } = await setup();
			const base = sandbox.url + path;
			const reset = () => post(base + controlPaths.reset);
			await options({ url: base }, withReference('order-1'));
			await keepCopy();
			await reset();
			await options({ url: base }, withReference('order-1'));
			await options({ url: base }, withReference('order-1'));
			expect(await verify(base, 2)).toMatchObject({ ok: true, complete: true });
			await restoreCopy();
			expect(await verify(base, 1)).toMatchObject({ complete: false });
			await reset();
			expect(await verify(base, 2)).toMatchObject({ ok: false, matched: 0 });
			expect(await verify(base, 0)).toMatchObject({ ok: true, complete: true });
		},
	);

	test.each(['expired', 'was deleted', 'was created again'])(
		'the calls of a workspace that %s before the loss are not those of the next workspace',
		async (ending) => {
			const { sandbox, verify, loseData } = await setup();
			const base = `${sandbox.url}/w/team-a`;
			const item = `${sandbox.url}${controlPaths.workspaces}/team-a`;
			await send('PUT', base + controlPaths.settings, { defaultOutcome: 'DECLINE' });
			await options({ url: base }, { ...withReference('order-1'), amount: -1 });
			expect(await verify(base, 1)).toMatchObject({ ok: true, complete: true });
			if (ending === 'expired') {
				await sandbox.configure({ workspaces: { ttl: '1ms' } });
				await expect.poll(() => namesAt(sandbox.url)).toEqual(['default']);
			} else {
				const { status } = await send(ending === 'was deleted' ? 'DELETE' : 'PUT', item);
				expect(status).toBe(200);
			}
			await loseData();
			expect(await verify(base, 1)).toMatchObject({ ok: false, matched: 0, complete: false });
			await post(base + controlPaths.reset);
			expect(await verify(base, 0)).toMatchObject({ ok: true, complete: true });
		},
	);

	test('the next new workspace brings default back, as the store was created', async () => {
		const { sandbox, store, loseData } = await setup();
		await options(sandbox, withReference('order-1'));
		await loseData();
		await send('PUT', `${sandbox.url}/w/team-a${controlPaths.settings}`, {});
		expect(await namesAt(sandbox.url)).toEqual(['default', 'team-a']);
		await expect(startSandbox({ store, seed: 8 })).rejects.toThrow(/with seed \d+, not 8/);
		// Without default, no workspace expired.
		await sandbox.configure({ workspaces: { ttl: '1ms' } });
		await expect.poll(() => namesAt(sandbox.url)).toEqual(['default']);
	});

	test.each(['schema', 'workspace/default'])(
		'the next new workspace restores the lost key %s, and removes no payment',
		async (key) => {
			const { sandbox, store, lose } = await setup();
			await options({ url: `${sandbox.url}/w/team-a` }, withReference('order-1'));
			await options(sandbox, withReference('order-2'));
			await lose(key);
			await options({ url: `${sandbox.url}/w/team-b` });
			expect(await namesAt(sandbox.url)).toEqual(['default', 'team-a', 'team-b']);
			const paymentsIn = async (base: string) =>
				(await send('GET', base + controlPaths.payments)).body.payments.length;
			expect(await paymentsIn(`${sandbox.url}/w/team-a`)).toBe(1);
			if (key === 'schema') expect(await paymentsIn(sandbox.url)).toBe(1);
			const other = await startSandbox({ store });
			expect(await paymentsIn(`${other.url}/w/team-a`)).toBe(1);
		},
	);

	test('the events have a reset and a gap, once', async () => {
		const { sandbox, loseData } = await setup();
		const stream = await readEvents(sandbox.url);
		await options(sandbox);
		await stream.until(({ event }) => event === 'call');
		// The store is read once a second: wait for a reading with the data.
		await sandbox.configure({ gaps: {} });
		await loseData();
		// A client that empties its table at a reset reads the payments again at the gap.
		await options(sandbox, withReference('order-2'));
		await stream.until(({ event }) => event === 'reset');
		expect((await stream.next())?.event).toBe('gap');
		await options(sandbox, withReference('order-3'));
		const later = await stream.until(({ event }) => event === 'call');
		expect(later.map(({ event }) => event)).not.toContain('reset');
	});
});
