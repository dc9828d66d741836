/** Input that no HTTP client sends: the sandbox responds itself, never with a 5xx, and serves the next call. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { problemSchema } from '../simulator/contract/problem.ts';
import { controlPaths, servicePaths } from '../simulator/contract/routes.ts';
import { answersIn, exchange, hangUpAfter } from './support/raw.ts';
import { send, startSandbox } from './support/sandbox.ts';

const order = JSON.stringify(paymentOptionsExample);

/** A documented call; the headers end with the blank line. */
const call = (head: string, body = '') =>
	`POST ${servicePaths.paymentOptions} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}\r\n${body}`;
const sized = (body: string, head = '') =>
	call(`Content-Length: ${Buffer.byteLength(body)}\r\n${head}`, body);
const get = (target: string, head = '') =>
	`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`;

test.each<[string, string, number, string]>([
	['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
	['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed_request'],
	['an unknown verb', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'malformed_request'],
	['a version that does not exist', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
	['a header without a colon', get('/', 'no colon\r\n'), 400, 'malformed_request'],
	['a NUL in a header', get('/', 'X-A: a\0b\r\n'), 400, 'malformed_request'],
	['a control character in a header', get('/', 'X-A: a\x01b\r\n'), 400, 'malformed_request'],
	[
		'two lengths',
		call('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
		400,
		'malformed_request',
	],
	[
		'a length and chunks',
		call('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '{}'),
		400,
		'malformed_request',
	],
	['a length that is no number', call('Content-Length: two\r\n', '{}'), 400, 'malformed_request'],
	[
		'a chunk of no size',
		call('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n'),
		400,
		'malformed_request',
	],
	['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
	['two Hosts', get('/', 'hOST: evil.example\r\nConnection: close\r\n'), 400, 'malformed_request'],
	...['http://evil.example/', 'http://localhost:81/pay', 'http://localhost@evil.example/'].map(
		(target): [string, string, number, string] => [
			`the target ${target}, which is not its Host`,
			get(target, 'Connection: close\r\n'),
			400,
			'malformed_request',
		],
	),
	['no Host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 400, 'malformed_request'],
	[
		'a tunnel',
		'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
		400,
		'malformed_request',
	],
	[
		'headers beyond the limit',
		get('/', `X-A: ${'a'.repeat(20_000)}\r\n`),
		431,
		'headers_too_large',
	],
	[
		'many headers beyond the limit',
		get('/', 'X-A: aaaaaaaa\r\n'.repeat(5_000)),
		431,
		'headers_too_large',
	],
	['an address beyond the limit', get(`/${'a'.repeat(20_000)}`), 431, 'headers_too_large'],
	['a path that is no text', get('/v2/%ff', 'Connection: close\r\n'), 400, 'malformed_request'],
	[
		'half an escape in the path',
		get('/%e0%a4%a', 'Connection: close\r\n'),
		400,
		'malformed_request',
	],
	[
		'a path of a star',
		'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
		404,
		'path_not_found',
	],
	...['http://', 'https://', 'http://[', 'http://?a'].map(
		(target): [string, string, number, string] => [
			`the target ${target}`,
			get(target, 'Connection: close\r\n'),
			400,
			'malformed_request',
		],
	),
	[
		'OPTIONS http://',
		'OPTIONS http:// HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
		400,
		'malformed_request',
	],
	['a target without a slash', get('a', 'Connection: close\r\n'), 400, 'malformed_request'],
	['a query alone', get('?a', 'Connection: close\r\n'), 400, 'malformed_request'],
	['a target of two slashes', get('//', 'Connection: close\r\n'), 404, 'path_not_found'],
	['GET of a star', get('*', 'Connection: close\r\n'), 404, 'path_not_found'],
	[
		'an unknown Expect header',
		sized('{', 'Expect: a miracle\r\nConnection: close\r\n'),
		400,
		'malformed_json',
	],
])(
	'%s gets a problem response, and the sandbox serves the next call',
	async (_name, bytes, status, code) => {
		const lines: string[] = [];
		const { url } = await startSandbox({ writeLog: (line) => lines.push(line) });
		const [answer, ...more] = answersIn(await exchange(url, Buffer.from(bytes, 'latin1')));
		expect(more).toEqual([]);
		expect(answer?.status).toBe(status);
		expect(answer?.headers).toMatchObject({
			'content-type': 'application/problem+json; charset=utf-8',
			'x-content-type-options': 'nosniff',
			connection: 'close',
		});
		const problem = problemSchema.parse(JSON.parse(answer?.body ?? ''));
		expect(problem).toMatchObject({ status, code });
		expect(answer?.body).not.toMatch(/node_modules|\.ts:\d|\.js:\d|<html/);
		expect(lines).toEqual([]);
		expect((await send('GET', url + controlPaths.health)).status).toBe(200);
	},
);

test('pipelined calls get their responses in order', async () => {
	const { url } = await startSandbox();
	const bytes = [sized(order), sized('{'), get('/nowhere'), sized(order, 'Connection: close\r\n')];
	const answers = answersIn(await exchange(url, bytes.join('')));
	expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 200]);
});

test('a call behind a target without a path is served, on the same connection', async () => {
	const lines: string[] = [];
	const { url } = await startSandbox({ log: 'line', writeLog: (line) => lines.push(line) });
	const bytes = [get('http://'), get('/nowhere', 'Connection: close\r\n')];
	const answers = answersIn(await exchange(url, bytes.join('')));
	expect(answers.map(({ status }) => status)).toEqual([400, 404]);
	expect(lines[0]).toMatch(/^GET {2}- 400 malformed_request/);
});

test('garbage behind a call is rejected, and closes the connection', async () => {
	const { url } = await startSandbox();
	const answers = answersIn(await exchange(url, `${get('/nowhere')}garbage\r\n\r\n`));
	expect(answers.at(-1)).toMatchObject({ status: 400, headers: { connection: 'close' } });
	for (const { body } of answers) problemSchema.parse(JSON.parse(body));
});

test('a broken body behind other calls is the 400 of its own call, and is counted', async () => {
	const { url } = await startSandbox();
	const broken = call('X-Request-Id: broken-1\r\nTransfer-Encoding: chunked\r\n', 'zz\r\n');
	for (const calls of [[broken], [get('/nowhere'), broken], [sized(order), get('/'), broken]]) {
		const answers = answersIn(await exchange(url, calls.join('')));
		expect(answers).toHaveLength(calls.length);
		expect(answers.at(-1)).toMatchObject({
			status: 400,
			headers: { connection: 'close', 'x-request-id': 'broken-1' },
		});
	}
	const { body } = await send('GET', url + controlPaths.metrics);
	expect(body).toContain('calls_total{endpoint="paymentOptions",status="400"} 3\n');
	expect((await send('GET', `${url}/_sandbox/payments`)).body.payments).toHaveLength(1);
});

test('a body that is cut off creates no payment', async () => {
	const { url } = await startSandbox();
	await hangUpAfter(url, call('Content-Length: 1000\r\n', order.slice(0, 100)));
	await hangUpAfter(
		url,
		call('Transfer-Encoding: chunked\r\n', `${order.length.toString(16)}\r\n${order}`),
	);
	expect((await send('GET', `${url}/_sandbox/payments`)).body.payments).toEqual([]);
});

const everyPath: [string, string][] = [
	...Object.values(servicePaths).map((path): [string, string] => [path, 'POST']),
	['/', 'GET, HEAD, POST'],
	['/pay', 'GET, HEAD, POST'],
	['/pay/assets/cashier.css', 'GET, HEAD'],
	['/pay/assets/fonts/none.css', 'GET, HEAD'],
	[`${controlPaths.docs}/docs.css`, 'GET, HEAD'],
	[controlPaths.health, 'GET, HEAD'],
	[controlPaths.settings, 'GET, HEAD, PUT'],
	[controlPaths.advance, 'POST'],
	[`${controlPaths.payments}/x/act`, 'POST'],
];

test.each(everyPath)(
	'%s allows %s, and rejects every other method with Allow',
	async (path, allow) => {
		const { url } = await startSandbox();
		const methods = [
			'GET',
			'HEAD',
			'POST',
			'PUT',
			'PATCH',
			'DELETE',
			'OPTIONS',
			'TRACE',
			'PURGE',
			'PROPFIND',
		];
		const others = methods.filter((method) => !allow.split(', ').includes(method));
		for (const method of others) {
			const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
			const bytes = (await exchange(url, head)).toString();
			expect([method, bytes.slice(0, 12)]).toEqual([method, 'HTTP/1.1 405']);
			expect(bytes).toContain(`\r\nAllow: ${allow}\r\n`);
			expect(bytes).toContain('\r\nContent-Type: application/problem+json');
		}
	},
);
