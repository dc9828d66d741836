import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import express from 'express';
import { expect, test } from 'vitest';
import { hostGuard, originGuard, tokenGuard } from './guards.ts';
import { writeError } from './problem.ts';
import { openContext } from './request-context.ts';

interface Sent {
	method?: string;
	path?: string;
	headers?: Record<string, string>;
}

/** Sends a request to an app behind this guard; 204: the guard let it pass. */
async function setup(guard: RequestHandler, { method = 'GET', path = '/', headers }: Sent) {
	const app = express();
	app.use((incoming, response, next) => {
		openContext(incoming, response);
		next();
	});
	app.use('/_sandbox', guard);
	app.use('/_sandbox', (_incoming, response) => void response.status(204).end());
	const server = app.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		const filled = Object.fromEntries(
			Object.entries(headers ?? {}).map(([name, value]) => [
				name,
				value.replace('PORT', `${port}`),
			]),
		);
		const options = { port, method, path: `/_sandbox${path}`, headers: filled };
		request(options, resolve).once('error', reject).end();
	});
	let text = '';
	for await (const chunk of answer) text += chunk;
	server.close();
	return { status: answer.statusCode, code: text && JSON.parse(text).code, text };
}

function hostGuardHandler(allowedHosts: readonly string[]): RequestHandler {
	const refuseHost = hostGuard(allowedHosts);
	return function checkHost(request, response, next) {
		const refusal = refuseHost(request);
		if (refusal) writeError(response, refusal);
		else next();
	};
}

test.each([
	'127.0.0.1:PORT',
	'localhost:PORT',
	'localhost',
	'LOCALHOST:PORT',
	'shop.localhost:PORT',
	'[::1]:PORT',
	'192.168.1.20:8080',
	'sandbox.internal:8080',
	'SANDBOX.internal',
])('the host %s is accepted', async (host) => {
	const answer = await setup(hostGuardHandler(['Sandbox.Internal']), { headers: { host } });
	expect(answer.status).toBe(204);
});

test.each([
	'attacker.example',
	'attacker.example:8080',
	'localhost.attacker.example',
	'127.0.0.1.attacker.example',
	'notlocalhost',
	'x.sandbox.internal',
	'[::1].attacker.example:80x',
	'127.0.0.1@attacker.example',
	'attacker.example/.localhost',
	'localhost/../attacker.example#.localhost',
	'a"><script>.localhost',
	'.localhost',
])('the host %s is rejected', async (host) => {
	const answer = await setup(hostGuardHandler(['sandbox.internal']), { headers: { host } });
	expect(answer).toMatchObject({ status: 403, code: 'host_not_allowed' });
});

const closed = originGuard({ own: ['https://pay.example'], opaque: false });
const cashier = originGuard({ own: ['https://pay.example'], opaque: true });

test.each([
	['no origin', {}],
	['its own address', { host: 'localhost:PORT', origin: 'http://localhost:PORT' }],
	['its public address', { origin: 'https://pay.example' }],
	[
		'a browser on the same site',
		{ 'sec-fetch-site': 'same-origin', origin: 'https://pay.example' },
	],
	['a person who typed the address', { 'sec-fetch-site': 'none' }],
])('%s may change the sandbox', async (_name, headers) => {
	for (const guard of [closed, cashier]) {
		expect((await setup(guard, { method: 'POST', headers })).status).toBe(204);
	}
});

test.each([
	['another origin', { origin: 'https://attacker.example' }],
	['another port', { host: 'localhost:PORT', origin: 'http://localhost:1' }],
	['another scheme', { host: 'localhost:PORT', origin: 'https://localhost:PORT' }],
	['a longer name', { origin: 'https://pay.example.attacker.example' }],
	['a page of another site', { 'sec-fetch-site': 'cross-site' }],
	['an opaque page of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('%s may read, and may not change the sandbox', async (_name, headers) => {
	for (const guard of [closed, cashier]) {
		for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
			const answer = await setup(guard, { method, headers });
			expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
		}
		expect((await setup(guard, { headers })).status).toBe(204);
	}
});

test('an opaque origin passes only in the cashier, where forms have a token', async () => {
	const post = { method: 'POST', headers: { origin: 'null' } };
	expect((await setup(cashier, post)).status).toBe(204);
	expect((await setup(closed, post)).status).toBe(403);
});

const token = 'a-secret-of-the-operator';
const probes = ['/_sandbox/health', '/_sandbox/ready'];
const closedTo = tokenGuard(token, probes, (_request, response) => void response.status(200).end());

test.each(['/payments', '/health'])('the right token is accepted for %s', async (path) => {
	const headers = { authorization: `Bearer ${token}` };
	expect((await setup(closedTo, { path, headers })).status).toBe(204);
});

test.each([
	undefined,
	'',
	token,
	`Bearer ${token}x`,
	`Bearer ${token.slice(0, -1)}`,
	`Bearer ${token.toUpperCase()}`,
	`Basic ${token}`,
	'Bearer ',
])(
	'the header %j is rejected, and the response does not contain the token',
	async (authorization) => {
		const headers = authorization === undefined ? {} : { authorization };
		const answer = await setup(closedTo, { path: '/payments', headers });
		expect(answer).toMatchObject({ status: 401, code: 'token_required' });
		const isWrong = /^Bearer \S/.test(authorization ?? '');
		expect(answer.text.includes('is not that of this sandbox')).toBe(isWrong);
		expect(answer.text).not.toContain(token);
	},
);

/** 204: the route behind the guard; 200: the bare status of a probe. */
test.each([
	['/health', 200],
	['/ready', 200],
	['/health?full=1', 200],
	['/', 401],
	['/healthy', 401],
	['/HEALTH', 401],
	['/health/../payments', 401],
	['/payments?x=/_sandbox/health', 401],
])('without a token %s returns %i', async (path, status) => {
	expect((await setup(closedTo, { path })).status).toBe(status);
});
