/** The lines that the log has about Redis while the sandbox runs. */
import { createClient } from '@redis/client';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { redisProgram, startRedis } from '../support/redis.ts';
import type { Answer } from '../support/sandbox.ts';
import { post, send, startPayment, startSandbox } from '../support/sandbox.ts';

const ifRedis = test.skipIf(redisProgram === null);

async function setup() {
	const redis = await startRedis();
	const lines: string[] = [];
	const { url } = await startSandbox({
		store: redis.url,
		log: 'off',
		writeLog: (line) => lines.push(line.trimEnd()),
	});
	const health = async () => (await send('GET', url + controlPaths.health)).status;
	const command = async (...words: string[]) => {
		const client = await createClient({ url: redis.url }).connect();
		const reply = await client.sendCommand(words);
		client.destroy();
		return reply as unknown as string[];
	};
	return { redis, url, lines, health, command, name: `The store ${redis.url}` };
}

const then = 'Until it answers again, calls that need it get 503 store_unavailable.';

ifRedis('an outage is one line when it begins, with its cause, and one when it ends', async () => {
	const { redis, lines, health, command, name } = await setup();
	await redis.stop();
	for (let call = 0; call < 5; call += 1) expect(await health()).toBe(503);
	expect(lines).toEqual([
		expect.stringMatching(/^The store redis:\S+ cannot be used: [^\n]+\. Until it answers again, /),
	]);
	const { port } = new URL(redis.url);
	await startRedis([], Number(port));
	await expect.poll(health).toBe(200);
	await expect
		.poll(async () => [await health(), lines.length], { timeout: 10_000 })
		.toEqual([200, 2]);
	expect(lines[1]).toBe(`${name} answers again.`);

	await command('CONFIG', 'SET', 'requirepass', 'pass-4711');
	await expect(command('PING')).rejects.toThrow('NOAUTH');
	const client = await createClient({ url: redis.url, password: 'pass-4711' }).connect();
	await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
	client.destroy();
	await expect.poll(health).toBe(503);
	expect(await health()).toBe(503);
	expect(lines.slice(2)).toEqual([
		`${name} cannot be used: NOAUTH Authentication required. ${then}`,
	]);
});

ifRedis(
	'a Redis that refuses only changes is one line, however many reads it answers',
	async () => {
		const { url, lines, health, command, name } = await setup();
		await command('CONFIG', 'SET', 'maxmemory', '1');
		for (let call = 0; call < 3; call += 1) {
			const { status } = await post(url + servicePaths.paymentOptions, paymentOptionsExample);
			expect(status).toBe(503);
			expect(await health()).toBe(200);
		}
		expect(lines).toEqual([
			expect.stringMatching(
				/^The store redis:\S+ cannot be written: .*OOM .*\. Until then, calls that change something get 503 store_unavailable\.$/,
			),
		]);
		await command('CONFIG', 'SET', 'maxmemory', '0');
		await expect
			.poll(async () => [(await startPayment(url)).sessionId !== '', lines.length], {
				timeout: 10_000,
			})
			.toEqual([true, 2]);
		expect(lines[1]).toBe(`${name} can be written again.`);
	},
);

ifRedis(
	'a key that another program gave another type is no outage, and stops no other call',
	async () => {
		const { url, lines, health, command } = await setup();
		const one = `${url}/w/one`;
		const { sessionId } = await startPayment(one);
		const [index = ''] = await command('KEYS', 'payin-sandbox:index:age/*');
		const replace = async (key: string) => {
			await command('DEL', key);
			await command('LPUSH', key, 'another type');
		};
		/** Sends two calls that need the key, at the same time as calls that do not need it. Returns the answers to the two. */
		const during = async (call: () => Promise<Answer>) => {
			const [statuses, ...affected] = await Promise.all([
				Promise.all(
					Array.from({ length: 10 }, async () => {
						const { status } = await post(url + servicePaths.paymentOptions, paymentOptionsExample);
						return [status, await health()];
					}),
				),
				call(),
				call(),
			]);
			expect(new Set(statuses.flat())).toEqual(new Set([200]));
			return affected;
		};
		// The time of the last use: a read cannot note it, and is answered.
		await replace('payin-sandbox:value:used/one');
		const payments = one + controlPaths.payments;
		for (const { status } of await during(() => send('GET', `${payments}/${sessionId}`))) {
			expect(status).toBe(200);
		}
		await command('DEL', 'payin-sandbox:value:used/one');
		await replace(index);
		for (const { status, body } of await during(() => send('GET', payments))) {
			expect(status).toBe(503);
			expect(body.detail).toContain('damaged value of the kind "index age"');
		}
		// Whether a read tries to note the use depends on the time since the use before.
		const placeOf = (line: string) =>
			/^The store redis:\S+ has a damaged value, "(.+)": .*go on without it\.$/.exec(line)?.[1];
		expect(lines.map(placeOf).filter((place) => place !== 'used/one')).toEqual([
			expect.stringMatching(/^index age\/\d+$/),
		]);
	},
);
