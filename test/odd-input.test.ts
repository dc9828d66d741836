import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

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

const orderWith = (text: string) =>
	`{"extra":${text},${JSON.stringify(paymentOptionsExample).slice(1)}`;
const orderOf = (amount: string) =>
	JSON.stringify(paymentOptionsExample).replace(/"amount":\d+/, `"amount":${amount}`);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('an error about the depth of a body names D-20, but not at the control API', async () => {
	const { url } = await startSandbox();
	const assumptionsAt = async (path: string) =>
		(await post(url + path, nested(33))).body.assumptions;
	for (const path of Object.values(servicePaths)) {
		expect(await assumptionsAt(path)).toEqual(['D-12', 'D-15', 'D-16', 'D-17', 'D-20']);
	}
	expect(await assumptionsAt(controlPaths.faults)).toEqual([]);
	const half = await post(url + servicePaths.paymentOptions, orderWith('"\\ud83d"'));
	expect(half.body.assumptions).toEqual(['D-12', 'D-15', 'D-16', 'D-17']);
});

test.each<[string, string | Buffer, number, string, string | null]>([
	['a list 20 000 deep', nested(20_000), 400, 'unreadable_body', null],
	['objects 33 deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400, 'unreadable_body', null],
	['a field 32 deep, inside the body', orderWith(nested(32)), 400, 'unreadable_body', null],
	['depth without an end', '['.repeat(50_000), 400, 'malformed_json', null],
	['a field 31 deep', orderWith(nested(31)), 200, '', null],
	['brackets in a text', orderWith(`"${'[{\\"'.repeat(100)}"`), 200, '', null],
	['a key of the prototype', orderWith('0,"__proto__":{"country":"XX"}'), 200, '', null],
	['a key of the constructor', orderWith('{"constructor":{"prototype":{"x":1}}}'), 200, '', null],
	['a key twice, of which the last wins', orderOf('-1,"amount":2'), 200, '', null],
	[
		'a key twice, of which the last is wrong',
		orderOf('2,"amount":-1'),
		400,
		'invalid_body',
		'amount',
	],
	['an infinite amount', orderOf('1e400'), 400, 'invalid_body', 'amount'],
	['an amount of 20 digits', orderOf('12345678901234567890'), 400, 'invalid_body', 'amount'],
	['an amount below a millionth', orderOf('0.00000099'), 400, 'invalid_body', 'amount'],
	['an amount near nothing', orderOf('1e-320'), 400, 'invalid_body', 'amount'],
	['an amount of a millionth', orderOf('0.000001'), 200, '', null],
	['an amount of minus nothing', orderOf('-0'), 400, 'invalid_body', 'amount'],
	['a list', '[]', 400, 'invalid_body', 'body'],
	['null', 'null', 400, 'invalid_body', 'body'],
	['a text', '"x"', 400, 'invalid_body', 'body'],
	['nothing', '', 400, 'invalid_body', 'body'],
	['white space', ' \n', 400, 'malformed_json', null],
	['NaN', orderOf('NaN'), 400, 'malformed_json', null],
	['a comma too many', '{"country":"CO",}', 400, 'malformed_json', null],
	[
		'bytes that are no UTF-8',
		Buffer.from(orderWith('"\xe9"'), 'latin1'),
		400,
		'unreadable_body',
		null,
	],
	['an overlong NUL', Buffer.from(orderWith('"\xc0\x80"'), 'latin1'), 400, 'unreadable_body', null],
	['UTF-16', Buffer.from(orderWith('1'), 'utf16le'), 400, 'malformed_json', null],
	['a byte order mark', `\ufeff${orderWith('1')}`, 200, '', null],
	['half a character', orderWith('"\\ud83d"'), 400, 'unreadable_body', null],
	['half a character in a key', orderWith('{"\\uDC00":1}'), 400, 'unreadable_body', null],
	['a whole character in two escapes', orderWith('"\\ud83d\\ude00"'), 200, '', null],
	['a backslash before what is no escape', orderWith('"\\\\ud83d"'), 200, '', null],
	['a bomb', gzipSync(Buffer.alloc(50_000_000, ' ')), 413, 'body_too_large', null],
])('%s', async (_name, body, status, code, param) => {
	const lines: string[] = [];
	const { url } = await startSandbox({ writeLog: (line) => lines.push(line) });
	const isZipped = Buffer.isBuffer(body) && body[0] === 0x1f;
	const headers = {
		'Content-Type': 'application/json',
		...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
	};
	for (const path of ['/v2/payment-options', '/v2/hybrid-payment', '/_sandbox/settings']) {
		const method = path.startsWith('/v2') ? 'POST' : 'PUT';
		const answer = await fetch(url + path, { method, headers, body });
		expect(answer.headers.get('content-type')).toContain('json');
		const problem = (await answer.json()) as Record<string, unknown>;
		expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:\d|\.js:\d/);
		expect(answer.status).toBeLessThan(500);
		if (path !== '/v2/payment-options') continue;
		expect(answer.status).toBe(status);
		if (status !== 200) expect(problem).toMatchObject({ code, param });
	}
	expect(lines).toEqual([]);
	expect(({} as { country?: unknown }).country).toBeUndefined();
});

test('an odd text comes back as it was sent, and the page that shows it stands', async () => {
	const sandbox = await startSandbox();
	const odd = 'SIM-FUNDS-\u0000\u0007\u2028\u202e\ud83d\ude00e\u0301';
	const changes = {
		paymentReference: odd,
		customer: { ...paymentOptionsExample.customer, name: odd },
	};
	const { page, sessionId } = await reachCashier(sandbox.url, 'card', changes);
	expect((await sandbox.payment(sessionId)).paymentReference).toBe(odd);
	const shown = await send('GET', page);
	expect(shown.status).toBe(200);
	for (const value of shown.headers.values()) expect(value).toMatch(/^[\x20-\x7e]*$/);
});

test('a body is read as UTF-8 JSON only when its Content-Type says so, in any spelling', async () => {
	const { url } = await startSandbox();
	const statusOf = async (type: string) => {
		const headers = { 'Content-Type': type };
		const body = JSON.stringify(paymentOptionsExample);
		const answer = await fetch(`${url}/v2/payment-options`, { method: 'POST', headers, body });
		return answer.status;
	};
	for (const type of [
		'application/json',
		'Application/JSON',
		'application/json ; charset=utf-8',
		'application/json;charset="UTF-8"',
		'application/json; profile=x; charset=utf8',
	]) {
		expect([type, await statusOf(type)]).toEqual([type, 200]);
	}
	for (const type of [
		'application/jsonp',
		'text/json',
		'application/json; charset=utf-16',
		'application/json; charset=iso-8859-1',
		'multipart/form-data; boundary=x',
		'',
	]) {
		expect([type, await statusOf(type)]).toEqual([type, 415]);
	}
});

test('not strict, a body is read as JSON whatever its type and charset are called', async () => {
	const { url } = await startSandbox({ settings: { http: { contentType: { strict: false } } } });
	for (const type of ['text/plain; charset=iso-8859-1', 'application/octet-stream', '']) {
		const { transactionId } = await startPayment(url, {}, { 'Content-Type': type });
		expect(transactionId).toBeTruthy();
	}
	const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
	const { status, body } = await send('POST', `${url}/v2/payment-options`, 'country=CO', form);
	expect([status, body.code]).toEqual([400, 'malformed_json']);
});
