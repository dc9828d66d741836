/** Header values outside ASCII: how they are matched, shown and repeated. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { harSchema } from '../simulator/contract/har.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { answersIn, exchange } from './support/raw.ts';
import { withKeys } from './support/repeats.ts';
import { send, startSandbox } from './support/sandbox.ts';

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Sends payment-options with a header, byte by byte, and returns the answer. */
async function optionsWith(
	{ url }: { url: string },
	name: string,
	value: Buffer,
	host: Buffer = utf8('127.0.0.1'),
) {
	const body = JSON.stringify(paymentOptionsExample);
	const { pathname } = new URL(url);
	const [before, after] = [
		`POST ${pathname.replace(/\/$/, '')}${servicePaths.paymentOptions} HTTP/1.1\r\nHost: `,
		`\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${name}: `,
	];
	const parts = [utf8(before), host, utf8(after), value, utf8(`\r\n\r\n${body}`)];
	const [answer] = answersIn(await exchange(url, Buffer.concat(parts)));
	if (answer === undefined) throw new Error('There is no answer.');
	return answer;
}

const values: [string, Buffer, string][] = [
	['ASCII', utf8('cafe'), 'cafe'],
	['UTF-8', utf8('café'), 'café'],
	['UTF-8 beyond Latin-1', utf8('Łódź 🏪 日本'), 'Łódź 🏪 日本'],
	['UTF-8 with a byte order mark', utf8('\ufeffcafé'), '\ufeffcafé'],
	['Latin-1', latin1('café'), 'café'],
	['bytes that are cut off', latin1('caf\xc3'), 'cafÃ'],
	['an overlong form', latin1('\xc0\xaf'), 'À¯'],
	['half of a pair', latin1('\xed\xa0\xbd'), 'í\xa0½'],
];

test.each(values)(
	'a value in %s is one text in the journal, in rules and in questions',
	async (_name, bytes, text) => {
		const sandbox = await startSandbox({ settings: { journal: { headers: ['X-Shop'] } } });
		const { status } = await optionsWith(sandbox, 'X-Shop', bytes);
		expect(status).toBe(200);
		expect((await sandbox.journal()).entries[0]?.headers).toEqual({ 'x-shop': text });
		const { log } = harSchema.parse(
			(await send('GET', `${sandbox.url}/_sandbox/journal?format=har`)).body,
		);
		expect(log.entries[0]?.request.headers).toEqual([{ name: 'x-shop', value: text }]);
		const question = { match: { header: { 'X-Shop': text } }, times: { exactly: 1 } };
		expect((await send('POST', `${sandbox.url}/_sandbox/verify`, question)).status).toBe(200);
		await sandbox.faults.add({
			match: { header: { 'X-Shop': text } },
			fault: { kind: 'status', status: 503 },
		});
		expect((await optionsWith(sandbox, 'X-Shop', bytes)).status).toBe(503);
		expect((await optionsWith(sandbox, 'X-Shop', utf8(`${text}!`))).status).toBe(200);
	},
);

test('the body of a fault in a header is its text, and its type must be ASCII', async () => {
	const sandbox = await startSandbox();
	const fault = (value: string) => optionsWith(sandbox, 'X-Sandbox-Fault', utf8(value));
	const page = await fault('content-type="text/html";body="Café 🏪";phase=after');
	expect([page.status, page.body]).toEqual([200, 'Café 🏪']);
	expect(page.headers['content-length']).toBe(String(Buffer.byteLength('Café 🏪')));
	const refused = await fault('content-type="text/Łódź"');
	expect([refused.status, JSON.parse(refused.body).code]).toEqual([400, 'invalid_fault']);
	expect(JSON.parse(refused.body).detail).toContain('not "text/Łódź"');
});

test.each([
	'X-Request-Id',
	'X-Sandbox-Outcome',
	'X-Sandbox-Return',
	'X-Sandbox-Fault',
	'X-Sandbox-Workspace',
	'Origin',
	'Content-Type',
	'Content-Encoding',
	'Accept',
	'Last-Event-ID',
	'Expect',
])('no value of %s causes an error of the server', async (name) => {
	const sandbox = await startSandbox();
	for (const bytes of [utf8('Łódź 🏪'), latin1('café')]) {
		const { status } = await optionsWith(sandbox, name, bytes);
		expect(status).toBeLessThan(500);
	}
});

test('a refused host is shown as UTF-8', async () => {
	const sandbox = await startSandbox();
	const refused = await optionsWith(sandbox, 'X-A', utf8('1'), utf8('ŁÓDŹ.example'));
	expect(refused.status).toBe(403);
	expect(JSON.parse(refused.body).detail).toContain('"łódź.example"');
});

test('an idempotency key is the same key only if its bytes are', async () => {
	const sandbox = await startSandbox({ settings: withKeys });
	const sessionOf = async (key: Buffer) => {
		const { status, body } = await optionsWith(sandbox, 'Idempotency-Key', key);
		return [status, JSON.parse(body).sessionId ?? JSON.parse(body).code];
	};
	const first = await sessionOf(utf8('clé-1'));
	expect(first[0]).toBe(200);
	expect(await sessionOf(utf8('clé-1'))).toEqual(first);
	expect(await sessionOf(latin1('clé-1'))).not.toEqual(first);
	expect(await sessionOf(utf8('é'.repeat(128)))).toEqual([400, 'invalid_idempotency_key']);
	expect((await sessionOf(utf8('é'.repeat(127))))[0]).toBe(200);
});

test.each([
	['bearer', 'Authorization', 'Bearer '],
	['apiKey', 'X-Api-Key', ''],
])('a key of the mode %s is compared by its bytes', async (mode, name, prefix) => {
	const sandbox = await startSandbox({ settings: { auth: { mode, keys: ['clé-1'] } } });
	const statusOf = async (bytes: Buffer) =>
		(await optionsWith(sandbox, name, Buffer.concat([utf8(prefix), bytes]))).status;
	expect([await statusOf(utf8('clé-1')), await statusOf(latin1('clé-1'))]).toEqual([200, 401]);
});

/** A server that keeps the bytes of each request and answers none. */
async function startReceiver() {
	const received: string[] = [];
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', (chunk) => {
			received.push(chunk.toString('latin1'));
			socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
		});
	});
	onTestFinished(() => void server.close());
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('There is no port.');
	return { received, url: `http://127.0.0.1:${address.port}` };
}

test.skipIf(process.platform === 'win32')(
	'the command of a call sends the bytes that arrived, and card numbers stay masked',
	async () => {
		const receiver = await startReceiver();
		const sandbox = await startSandbox({
			publicUrl: receiver.url,
			settings: { journal: { headers: ['X-Shop'] } },
		});
		const card = '4111111111111111';
		const sent = [
			...values.map(([, bytes]) => bytes),
			latin1(`l'été "x" \\ $(exit 1) !`),
			latin1(`caf\xe9\x9b\x85`),
			latin1(`café ${card}`),
			utf8(`café ${card}`),
			utf8('é'.repeat(501)),
		];
		for (const bytes of sent) await optionsWith(sandbox, 'X-Shop', bytes);
		const commands: string[] = [];
		for (const index of sent.keys()) {
			const address = `${sandbox.url}/_sandbox/journal/${index + 1}?format=curl`;
			commands.push((await send('GET', address)).body);
		}
		for (const command of commands) {
			await promisify(execFile)('bash', ['--norc', '-c', command]);
			expect(command).not.toMatch(/4111|\p{Cc}(?!$)/u);
		}
		const shopIn = (text: string) => /^x-shop: (.*)\r$/m.exec(text)?.[1];
		const again = receiver.received.map(shopIn);
		const inUtf8 = (text: string) => utf8(text).toString('latin1');
		const [masked, long] = [inUtf8('café {number}'), inUtf8('…')];
		const whole = sent.slice(0, -3).map((bytes) => bytes.toString('latin1'));
		expect(again).toEqual([...whole, masked, masked, long]);
	},
);
