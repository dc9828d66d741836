/** Authentication of the three calls (D-13): every mode, and keys that are never shown. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import { post, reachCashier, send, startSandbox } from '../support/sandbox.ts';

const keys = ['first-secret', 'ana:pass:word ñ'];
const body = JSON.stringify(paymentOptionsExample);
const basic = (pair: string) => ({
	Authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});
const signed = (key: string, text = body) => createHmac('sha256', key).update(text).digest('hex');

test.each<[string, Record<string, string>, number]>([
	['bearer', { Authorization: 'Bearer first-secret' }, 200],
	['bearer', { Authorization: 'bearer first-secret' }, 200],
	['bearer', { Authorization: 'Bearer first-secre' }, 401],
	['bearer', { Authorization: 'Bearer first-secret2' }, 401],
	['bearer', { Authorization: 'first-secret' }, 401],
	['bearer', { Authorization: 'Bearer' }, 401],
	['bearer', {}, 401],
	['basic', basic('ana:pass:word ñ'), 200],
	['basic', basic('ana:pass'), 401],
	['basic', { Authorization: 'Basic !' }, 401],
	['basic', { Authorization: 'Bearer first-secret' }, 401],
	['apiKey', { 'X-Api-Key': 'first-secret' }, 200],
	['apiKey', { 'X-Api-Key': 'FIRST-SECRET' }, 401],
	['apiKey', { 'X-Api-Key': '' }, 401],
	['apiKey', { Authorization: 'first-secret' }, 401],
	['hmac', { 'X-Signature': signed('first-secret') }, 200],
	['hmac', { 'X-Signature': signed('ana:pass:word ñ').toUpperCase() }, 200],
	['hmac', { 'X-Signature': signed('first-secret', `${body} `) }, 401],
	['hmac', { 'X-Signature': signed('another') }, 401],
	['hmac', { 'X-Signature': signed('first-secret').slice(2) }, 401],
	['hmac', {}, 401],
])('mode %s with %j answers %i', async (mode, headers, expected) => {
	const fitting = mode === 'basic' ? keys.filter((key) => key.includes(':')) : keys;
	const { url } = await startSandbox({ settings: { auth: { mode, keys: fitting } } });
	const answer = await post(url + servicePaths.paymentOptions, body, headers);
	expect(answer.status).toBe(expected);
	if (expected === 200) return;
	expect(answer.body).toMatchObject({
		code: 'not_authenticated',
		assumptions: expect.arrayContaining(['D-13']),
	});
	for (const key of keys) expect(JSON.stringify(answer.body)).not.toContain(key);
	const challenge = answer.headers.get('www-authenticate');
	const scheme = { bearer: 'Bearer', basic: 'Basic' }[mode] ?? null;
	expect(challenge?.split(' ')[0] ?? null).toBe(scheme);
});

test.each([
	['bearer', 'Authorization', 'Bearer first-secret', `-H 'Authorization: Bearer '"$TOKEN"`],
	['apiKey', 'X-Api-Key', 'first-secret', `-H 'X-Api-Key: '"$TOKEN"`],
	['hmac', 'X-Signature', signed('first-secret'), `-H 'X-Signature: '"$TOKEN"`],
])(
	'with %s, journal, curl and verify know that the call has %s',
	async (mode, header, value, shown) => {
		const { url } = await startSandbox({ settings: { auth: { mode, keys } } });
		await post(url + servicePaths.paymentOptions, body, { [header]: value });
		const { body: journal } = await send('GET', url + controlPaths.journal);
		expect(journal.entries).toMatchObject([{ authorization: 'present' }]);
		const curl = await fetch(`${url}${controlPaths.journal}/1?format=curl`);
		expect(await curl.text()).toContain(shown);
		const match = { endpoint: 'paymentOptions', header: { [header]: { $exists: true } } };
		const { body: answer } = await send('POST', url + controlPaths.verify, { match, times: 1 });
		expect(answer).toMatchObject({ ok: true, complete: true });
	},
);

test('a failure with 403 has no WWW-Authenticate', async () => {
	const auth = { mode: 'bearer', keys, failure: 403 };
	const { url } = await startSandbox({ settings: { auth } });
	const { status, headers } = await post(url + servicePaths.paymentOptions, body);
	expect([status, headers.get('www-authenticate')]).toEqual([403, null]);
});

test('a signature is checked over the sent bytes, before they are parsed', async () => {
	const { url } = await startSandbox({ settings: { auth: { mode: 'hmac', keys } } });
	const spaced = JSON.stringify(paymentOptionsExample, null, '\t');
	const path = url + servicePaths.paymentOptions;
	expect((await post(path, spaced, { 'X-Signature': signed('first-secret') })).status).toBe(401);
	expect((await post(path, spaced, { 'X-Signature': signed('first-secret', spaced) })).status).toBe(
		200,
	);
	const broken = await post(path, '{', { 'X-Signature': signed('first-secret', '{') });
	expect(broken.body.code).toBe('malformed_json');
	expect((await post(path, '{', { 'X-Signature': signed('first-secret') })).status).toBe(401);
});

test('only the three calls need authentication', async () => {
	const sandbox = await startSandbox();
	const { page, sessionId } = await reachCashier(sandbox.url, 'card');
	await sandbox.configure({ auth: { mode: 'bearer', keys } });
	for (const path of Object.values(servicePaths)) {
		expect((await post(sandbox.url + path, {})).status).toBe(401);
	}
	expect((await send('GET', page)).status).toBe(200);
	expect((await send('GET', sandbox.url + controlPaths.settings)).status).toBe(200);
	await sandbox.act(sessionId, { action: 'submit' });
});

test('keys are never shown or logged, and sending shown settings back does not overwrite them', async () => {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const settings = { auth: { mode: 'apiKey', keys } };
	const sandbox = await startSandbox({ settings, log: 'json', writeLog });
	const path = sandbox.url + controlPaths.settings;
	const { body: shown } = await send('GET', path);
	expect(shown.auth).toEqual({ mode: 'apiKey', keys: ['…', '…'], header: null, failure: 401 });

	const refused = await send('PUT', path, shown);
	expect(refused).toMatchObject({ status: 400, body: { param: 'auth.keys.0' } });
	expect(refused.body.detail).toContain('must be the key itself');

	const changed = await send('PUT', path, { auth: { failure: 403 } });
	expect(changed.body.auth).toMatchObject({ keys: ['…', '…'], failure: 403 });
	const headers = { 'X-Api-Key': 'first-secret' };
	const call = await post(sandbox.url + servicePaths.paymentOptions, body, headers);
	expect(call.status).toBe(200);

	const gaps = await send('GET', sandbox.url + controlPaths.gaps);
	const seen = JSON.stringify([shown, refused.body, changed.body, gaps.body, lines, sandbox.guide]);
	expect(seen).toContain('auth.keys');
	for (const key of keys) expect(seen).not.toContain(key);
});

test('a setting may name a header like a property that every object has', async () => {
	const auth = { mode: 'apiKey', keys: ['first-secret'], header: 'constructor' } as const;
	const sandbox = await startSandbox();
	const call = async (headers: Record<string, string>, reference: string) => {
		const order = { ...paymentOptionsExample, paymentReference: reference };
		return (await post(sandbox.url + servicePaths.paymentOptions, order, headers)).status;
	};
	await sandbox.configure({
		idempotency: { header: 'constructor' },
		journal: { headers: ['toString'] },
	});
	expect([await call({}, 'a'), await call({}, 'b')]).toEqual([200, 200]);
	expect((await sandbox.journal()).entries[0]).toMatchObject({
		idempotencyKey: 'absent',
		headers: { tostring: null },
	});
	await sandbox.configure({ idempotency: null, http: { requiredHeaders: ['constructor'] } });
	expect([await call({}, 'c'), await call({ constructor: 'x' }, 'c')]).toEqual([400, 200]);
	await sandbox.configure({ http: null, auth });
	expect([await call({}, 'd'), await call({ constructor: 'first-secret' }, 'd')]).toEqual([
		401, 200,
	]);
});
