/** The rate limit (D-18): exact, on the workspace's clock, for the three calls of one workspace. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { namesAt, post, send, startSandbox } from '../support/sandbox.ts';

async function setup(rps: number, burst: number) {
	const sandbox = await startSandbox({ settings: { limits: { rate: { rps, burst } } } });
	const call = (front = '', body: unknown = paymentOptionsExample) =>
		post(sandbox.url + front + servicePaths.paymentOptions, body);
	const callTimes = async (times: number, front = '') => {
		const answers = await Promise.all(Array.from({ length: times }, () => call(front)));
		const passed = answers.filter(({ status }) => status === 200).length;
		return { passed, refused: answers.filter(({ status }) => status === 429).length };
	};
	return { sandbox, call, callTimes };
}

test('of a burst of N+50 calls exactly N pass, and time adds exactly its share', async () => {
	const { sandbox, callTimes } = await setup(20, 40);
	expect(await callTimes(90)).toEqual({ passed: 40, refused: 50 });
	await sandbox.advance('499ms');
	expect(await callTimes(15)).toEqual({ passed: 9, refused: 6 });
	await sandbox.advance('1ms');
	expect(await callTimes(3)).toEqual({ passed: 1, refused: 2 });
	await sandbox.advance('1h');
	expect(await callTimes(45)).toEqual({ passed: 40, refused: 5 });
});

test('a client that waits for Retry-After passes', async () => {
	const { sandbox, call, callTimes } = await setup(0.3, 1);
	expect(await callTimes(1)).toEqual({ passed: 1, refused: 0 });
	for (let round = 0; round < 5; round += 1) {
		const { status, headers, body } = await call();
		expect([status, headers.get('retry-after')]).toEqual([429, '4']);
		expect(body).toMatchObject({
			code: 'rate_limited',
			fix: expect.stringMatching(/^Advance the clock of the workspace by 4 s,/),
			assumptions: expect.arrayContaining(['D-18']),
		});
		await sandbox.advance(`${headers.get('retry-after')}s`);
		expect((await call()).status).toBe(200);
	}
});

test('on a clock that moves by itself, the fix is to wait', async () => {
	const { sandbox, call } = await setup(0.3, 1);
	await send('PUT', sandbox.url + controlPaths.clock, { mode: 'scaled', scale: 0.001 });
	await call();
	const { body } = await call();
	expect(body.fix).toMatch(/^Wait \d+ s, as Retry-After says,/);
});

test('all three calls share the limit, refused ones too; other paths are not counted', async () => {
	const { sandbox, callTimes } = await setup(1, 3);
	for (const path of Object.values(servicePaths)) await post(sandbox.url + path, '{');
	expect(await callTimes(1)).toEqual({ passed: 0, refused: 1 });
	for (const path of [controlPaths.settings, controlPaths.health, '/pay?sessionId=x']) {
		expect((await send('GET', sandbox.url + path)).status).not.toBe(429);
	}
});

test('a workspace is limited before it is created, and its creation does not refill the bucket', async () => {
	const { sandbox, call, callTimes } = await setup(1, 4);
	for (let times = 0; times < 2; times += 1) {
		expect((await call('/w/a', '{')).status).toBe(400);
		expect((await call('/w/b', '{')).status).toBe(400);
	}
	expect(await namesAt(sandbox.url)).toEqual(['default']);
	expect(await callTimes(10, '/w/a')).toEqual({ passed: 2, refused: 8 });
	expect(await namesAt(sandbox.url)).toEqual(['default', 'a']);
	for (const status of [400, 400, 429, 429]) {
		expect((await call('/w/b', '{')).status).toBe(status);
	}
	expect(await callTimes(10)).toEqual({ passed: 4, refused: 6 });
	for (const front of ['/w/a', '/w/b']) {
		await post(`${sandbox.url}${front}${controlPaths.reset}`);
		expect(await callTimes(10, front)).toEqual({ passed: 4, refused: 6 });
	}
});

test('a new rate and a reset start with a full bucket; another setting does not', async () => {
	const { sandbox, callTimes } = await setup(1, 2);
	expect(await callTimes(3)).toEqual({ passed: 2, refused: 1 });
	await sandbox.configure({ cashier: { maxAttempts: 2 } });
	expect(await callTimes(1)).toEqual({ passed: 0, refused: 1 });
	await sandbox.configure({ limits: { rate: { rps: 1, burst: 4 } } });
	expect(await callTimes(5)).toEqual({ passed: 4, refused: 1 });
	await sandbox.reset();
	expect(await callTimes(3)).toEqual({ passed: 2, refused: 1 });
});

test('a clock with scale 60 makes the wait 60 times shorter', async () => {
	const settings = { limits: { rate: { rps: 0.001, burst: 1 } } };
	const { url } = await startSandbox({ clock: 'scaled:60', settings });
	const call = () => post(url + servicePaths.paymentOptions, paymentOptionsExample);
	expect((await call()).status).toBe(200);
	const { status, headers } = await call();
	expect(status).toBe(429);
	const seconds = Number(headers.get('retry-after'));
	expect(seconds).toBeGreaterThan(10);
	expect(seconds).toBeLessThanOrEqual(17);
});
