import { request } from 'node:http';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

/** `http.request`, because fetch cannot set the Host header. */
function statusFor(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
	return new Promise((resolve, reject) => {
		const call = request(url, { method, headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode ?? 0);
		});
		call.on('error', reject);
		call.end();
	});
}

test('only IP addresses, localhost and allowed hosts are accepted as Host, against DNS rebinding', async () => {
	const { url } = await startSandbox({
		allowedHost: ['sandbox.test', 'Sandbox-2.test:8080'],
		publicUrl: 'https://pay.example/',
	});
	const health = `${url}/_sandbox/health`;
	for (const host of [
		'localhost',
		'a.localhost:99',
		'127.0.0.1:1',
		'[::1]:80',
		'sandbox.test',
		'PAY.example',
		'sandbox-2.test:8080',
	]) {
		expect([host, await statusFor(health, { Host: host })]).toEqual([host, 200]);
	}
	for (const host of [
		'evil.example',
		'sandbox-2.test',
		'localhost.evil.example',
		'127.0.0.1.evil.example',
	]) {
		expect([host, await statusFor(health, { Host: host })]).toEqual([host, 403]);
	}
});

test('a page of another origin cannot change anything', async () => {
	const { url } = await startSandbox();
	const reset = `${url}/_sandbox/reset`;
	expect(await statusFor(reset, { Origin: 'https://evil.example' }, 'POST')).toBe(403);
	expect(await statusFor(reset, { Origin: 'null' }, 'POST')).toBe(403);
	expect(await statusFor(reset, { 'Sec-Fetch-Site': 'cross-site' }, 'POST')).toBe(403);
	expect(await statusFor(reset, { Origin: url }, 'POST')).toBe(200);
	const read = await send('GET', `${url}/_sandbox/health`, undefined, {
		Origin: 'https://evil.example',
	});
	expect(read.headers.get('access-control-allow-origin')).toBeNull();
});

test('a page of another origin cannot make the calls of the service, with any content type', async () => {
	const { url } = await startSandbox({
		publicUrl: 'https://pay.example/',
		settings: { http: { contentType: { strict: false } } },
	});
	const text = { 'Content-Type': 'text/plain' };
	for (const path of Object.values(servicePaths)) {
		for (const headers of [
			{ Origin: 'https://evil.example' },
			{ Origin: 'null' },
			{ 'Sec-Fetch-Site': 'cross-site' },
		]) {
			const sent = JSON.stringify(paymentOptionsExample);
			const { status, body } = await send('POST', url + path, sent, { ...text, ...headers });
			expect([status, body.code, body.assumptions]).toEqual([
				403,
				'origin_not_allowed',
				['D-12', 'D-15', 'D-16', 'D-17'],
			]);
		}
	}
	expect((await send('GET', `${url}/_sandbox/payments`)).body.payments).toEqual([]);
	const options = url + servicePaths.paymentOptions;
	for (const origin of [url, 'https://pay.example']) {
		expect((await send('POST', options, paymentOptionsExample, { Origin: origin })).status).toBe(
			200,
		);
	}
	const preflight = await send('OPTIONS', options, undefined, { Origin: 'https://evil.example' });
	expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
		405,
		null,
	]);
});

test('on loopback the control API requires a token that was given, because a tunnel may lead there', async () => {
	const sandbox = await startSandbox({ controlToken: 'a-token-of-mine' });
	const payments = `${sandbox.url}/_sandbox/payments`;
	const Authorization = 'Bearer a-token-of-mine';
	expect((await send('GET', payments)).status).toBe(401);
	expect((await send('GET', `${sandbox.url}/metrics`)).status).toBe(401);
	expect((await send('GET', payments, undefined, { Authorization })).status).toBe(200);
	expect(await sandbox.payments()).toEqual([]);
	expect((await startPayment(sandbox.url)).sessionId).toBeTruthy();
	expect((await startSandbox()).controlToken).toBeNull();
});

test('off loopback the control API requires a token, configured or generated', async () => {
	const made = await startSandbox({ host: '0.0.0.0' });
	expect(made.controlToken).toMatch(/^[\w-]{43}$/);
	const given = await startSandbox({ host: '0.0.0.0', controlToken: 'a-token-of-mine' });
	const payments = `${given.url}/_sandbox/payments`;
	expect((await send('GET', payments)).status).toBe(401);
	const authorized = (token: string) =>
		send('GET', payments, undefined, { Authorization: `Bearer ${token}` });
	expect((await authorized('another')).status).toBe(401);
	expect((await authorized('a-token-of-mine')).status).toBe(200);
	for (const probe of ['health', 'ready']) {
		const path = `${given.url}/_sandbox/${probe}`;
		const read = await send('GET', path);
		expect([read.status, read.body]).toEqual([200, { ready: true }]);
		expect(await statusFor(path, {}, 'HEAD')).toBe(200);
		const token = { Authorization: 'Bearer a-token-of-mine' };
		for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
			const statuses = [await statusFor(path, {}, method), await statusFor(path, token, method)];
			expect([method, ...statuses]).toEqual([method, 401, 405]);
		}
	}
	expect((await send('GET', `${given.url}/`)).body).not.toContain('a-token-of-mine');
	expect((await startPayment(given.url)).sessionId).toBeTruthy();
});

test('two sandboxes in one process share nothing', async () => {
	const one = await startSandbox();
	const other = await startSandbox({ seed: 2 });
	const { sessionId } = await startPayment(one.url);
	await one.advance('1h');
	await one.configure({ cashier: { maxAttempts: 1 } });
	expect((await send('GET', `${other.url}/_sandbox/payments/${sessionId}`)).status).toBe(404);
	expect((await send('GET', `${other.url}/_sandbox/health`)).body).toMatchObject({
		seed: 2,
		payments: { live: 0 },
		clock: { now: '2027-01-01T00:00:00.000Z' },
	});
	expect((await send('GET', `${other.url}/_sandbox/settings`)).body.cashier.maxAttempts).toBe(3);
});

test('the number of payments stays within its limit, and a payment in processing is never evicted', async () => {
	const sandbox = await startSandbox({ settings: { limits: { maxPayments: 3 } } });
	const held = await reachCashier(sandbox.url, 'card', {}, { 'X-Sandbox-Outcome': 'HOLD' });
	await sandbox.act(held.sessionId, { action: 'submit' });
	const second = await startPayment(sandbox.url);
	for (let times = 0; times < 4; times += 1) await startPayment(sandbox.url);
	expect((await sandbox.payment(held.sessionId)).state).toBe('processing');
	expect((await send('GET', `${sandbox.url}/_sandbox/payments/${second.sessionId}`)).status).toBe(
		404,
	);
	const { body } = await send('GET', `${sandbox.url}/_sandbox/health`);
	expect(body.payments).toEqual({ live: 3, evicted: 3, expired: 0 });
});
