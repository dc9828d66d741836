import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { cardApproved } from '../card/approved.ts';
import { ask } from './ask.ts';
import { createClient } from './client.ts';
import { inspectTarget, lacking } from './target.ts';

/** A host that answers as the test says, and is closed with it. */
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

test('an answer comes back with its body, and a redirect is not followed', async () => {
	const url = await startHost((_, response) => {
		response.writeHead(302, { ...html, Location: '/elsewhere' }).end('<p>there</p>');
	});
	const answer = await ask(url, {}, { timeoutMs: 10_000 });
	expect(answer).toMatchObject({ status: 302, ok: false, text: '<p>there</p>' });
	expect(answer.headers.get('location')).toBe('/elsewhere');
});

test('a host that takes the call and says nothing is given up', async () => {
	const url = await startHost(() => {});
	await expect(ask(url, {}, { timeoutMs: 50 })).rejects.toThrow(/^no answer within 0\.05 s$/);
});

test('a body that never ends is given up like an answer that never begins', async () => {
	const url = await startHost((_, response) => void response.writeHead(200).write('{'));
	await expect(ask(url, {}, { timeoutMs: 300 })).rejects.toThrow(
		/^its answer began and did not end within 0\.3 s$/,
	);
});

test('an interrupt ends a call, also within the body', async () => {
	const interrupted = new AbortController();
	const url = await startHost((_, response) => {
		response.writeHead(200).write('{', () => interrupted.abort());
	});
	const { signal } = interrupted;
	await expect(ask(url, {}, { timeoutMs: 10_000, signal })).rejects.toThrow(/^interrupted$/);
	await expect(ask(url, {}, { timeoutMs: 10_000, signal })).rejects.toThrow(/^interrupted$/);
});

test('a target whose answer never ends is an error that names it', async () => {
	const url = await startHost((_, response) => void response.writeHead(200).write('{'));
	await expect(inspectTarget(url, undefined, signal, 300)).rejects.toThrow(
		`The target ${url} cannot be reached: GET /_sandbox/health: its answer began and did not end within 0.3 s`,
	);
});

test('a page in the place of JSON is called what it is', async () => {
	const url = await startHost((_, response) => response.writeHead(200, html).end('<p>hello</p>'));
	await expect(createClient({ target: url }).call(call, z.object({}))).rejects.toThrow(
		'POST /v2/payment-options answered 200 off the contract: not JSON, got text/html',
	);
	const target = await inspectTarget(url, undefined, signal);
	expect(lacking(target, cardApproved)).toMatch(/health: not JSON, got text\/html$/);
});

test('a redirect says where it points, and that it is not followed', async () => {
	const url = await startHost((_, response) => {
		response.writeHead(302, { Location: 'https://pay.example/login?secret=1' }).end();
	});
	const words = 'status 302 redirects to https://pay.example/login, and redirects are not followed';
	await expect(createClient({ target: url }).call(call, z.object({}))).rejects.toThrow(words);
	expect(lacking(await inspectTarget(url, undefined, signal), cardApproved)).toContain(words);
});
