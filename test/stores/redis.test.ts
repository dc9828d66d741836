/** Responses of the sandbox while Redis stalls, is down, or requires a password. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { createRedisLink } from '../../simulator/runtime/redis-link.ts';
import { monotonicMs, sleep, wallNow } from '../../simulator/runtime/time.ts';
import { createRedisBackend } from '../../simulator/state/redis-backend.ts';
import { preparation } from '../../simulator/state/redis-commands.ts';
import { createStoreClock } from '../../simulator/state/store-clock.ts';
import { findOpenssl } from '../parts/openssl.ts';
import { campaign, fullTest } from '../support/campaign.ts';
import { runCommand, startServe, temporaryFolder } from '../support/command.ts';
import { readEvents } from '../support/event-reader.ts';
import { beginWithOtherSchema, otherSchema } from '../support/other-schema.ts';
import { redisProgram, startRedis, startSlowPath } from '../support/redis.ts';
import { firstRows } from '../support/sample.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';
import { runWarmCommand } from '../support/warm-command.ts';

const unavailable = { status: 503, body: { code: 'store_unavailable' } };

async function setup() {
	const redis = await startRedis();
	const sandbox = await startSandbox({ store: redis.url, storeTimeout: '1s' });
	const { url } = sandbox;
	const health = () => send('GET', `${url}${controlPaths.health}`);
	const list = async () => (await send('GET', `${url}${controlPaths.payments}?limit=200`)).body;
	/** Until Redis responds again. */
	const back = () => expect.poll(async () => (await health()).status).toBe(200);
	return { redis, sandbox, url, health, list, back };
}

describe.skipIf(redisProgram === null)('with a Redis', () => {
	test('while Redis stalls, every call gets 503, and nothing of it is stored', async () => {
		const { redis, url, health, list, back } = await setup();
		const { sessionId, cardId, page } = await reachCashier(url, 'card');
		const before = await list();
		redis.stall();
		const choice = { sessionId, paymentOptionId: cardId };
		const answers = await Promise.all([
			post(url + servicePaths.paymentOptions, paymentOptionsExample),
			post(url + servicePaths.hybridPayment, choice),
			post(`${url}${controlPaths.payments}/${sessionId}/act`, { action: 'submit' }),
			post(`${url}${controlPaths.reset}`),
			send('GET', page),
			health(),
			send('GET', `${url}${controlPaths.ready}`),
		]);
		for (const answer of answers) {
			expect(answer).toMatchObject(unavailable);
			expect(answer.headers.get('retry-after')).toBe('1');
			expect(answer.headers.get('content-type')).toContain('application/problem+json');
		}
		redis.resume();
		await back();
		expect(await list()).toEqual(before);
		expect((await startPayment(url)).sessionId).toBeTruthy();
		expect((await health()).body).toMatchObject({ store: 'redis', payments: { live: 2 } });
	});

	test('after Redis lost all data, later payments stay when the next instance starts', async () => {
		const redis = await startRedis();
		const first = await startSandbox({ store: redis.url });
		const client = await createClient({ url: redis.url }).connect();
		await client.flushAll();
		client.destroy();
		const { sessionId } = await startPayment(first.url);
		const second = await startSandbox({ store: redis.url });
		for (const { payment } of [first, second]) {
			expect((await payment(sessionId)).sessionId).toBe(sessionId);
		}
	});

	test('a call that waits for several slow steps gets 503 after the time for one', async () => {
		const path = await startSlowPath((await startRedis()).url);
		const { url } = await startSandbox({ store: path.url, storeTimeout: '1s' });
		const { sessionId, page } = await reachCashier(url, 'card');
		const payment = `${url}${controlPaths.payments}/${sessionId}`;
		await send('GET', page);
		// Every transaction has at most two round trips, and every call has at least three.
		path.delayMs = 350;
		const calls = [
			() => post(url + servicePaths.paymentOptions, paymentOptionsExample),
			() => send('GET', url + controlPaths.workspaces),
			() => post(`${payment}/act`, { action: 'cancel' }),
			() => send('PUT', url + controlPaths.settings, { defaultOutcome: 'DECLINE' }),
			() => send('POST', page, 'cancel=1', { 'Content-Type': 'application/x-www-form-urlencoded' }),
		];
		for (const call of firstRows(calls)) {
			expect(await call()).toMatchObject(unavailable);
		}
		const waited = send('GET', `${payment}?until=cancelled&timeout=60s`);
		path.delayMs = 10;
		await post(`${payment}/act`, { action: 'cancel' });
		expect((await waited).body).toMatchObject({ state: 'cancelled', reached: true });
	});

	test('an event stream that waits for the store is not ended as idle by many others', async () => {
		const path = await startSlowPath((await startRedis()).url);
		const count = campaign({ sample: 40, full: 110 });
		const limits = { eventReaders: count };
		const { url } = await startSandbox({ store: path.url, settings: { limits } });
		path.delayMs = 50;
		const bases = Array.from({ length: count }, (_, index) => `${url}/w/team-${index}`);
		const streams = await Promise.all(bases.map((base) => readEvents(base)));
		path.delayMs = 0;
		expect(streams.map(({ status }) => status)).toEqual(bases.map(() => 200));
		for (const base of bases) await post(base + controlPaths.advance, { by: '1s' });
		for (const stream of streams) await stream.until(({ event }) => event === 'clock');
	});

	test('a stall during a hundred calls loses no answered call, and stores no call in part', async () => {
		const { redis, url, health, list, back } = await setup();
		let answered = 0;
		const answers = await Promise.all(
			Array.from({ length: 100 }, async () => {
				const answer = await post(url + servicePaths.paymentOptions, paymentOptionsExample);
				answered += 1;
				if (answered === 10) redis.stall();
				return answer;
			}),
		);
		redis.resume();
		await back();
		const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.sessionId);
		for (const answer of answers) {
			if (answer.status !== 200) expect(answer).toMatchObject(unavailable);
		}
		const { payments } = await list();
		const kept = payments.map(({ sessionId }: { sessionId: string }) => sessionId);
		expect(kept).toEqual(expect.arrayContaining(made));
		expect((await health()).body.payments.live).toBe(kept.length);
	});

	test('while Redis is down, every call gets 503, and calls succeed once it is up again', async () => {
		const { redis, url, health, back } = await setup();
		await startPayment(url);
		await redis.stop();
		expect(await health()).toMatchObject(unavailable);
		expect(await send('GET', url + controlPaths.settlement)).toMatchObject(unavailable);
		expect(await post(url + servicePaths.paymentOptions, paymentOptionsExample)).toMatchObject(
			unavailable,
		);
		await startRedis([], Number(new URL(redis.url).port));
		await back();
		expect((await startPayment(url)).sessionId).toBeTruthy();
		expect((await health()).body.payments.live).toBe(1);
	});

	test('a value that another program damaged is an error that names its kind, for its payment alone', async () => {
		const { redis, url, health } = await setup();
		const [damaged, other] = [await startPayment(url), await startPayment(url)];
		const client = await createClient({ url: redis.url }).connect();
		onTestFinished(() => client.destroy());
		const keys = await client.keys(`*:value:payment/*${damaged.sessionId}`);
		expect(keys).toHaveLength(1);
		await client.set(keys[0] ?? '', 'x'.repeat(20));
		const read = ({ sessionId }: { sessionId: string }) =>
			send('GET', `${url}${controlPaths.payments}/${sessionId}`);
		const [broken, whole] = await Promise.all([read(damaged), read(other)]);
		expect(broken).toMatchObject(unavailable);
		expect(broken.body.detail).toContain('damaged value of the kind "payment"');
		expect(whole.status).toBe(200);
		const choose = ({ sessionId, cardId }: Awaited<ReturnType<typeof startPayment>>) =>
			post(url + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId });
		const choices = await Promise.all([choose(damaged), choose(other)]);
		expect(choices.map(({ status }) => status)).toEqual([503, 200]);
		expect((await health()).status).toBe(200);
		await client.set('payin-sandbox:value:schema', 'x');
		const { code, stderr } = await runWarmCommand(['serve', '--port', '0', '--store', redis.url]);
		expect(code).toBe(3);
		expect(stderr).toMatch(
			/^payin-sandbox: [^\n]+ its value of the kind "schema" is damaged[^\n]+\n$/,
		);
	});

	fullTest(
		'a member of an index that another program damaged is an error that names the index',
		async () => {
			const { redis, url, health } = await setup();
			const payment = await startPayment(url);
			const client = await createClient({ url: redis.url }).connect();
			onTestFinished(() => client.destroy());
			const [key = ''] = await client.keys('*:index:age/*');
			const list = () => send('GET', url + controlPaths.payments);
			const [member = ''] = await client.zRange(key, 0, -1);
			for (const value of [member.slice(0, 20), `${member.slice(0, 10)}${' garbage'.repeat(4)}`]) {
				await client.zAdd(key, { score: 0, value });
				expect(await client.zCard(key)).toBe(2);
				const answer = await list();
				expect(answer).toMatchObject(unavailable);
				expect(answer.body.detail).toContain('damaged value of the kind "index age"');
				await client.zRem(key, value);
			}
			expect((await list()).body.payments).toMatchObject([{ sessionId: payment.sessionId }]);
			expect((await health()).status).toBe(200);
		},
	);

	test('without Redis at the start, the sandbox prints one line and exits', async () => {
		const { url, stop } = await startRedis();
		await stop();
		const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', '--store', url]);
		expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
		expect(stderr).toMatch(
			/^payin-sandbox: The store redis:\/\/127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED[^\n]*\n$/,
		);
	});

	test('keys of another schema are reported and not changed', async () => {
		const { url } = await startRedis();
		const link = await createRedisLink(url, preparation);
		const prefix = 'theirs:';
		const options = {
			link,
			prefix,
			timeoutMs: 5_000,
			monotonicMs,
			sleep,
			origin: 'them',
			clock: createStoreClock(wallNow),
		};
		await beginWithOtherSchema(createRedisBackend(options));
		const keysIn = async () => {
			const client = await createClient({ url }).connect();
			onTestFinished(() => client.destroy());
			return (await client.keys('*')).sort();
		};
		const before = await keysIn();
		const store = `${url}?prefix=${prefix}`;
		const { code, stderr } = await runWarmCommand(['serve', '--port', '0', '--store', store]);
		expect(code).toBe(3);
		expect(stderr).toContain(
			`cannot be read: ${otherSchema}. Use another ?prefix=NAME:, or delete the keys that begin with theirs:.\n`,
		);
		expect(await keysIn()).toEqual(before);
	});

	test('password, database and prefix come from the address, and the password is never shown', async () => {
		const { url } = await startRedis(['--requirepass', 'pass-4711']);
		const { host } = new URL(url);
		const store = `redis://:pass-4711@${host}/3?prefix=team:`;
		const server = await startServe(['--store', store]);
		const { sessionId } = await startPayment(server.url);
		const client = await createClient({ url: `redis://:pass-4711@${host}/3` }).connect();
		onTestFinished(() => client.destroy());
		const keys = await client.keys('*');
		expect(keys.filter((key) => !key.startsWith('team:'))).toEqual([]);
		expect(keys.some((key) => key.includes(sessionId))).toBe(true);
		expect(server.guide).toContain(`redis://${host}/3`);
		const printed = await runWarmCommand([
			'serve',
			'--no-config',
			'--print-config',
			'--store',
			store,
		]);
		expect(JSON.parse(printed.stdout).store).toBe(`redis://${host}/3?prefix=team:`);
		expect(printed.stderr).toContain('password of the store is a secret');
		const wrong = await runWarmCommand(['serve', '--store', `redis://:wrong-4711@${host}/3`]);
		expect(wrong.code).toBe(3);
		const printedText = [server.guide, printed.stdout, printed.stderr, wrong.stderr].join('');
		expect(printedText).not.toContain('4711');
		expect(wrong.stderr.trim().split('\n')).toHaveLength(1);
	});

	const openssl = findOpenssl({ env: process.env });

	test.skipIf(!openssl)('rediss:// speaks TLS', async () => {
		const folder = temporaryFolder();
		const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
		const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
		execFileSync(openssl ?? 'openssl', [...kind, ...name, '-keyout', key, '-out', cert], {
			stdio: 'ignore',
		});
		const plain = await startRedis();
		await plain.stop();
		const { port } = new URL(plain.url);
		const tls = ['--tls-port', port, '--tls-cert-file', cert, '--tls-key-file', key];
		await startRedis([...tls, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'], 0);
		const args = ['--store', `rediss://127.0.0.1:${port}`];
		const { url } = await startServe(args, { NODE_EXTRA_CA_CERTS: cert });
		expect((await startPayment(url)).sessionId).toBeTruthy();
		expect((await send('GET', `${url}${controlPaths.health}`)).body.store).toBe('redis');
	});
});
