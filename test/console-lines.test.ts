/** The console lines of the command, over HTTP. */
import { expect, test } from 'vitest';
import { headerNames } from '../simulator/contract/routes.ts';
import type { ApiErrorCode } from '../simulator/errors/api-error.ts';
import { leaveDuringPaymentOptions, options } from './support/calls.ts';
import { approvedForm, openAt, postForm } from './support/cashier.ts';
import { answersIn, exchange } from './support/raw.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

async function startWatched(settings: object = {}) {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const sandbox = await startSandbox({ log: 'console', writeLog, settings });
	return { ...sandbox, lines };
}

test('a call that is in order has no line', async () => {
	const sandbox = await startWatched();
	await startPayment(sandbox.url);
	await send('GET', `${sandbox.url}/_sandbox/health`);
	// Optional fields may be left out.
	const { headers } = await options(sandbox, {
		paymentReference: 'ord-2',
		customer: { name: 'Ana Torres' },
	});
	expect(headers.get(headerNames.warnings)).toBe('optional_field_missing');
	await sandbox.close();
	expect(sandbox.lines).toEqual([]);
});

test('a refused call, a warning and a lost client have one line each', async () => {
	const sandbox = await startWatched({ latency: { paymentOptions: 'none' } });
	const { url, lines } = sandbox;
	await options(sandbox, { paymentReference: 'ord-7', amount: 0 });
	await options(sandbox, { paymentReference: 'ord-9', currency: 'EUR' });
	const { sessionId } = await startPayment(url, { paymentReference: 'ord-11' });
	const choice = { sessionId, paymentOptionId: sessionId };
	await post(`${url}/v2/hybrid-payment`, choice);
	await post(`${url}/w/team-a/v2/hybrid-payment`, choice);
	await sandbox.configure({ latency: { paymentOptions: { fixed: '10m' } } });
	await leaveDuringPaymentOptions(sandbox);
	await expect.poll(() => lines).toHaveLength(5);
	expect(lines.slice(0, 4)).toEqual([
		'400 payment-options ord-7: amount must be greater than 0\n',
		'! ord-9 currency_mismatch\n',
		'404 hybrid-payment ord-11: Unknown payment option\n',
		'404 [team-a] hybrid-payment: Unknown session\n',
	]);
	expect(lines[4]).toMatch(/^x order-1001 client left after \d+\.\d s\n$/);
});

test('a call with faults has a line that names its payment, and their phases and rules', async () => {
	const faults = [
		{ id: 'f-1', match: { endpoint: 'hybridPayment' }, fault: { kind: 'close' }, times: 1 },
		{
			id: 'f-2',
			match: { endpoint: 'hybridPayment' },
			fault: { kind: 'delay', law: { fixed: 1 } },
			phase: 'before',
		},
		{ id: 'f-3', match: { endpoint: 'hybridPayment' }, fault: { kind: 'malform' } },
	];
	const sandbox = await startWatched({ faults });
	const { sessionId, cardId } = await startPayment(sandbox.url, { paymentReference: 'ord-4' });
	const choose = () =>
		post(`${sandbox.url}/v2/hybrid-payment`, { sessionId, paymentOptionId: cardId });
	await expect(choose()).rejects.toThrow();
	await expect(choose()).rejects.toThrow();
	expect(sandbox.lines).toEqual([
		'f ord-4 close before (f-1)\n',
		'f ord-4 delay before (f-2), malform after (f-3)\n',
	]);
});

test('pages, the control API and broken HTTP have lines too', async () => {
	const sandbox = await startWatched();
	const { url, lines } = sandbox;
	await openAt(`${url}/pay?sessionId=none`);
	await send('PUT', `${url}/_sandbox/settings`, { session: { ttl: 'soon' } });
	await send('GET', `${url}/w/Team/pay`);
	await send('GET', `${url}/w/4929420573595709/pay`);
	const answers = answersIn(await exchange(url, 'GET\r\n\r\n'));
	expect(answers.map(({ status }) => status)).toEqual([400]);
	expect(lines).toEqual([
		'404 GET /pay: Not Found\n',
		expect.stringMatching(/^400 PUT \/_sandbox\/settings: session\.ttl must be /),
		expect.stringMatching(/^400 GET \/w\/Team\/pay: The name of a workspace /),
		expect.stringMatching(/^400 GET \/w\/\{number\}\/pay: The name of a workspace /),
		expect.stringMatching(/^400 The request is not valid HTTP: /),
	]);
});

test('a refused form, an answer of verify and a wrong fault say why', async () => {
	const { url, lines } = await startWatched();
	const token =
		/name="token" value="([^"]+)"/.exec(
			(await send('GET', `${url}/`, undefined, { Accept: 'text/html' })).body,
		)?.[1] ?? '';
	const form = { token, market: 'CO', option: 'Card' };
	await postForm(`${url}/`, { ...form, amount: 'abc' });
	await postForm(`${url}/`, { ...form, amount: '-3' });
	await post(`${url}/_sandbox/verify`, { match: { reference: 'Ana Torres' } });
	await options({ url }, { paymentReference: 'ord-5' }, { [headerNames.fault]: 'Ana "Torres"' });
	await send('GET', `${url}/favicon.ico`);
	expect(lines).toEqual([
		'400 POST /: amount must be a number in digits, such as 150000 or 59.9\n',
		'400 POST /: amount must be greater than 0\n',
		'409 POST /_sandbox/verify: Expected exactly 1 call, found 0\n',
		expect.stringMatching(
			/^400 payment-options ord-5: X-Sandbox-Fault cannot be read: … is no kind of fault; known: status, /,
		),
	]);
});

test('a refused form of the cashier names its fields', async () => {
	const { url, lines } = await startWatched();
	const { page } = await reachCashier(url, 'card', { paymentReference: 'ord-6' });
	const { token } = await openAt(page);
	await postForm(page, { ...approvedForm, token, cardcvv: '1', cardholder: '' });
	expect(lines).toEqual([
		'400 POST /pay ord-6: cardholder is required; cardcvv must be 3 digits\n',
	]);
});

test('the status is the one that the client got', async () => {
	const sandbox = await startWatched({ errors: { httpMode: 'always200', format: 'envelope' } });
	await options(sandbox, { paymentReference: 'ord-7', amount: 0 });
	expect(sandbox.lines).toEqual(['200 payment-options ord-7: amount must be greater than 0\n']);
});

test('no line quotes the caller, besides the reference', async () => {
	const mark = 'ana.torres@example.com';
	const sandbox = await startWatched({ validation: { unknownFields: 'reject' } });
	const { url, lines } = sandbox;
	const { sessionId, bankId } = await startPayment(url, { paymentReference: 'ord-1' });
	const choose = (body: object) => post(`${url}/v2/hybrid-payment`, body);
	const refused: [ApiErrorCode, () => Promise<{ body: { code: string } }>][] = [
		['invalid_body', () => options(sandbox, { [mark]: 1, paymentReference: 'ord-2' })],
		['malformed_json', () => post(`${url}/v2/payment-options`, `{"a": ${mark}`)],
		['suboption_not_found', () => choose({ sessionId, paymentOptionId: bankId, optionId: mark })],
		['option_not_in_session', () => choose({ sessionId, paymentOptionId: sessionId })],
		['session_not_found', () => choose({ sessionId: bankId, paymentOptionId: bankId })],
		['unknown_market', () => send('GET', `${url}/_sandbox/test-values?market=${mark}`)],
		['path_not_found', () => send('GET', `${url}/nowhere?who=${mark}`)],
		[
			'unsupported_media_type',
			() => post(`${url}/v2/hybrid-payment`, '{}', { 'Content-Type': mark }),
		],
		[
			'origin_not_allowed',
			() => post(`${url}/v2/hybrid-payment`, {}, { Origin: `https://${mark}` }),
		],
	];
	for (const [code, call] of refused) expect((await call()).body.code).toBe(code);
	const text = lines.join('');
	expect(lines).toHaveLength(refused.length);
	for (const secret of [mark, 'torres', sessionId, bankId]) expect(text).not.toContain(secret);
});

test('the library has no lines unless asked', async () => {
	const lines: string[] = [];
	const sandbox = await startSandbox({ writeLog: (line) => lines.push(line) });
	await options(sandbox, { amount: 0 });
	expect(lines).toEqual([]);
});
