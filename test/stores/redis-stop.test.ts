/** A stop while Redis does not respond. The store timeout is longer than a test may take: a stop that waits for it fails. */
import { createClient } from '@redis/client';
import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { startServe } from '../support/command.ts';
import { redisProgram, startRedis, startSlowPath } from '../support/redis.ts';
import { send, startPayment } from '../support/sandbox.ts';

const storeTimeout = '60s';
/** Far below the store timeout, and far above what a busy machine needs for a stop with `--drain 100ms`. */
const limitMs = 30_000;
const ifRedis = test.skipIf(redisProgram === null);

ifRedis(
	'serve stops while Redis stalls, with a call in flight, and prints no failure',
	async () => {
		const redis = await startRedis();
		const times = ['--drain', '100ms', '--store-timeout', storeTimeout];
		const { url, child, ended } = await startServe([
			'--store',
			redis.url,
			'--log',
			'off',
			...times,
		]);
		redis.stall();
		const cut = expect(startPayment(url)).rejects.toThrow();
		// Answered without the store, and on a later connection: the server has read the call above.
		expect((await send('GET', `${url}/w/NO-NAME/`)).status).toBe(400);
		child.kill('SIGTERM');
		await cut;
		expect(await ended).toMatchObject({
			code: 0,
			stderr: expect.stringMatching(/^payin-sandbox: waiting up to 0\.1 s for 1 call[^\n]*\n$/),
		});
	},
	limitMs,
);

ifRedis(
	'close ends while a call waits for a new connection to Redis',
	async () => {
		const redis = await startRedis();
		const sandbox = await createSandbox({ port: 0, store: redis.url, storeTimeout, drain: 0 });
		const client = await createClient({ url: redis.url }).connect();
		await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
		client.destroy();
		redis.stall();
		const cut = expect(startPayment(sandbox.url)).rejects.toThrow();
		await expect.poll(sandbox.callsInFlight).toBe(1);
		await sandbox.close();
		await cut;
	},
	limitMs,
);

ifRedis(
	'close ends while Redis does not answer the removal of deleted payments',
	async () => {
		const path = await startSlowPath((await startRedis()).url);
		const store = path.url;
		const sandbox = await createSandbox({ port: 0, store, storeTimeout, drain: 0 });
		await startPayment(sandbox.url);
		path.delayMs = 50;
		await sandbox.reset();
		// A step of the removal has two round trips, and the reset was answered before the first one.
		path.delayMs = 120_000;
		await sandbox.close();
	},
	limitMs,
);
