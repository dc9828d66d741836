/** What a value that another program changed in Redis stops, and what it does not stop. */
import { createClient } from '@redis/client';
import { expect, onTestFinished, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';

/** The commands that write a text that cannot be read, and a value of another type. */
const damaging = ['SET', 'LPUSH'] as const;
const ifRedis = test.skipIf(redisProgram === null).each(damaging);

/** A sandbox with a workspace `damaged`, whose record another program has replaced. */
async function setup(command: (typeof damaging)[number], limits: object) {
	const redis = await startRedis();
	const { url, configure } = await startSandbox({ store: redis.url, settings: { limits } });
	const create = async (name: string) =>
		(await send('PUT', `${url}${controlPaths.workspaces}/${name}`, {})).status;
	expect(await create('damaged')).toBe(201);
	const client = await createClient({ url: redis.url }).connect();
	onTestFinished(() => client.destroy());
	const record = 'payin-sandbox:value:workspace/damaged';
	expect(await client.del(record)).toBe(1);
	await client.sendCommand([command, record, 'damaged']);
	return { url, configure, create };
}

ifRedis(
	'after %s, a workspace with a damaged record does not keep the other idle ones from expiry',
	async (command) => {
		const { configure, create } = await setup(command, { maxWorkspaces: 5 });
		for (const name of ['idle-1', 'idle-2', 'idle-3']) expect(await create(name)).toBe(201);
		expect(await create('one-more')).toBe(429);
		await configure({ workspaces: { ttl: '1ms' } });
		await expect.poll(() => create('one-more')).toBe(201);
	},
);

ifRedis(
	'after %s, a workspace with a damaged record does not keep the payments of others from eviction',
	async (command) => {
		const { url } = await setup(command, { maxPayments: 1 });
		const base = `${url}/w/other`;
		await send('GET', (await reachCashier(base, 'card')).page);
		await post(base + controlPaths.advance, { by: '2h' });
		expect((await startPayment(url)).sessionId).toBeTruthy();
	},
);
