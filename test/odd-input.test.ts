import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { send, startSandbox } from './support/sandbox.ts';

test.each([
	['gzip', 'garbage'],
	['gzip', gzipSync('{"country":"CO"}').subarray(0, -8)],
	['br', 'abc'],
	['deflate', 'zzz'],
])('a body whose %s is broken is refused, and is no bug', async (encoding, body) => {
	const lines: string[] = [];
	const { url } = await startSandbox({ writeLog: (line) => lines.push(line) });
	const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
	const answer = await fetch(`${url}/v2/payment-options`, { method: 'POST', headers, body });
	expect(answer.status).toBe(400);
	expect(await answer.json()).toMatchObject({ code: 'unreadable_body' });
	expect(lines).toEqual([]);
});

test('an encoding that is not read is named', async () => {
	const { url } = await startSandbox();
	const headers = { 'Content-Encoding': 'zstd' };
	const { status, body } = await send('POST', `${url}/v2/payment-options`, '{}', headers);
	expect([status, body.code, body.param]).toEqual([
		415,
		'unsupported_media_type',
		'Content-Encoding',
	]);
	expect(body.detail).toContain('received zstd');
});

test.each([
	'http:a',
	'https:///x',
	'https:\\\\shop.example\\x',
	'https://shop.example/\r\nX: y',
	' https://shop.example/',
	'https://shop.example/ ',
	'//shop.example/',
	'javascript:alert(1)',
	'java\nscript:alert(1)',
	'data:text/html,x',
	'shop.example',
])('redirectUrl %j is no address to return to', async (redirectUrl) => {
	const { url } = await startSandbox();
	const { status, body } = await send('POST', `${url}/v2/payment-options`, {
		...paymentOptionsExample,
		redirectUrl,
	});
	expect([status, body.param]).toEqual([400, 'redirectUrl']);
});

test('a path that differs in case or by a slash is another path', async () => {
	const { url } = await startSandbox();
	for (const path of ['/V2/payment-options', '/v2/payment-options/', '/_sandbox/Health', '/pay/']) {
		const { status, body } = await send('POST', url + path, {});
		expect([path, status, body.code]).toEqual([path, 404, 'path_not_found']);
	}
	const welcome = await send('GET', `${url}/`);
	expect([welcome.status, welcome.headers.get('content-type')]).toEqual([
		200,
		'text/plain; charset=utf-8',
	]);
	expect(welcome.body).toContain(`${url}/v2/payment-options`);
});
