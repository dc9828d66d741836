/** Another program has damaged a value or an index in Redis: only the calls that need it fail. */
import { createClient } from '@redis/client';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';

/** The commands that write a text that cannot be read, and a value of another type. */
const damaging = ['SET', 'LPUSH'] as const;
type Damaging = (typeof damaging)[number];
const ifRedis = test.skipIf(redisProgram === null);

async function setup(limits: object = {}) {
	const redis = await startRedis();
	const lines: string[] = [];
	const sandbox = await startSandbox({
		store: redis.url,
		settings: { limits },
		log: 'off',
		writeLog: (line) => lines.push(line),
	});
	const client = await createClient({ url: redis.url }).connect();
	onTestFinished(() => client.destroy());
	/** Replaces the value of the only key that matches the pattern. Returns the key. */
	const damage = async (pattern: string, command: Damaging) => {
		const [key = '', ...others] = await client.keys(`payin-sandbox:${pattern}`);
		expect([key, others]).toEqual([expect.stringContaining(':'), []]);
		await client.del(key);
		// As the token of a value, it would have a time of the year 4193, which the clock must not follow.
		await client.sendCommand([command, key, 'overwritten']);
		return key;
	};
	/** The lines of the log: for a damaged value its place, without the number of its workspace. */
	const logged = () =>
		lines.map((line) =>
			line.replace(/^.* has a damaged value, "([^"]+)": .*\n$/, '$1').replace(/\/\d+$/, ''),
		);
	return { ...sandbox, client, damage, logged };
}

/** A sandbox with a workspace `damaged`, whose record is damaged. */
async function setupDamagedRecord(command: Damaging, limits: object) {
	const { url, configure, damage, logged } = await setup(limits);
	const create = async (name: string) =>
		(await send('PUT', `${url}${controlPaths.workspaces}/${name}`, {})).status;
	expect(await create('damaged')).toBe(201);
	await damage('value:workspace/damaged', command);
	return { url, configure, create, logged };
}

ifRedis(
	'of a batch, only the calls that add to an index of another type fail, and store nothing',
	async () => {
		const { url, client, damage, logged } = await setup();
		const [damaged, other] = [`${url}/w/damaged`, url];
		await startPayment(damaged);
		const key = await damage('index:pending/*', 'LPUSH');
		const create = (base: string) =>
			post(base + servicePaths.paymentOptions, paymentOptionsExample);
		const bases = Array.from({ length: 6 }, () => [damaged, other]).flat();
		const answers = await Promise.all(bases.map(create));
		expect(answers.map(({ status }) => status)).toEqual(
			bases.map((base) => (base === damaged ? 503 : 200)),
		);
		expect(answers[0]?.body.detail).toContain('damaged value of the kind "index pending"');
		const listed = async (base: string) =>
			(await send('GET', base + controlPaths.payments)).body.payments.length;
		expect([await listed(damaged), await listed(other)]).toEqual([1, 6]);
		expect(await client.zCard(key.replace('pending', 'age'))).toBe(1);
		expect(await client.zCard('payin-sandbox:index:unopened')).toBe(7);
		expect(logged()).toEqual(['index pending']);
		await client.del(key);
		expect((await create(damaged)).status).toBe(200);
	},
);

ifRedis.each(damaging)(
	'after %s, a workspace with a damaged record does not keep the other idle ones from expiry',
	async (command) => {
		const { configure, create, logged } = await setupDamagedRecord(command, { maxWorkspaces: 5 });
		for (const name of ['idle-1', 'idle-2', 'idle-3']) expect(await create(name)).toBe(201);
		expect(await create('one-more')).toBe(429);
		await configure({ workspaces: { ttl: '1ms' } });
		await expect.poll(() => create('one-more')).toBe(201);
		expect(logged()).toEqual(['workspace/damaged']);
	},
);

ifRedis.each(damaging)(
	'after %s, a workspace with a damaged record does not keep the payments of others from eviction',
	async (command) => {
		const { url } = await setupDamagedRecord(command, { maxPayments: 1 });
		const base = `${url}/w/other`;
		await send('GET', (await reachCashier(base, 'card')).page);
		await post(base + controlPaths.advance, { by: '2h' });
		expect((await startPayment(url)).sessionId).toBeTruthy();
	},
);
