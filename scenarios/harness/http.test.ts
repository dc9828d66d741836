import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clockViewSchema } from '../../simulator/contract/clock.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import { cardApproved } from '../card/approved.ts';
import { missingCapability } from '../runner/service-runs.ts';
import { freePort } from './free-port.ts';
import {
	createHttpClient,
	describeErrorResponse,
	fetchFailureReason,
	getFromAnyPort,
	sendRequest,
} from './http.ts';
import { startSandbox } from './sandbox-process.ts';
import { inspectTarget } from './target.ts';

const { url: sandbox, stop } = await startSandbox({ seed: 1, env: process.env, clock: 'manual' });
afterAll(stop);

/** A server of the test's own. */
async function startHost(answer: RequestListener): Promise<string> {
	const server = createServer((request, response) => {
		request.resume();
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const { signal } = new AbortController();
const call = { method: 'POST', path: '/v2/payment-options', body: {} } as const;

const html = { 'Content-Type': 'text/html' };

test('a response has its body, and a redirect is not followed', async () => {
	const url = await startHost((_, response) => {
		response.writeHead(302, { ...html, Location: '/elsewhere' }).end('<p>there</p>');
	});
	const answer = await sendRequest(url, {}, { timeoutMs: 10_000 });
	expect(answer).toMatchObject({ status: 302, ok: false, text: '<p>there</p>' });
	expect(answer.headers.get('location')).toBe('/elsewhere');
});

test('a host that never responds is a timeout', async () => {
	const url = await startHost(() => {});
	await expect(sendRequest(url, {}, { timeoutMs: 50 })).rejects.toThrow(
		/^no answer within 0\.05 s$/,
	);
});

test('a body that never ends is a timeout too', async () => {
	const url = await startHost((_, response) => void response.writeHead(200).write('{'));
	await expect(sendRequest(url, {}, { timeoutMs: 300 })).rejects.toThrow(
		/^its answer began and did not end within 0\.3 s$/,
	);
});

test.each([
	{ name: 'fetch', read: sendRequest },
	{ name: 'get', read: getFromAnyPort },
])('a body that is too large is not read to its end: $name', async ({ read }) => {
	const part = 'x'.repeat(1_048_576);
	// It ends with the connection alone.
	const url = await startHost((_, response) => {
		const send = () => {
			while (!response.destroyed && response.write(part));
		};
		response.on('drain', send);
		send();
	});
	await expect(read(url, {}, { timeoutMs: 30_000 })).rejects.toThrow(
		/^its answer is larger than 8 MiB, the limit$/,
	);
});

test('the size of a compressed body is that of its text, and a call may allow more', async () => {
	const packed = gzipSync('x'.repeat(9 * 1_048_576));
	const url = await startHost((_, response) => {
		response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
	});
	await expect(sendRequest(url, {}, { timeoutMs: 30_000 })).rejects.toThrow('larger than 8 MiB');
	const more = { timeoutMs: 30_000, maxBytes: 10 * 1_048_576 };
	expect((await sendRequest(url, {}, more)).text).toHaveLength(9 * 1_048_576);
});

test('an interrupt ends a request, also while it reads the body', async () => {
	const interrupted = new AbortController();
	const url = await startHost((_, response) => {
		response.writeHead(200).write('{', () => interrupted.abort());
	});
	const { signal } = interrupted;
	await expect(sendRequest(url, {}, { timeoutMs: 10_000, signal })).rejects.toThrow(
		/^interrupted$/,
	);
	await expect(sendRequest(url, {}, { timeoutMs: 10_000, signal })).rejects.toThrow(
		/^interrupted$/,
	);
});

test('a target whose response never ends is an error that names it', async () => {
	const url = await startHost((_, response) => void response.writeHead(200).write('{'));
	await expect(inspectTarget(url, undefined, signal, 300)).rejects.toThrow(
		`The target ${url} cannot be reached: GET /_sandbox/health: its answer began and did not end within 0.3 s`,
	);
});

test('an HTML page instead of JSON is named as one', async () => {
	const url = await startHost((_, response) => response.writeHead(200, html).end('<p>hello</p>'));
	await expect(createHttpClient({ target: url }).call(call, z.object({}))).rejects.toThrow(
		'POST /v2/payment-options answered 200 off the contract: not JSON, got text/html',
	);
	const target = await inspectTarget(url, undefined, signal);
	expect(missingCapability(target, cardApproved)).toMatch(/health: not JSON, got text\/html$/);
});

test('a redirect is described with its location, and that it is not followed', async () => {
	const url = await startHost((_, response) => {
		response.writeHead(302, { Location: 'https://pay.example/login?secret=1' }).end();
	});
	const words = 'status 302 redirects to https://pay.example/login, and redirects are not followed';
	await expect(createHttpClient({ target: url }).call(call, z.object({}))).rejects.toThrow(words);
	expect(missingCapability(await inspectTarget(url, undefined, signal), cardApproved)).toContain(
		words,
	);
});

const readClock = { method: 'GET', path: controlPaths.clock } as const;

test('a response that keeps the contract is returned as data', async () => {
	const notes: string[] = [];
	const client = createHttpClient({ target: `${sandbox}/` });
	const clock = await client.call(readClock, clockViewSchema, (note) => notes.push(note));
	expect(clock.mode).toBe('manual');
	expect(notes).toEqual(['GET /_sandbox/clock → 200']);
});

test('a response that breaks the contract fails with the field', async () => {
	const strict = z.strictObject({ mode: z.literal('real') });
	const failing = createHttpClient({ target: sandbox }).call(readClock, strict);
	await expect(failing).rejects.toThrow(/answered 200 off the contract:\n.*mode/s);
});

test('an error response fails with its reason', async () => {
	const call = { method: 'POST', path: servicePaths.paymentSuboptions, body: {} } as const;
	const failing = createHttpClient({ target: sandbox }).call(call, z.unknown());
	await expect(failing).rejects.toThrow(
		/^POST \/v2\/payment-suboptions was refused: 400 invalid_body: .*Fix: /s,
	);
});

test('headers of error responses are passed on too', async () => {
	const seen: (string | null)[] = [];
	const client = createHttpClient({
		target: sandbox,
		onResponse: (headers) => seen.push(headers.get(headerNames.requestId)),
	});
	const call = { method: 'GET', path: `${controlPaths.payments}/unknown` } as const;
	await expect(client.call(call, z.unknown())).rejects.toThrow('404');
	expect(seen).toEqual([expect.any(String)]);
});

test('a target that does not exist fails with the reason, not with "fetch failed"', async () => {
	const target = `http://127.0.0.1:${await freePort()}`;
	const failing = createHttpClient({ target }).call(readClock, z.unknown());
	await expect(failing).rejects.toThrow(/^GET \/_sandbox\/clock failed: .*ECONNREFUSED/);
});

test('an interrupted call fails with "interrupted"', async () => {
	const client = createHttpClient({ target: sandbox, signal: AbortSignal.abort() });
	await expect(client.call(readClock, z.unknown())).rejects.toThrow('failed: interrupted');
});

const coded = Object.assign(new Error(''), { code: 'ECONNREFUSED' });

test.each([
	[
		new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
		'connect ECONNREFUSED',
	],
	[new TypeError('fetch failed', { cause: coded }), 'ECONNREFUSED: no program listens there'],
	[new TypeError('Invalid URL'), 'Invalid URL'],
	['thrown text', 'thrown text'],
])('the reason of %s is "%s"', (error, reason) => {
	expect(fetchFailureReason(error)).toBe(reason);
});

test('a problem is described by its detail and its fix', () => {
	const problem = {
		type: 'about:blank',
		code: 'invalid_body',
		detail: 'must be a UUID',
		param: 'sessionId',
		fix: 'Send the sessionId of the first call.',
	};
	expect(describeErrorResponse(400, JSON.stringify(problem))).toBe(
		'400 invalid_body: must be a UUID (sessionId)\nFix: Send the sessionId of the first call.',
	);
});

test('any other error response is shown as it is, shortened', () => {
	expect(describeErrorResponse(502, '<h1>Bad\n gateway</h1>')).toBe(
		'502, with the body <h1>Bad gateway</h1>',
	);
	expect(describeErrorResponse(500, 'x'.repeat(300))).toBe(
		`500, with the body ${'x'.repeat(200)}…`,
	);
	expect(describeErrorResponse(503, '')).toBe('503, no body');
});

test('an unknown code of another host does not hide its message', () => {
	expect(describeErrorResponse(422, '{"code":"their_code","detail":"Not today."}')).toContain(
		'Not today.',
	);
});
