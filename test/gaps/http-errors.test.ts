/** Settings change errors in responses of the three calls only, never in the journal and the log. */
import { expect, test } from 'vitest';
import { hybridPaymentExample } from '../../simulator/contract/examples.ts';
import type { httpGaps } from '../../simulator/contract/gaps/http.ts';
import { controlPaths, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { post, send, startPayment, startSandbox } from '../support/sandbox.ts';
import type { Toggles } from '../support/toggles.ts';
import { proveToggles, seeing } from '../support/toggles.ts';

/** An unknown session. */
const ask = ({ url }: Sandbox) => post(url + servicePaths.hybridPayment, hybridPaymentExample);

const toggles: Toggles<Pick<typeof httpGaps, 'D-15' | 'D-16' | 'D-17'>> = {
	'D-15': {
		'errors.format': {
			value: 'envelope',
			probe: seeing(
				({ headers, body }) => [headers.get('content-type'), body],
				(sandbox) => ask(sandbox),
			),
			assumed: [
				'application/problem+json; charset=utf-8',
				expect.objectContaining({ code: 'session_not_found', status: 404 }),
			],
			configured: [
				'application/json; charset=utf-8',
				{
					statusCode: 'session_not_found',
					resultType: 'error',
					result: { message: expect.stringContaining('No session') },
				},
			],
		},
		'errors.template': {
			value: { ok: false, list: [1, '{status}', 'HTTP {status}'], where: { field: '{param}' } },
			given: { errors: { format: 'template' } },
			probe: seeing(
				({ body }) => body,
				(sandbox) => ask(sandbox),
			),
			assumed: {
				error: { code: 'session_not_found', message: expect.stringContaining('No session') },
			},
			configured: { ok: false, list: [1, 404, 'HTTP 404'], where: { field: 'sessionId' } },
		},
	},
	'D-16': {
		'errors.codes': {
			value: { session_not_found: 'E404' },
			probe: seeing(
				({ body }) => body.code,
				(sandbox) => ask(sandbox),
			),
			assumed: 'session_not_found',
			configured: 'E404',
		},
	},
	'D-17': {
		'errors.status': {
			value: { session_not_found: 422 },
			probe: seeing(
				({ status, body }) => [status, body.status],
				(sandbox) => ask(sandbox),
			),
			assumed: [404, 404],
			configured: [422, 422],
		},
		'errors.httpMode': {
			value: 'always200',
			probe: seeing(
				({ status, body }) => [status, body.status, body.code],
				(sandbox) => ask(sandbox),
			),
			assumed: [404, 404, 'session_not_found'],
			configured: [200, 404, 'session_not_found'],
		},
	},
};

proveToggles(toggles);

const errorSettings = {
	errors: {
		format: 'envelope',
		codes: { session_expired: 'E410', method_not_allowed: 'E405', path_not_found: 'E404' },
		httpMode: 'always200',
	},
};

test('errors before a route, for a wrong method and for a wrong body have the same format', async () => {
	const { url } = await startSandbox({ settings: errorSettings });
	const path = url + servicePaths.hybridPayment;
	const answers = [
		await post(path, 'x', { 'Content-Type': 'text/plain' }),
		await post(path, '{'),
		await post(path, {}),
		await send('GET', path),
		await post(path, hybridPaymentExample),
	];
	expect(answers.map(({ status, body }) => [status, body.resultType, body.statusCode])).toEqual([
		[200, 'error', 'unsupported_media_type'],
		[200, 'error', 'malformed_json'],
		[200, 'error', 'invalid_body'],
		[200, 'error', 'E405'],
		[200, 'error', 'session_not_found'],
	]);
	expect(answers[3]?.headers.get('allow')).toBe('POST');
});

test("the payment's list of calls and the log keep the sandbox's own code", async () => {
	const lines: string[] = [];
	const writeLog = (line: string) => lines.push(line);
	const sandbox = await startSandbox({ settings: errorSettings, log: 'json', writeLog });
	const { sessionId, cardId: paymentOptionId } = await startPayment(sandbox.url);
	await sandbox.advance('31m');
	const path = sandbox.url + servicePaths.hybridPayment;
	const { status, body } = await post(path, { sessionId, paymentOptionId });
	expect([status, body.statusCode]).toEqual([200, 'E410']);
	const { calls } = await sandbox.payment(sessionId);
	expect(calls.at(-1)).toMatchObject({ call: 'hybrid-payment', result: 'session_expired' });
	const logged = lines.map((line) => JSON.parse(line));
	expect(logged.find((line) => line.path === servicePaths.hybridPayment)).toMatchObject({
		status: 200,
		problem: 'session_expired',
	});
});

test('a template keeps numbers, null and lists; a placeholder without a value is null', async () => {
	const template = { status: '{status}', field: '{param}', text: '[{param}] {code}', n: null };
	const settings = { errors: { format: 'template', template } };
	const { url } = await startSandbox({ settings });
	const { body } = await post(url + servicePaths.hybridPayment, '{');
	expect(body).toEqual({ status: 400, field: null, text: '[] malformed_json', n: null });
});

test.each([
	[{ errors: { template: { a: '{nonsense}' } } }, 'errors.template'],
	[{ errors: { template: 'x' } }, 'errors.template'],
	[{ errors: { codes: { no_such_code: 'E1' } } }, 'errors.codes.no_such_code'],
	[{ errors: { status: { session_not_found: 200 } } }, 'errors.status.session_not_found'],
	[{ errors: { format: 'xml' } }, 'errors.format'],
	[{ http: { extraHeaders: { 'Content-Length': '1' } } }, 'http.extraHeaders.Content-Length'],
	[
		{ http: { extraHeaders: { 'content-encoding': 'gzip' } } },
		'http.extraHeaders.content-encoding',
	],
	[{ http: { extraHeaders: { 'X-Sandbox-Cause': 'x' } } }, 'http.extraHeaders.X-Sandbox-Cause'],
	[{ http: { extraHeaders: { 'X-A': 'a\r\nX-B: b' } } }, 'http.extraHeaders.X-A'],
	[{ http: { requiredHeaders: ['X A'] } }, 'http.requiredHeaders.0'],
	[{ http: { successStatus: { paymentOptions: 204 } } }, 'http.successStatus.paymentOptions'],
	[{ http: { responseContentType: '' } }, 'http.responseContentType'],
	[{ limits: { rate: { rps: 0, burst: 1 } } }, 'limits.rate.rps'],
	[{ limits: { rate: { rps: 1.0001, burst: 1 } } }, 'limits.rate.rps'],
	[{ limits: { rate: { rps: 1, burst: 0 } } }, 'limits.rate.burst'],
	[{ limits: { rate: { rps: 1 } } }, 'limits.rate.burst'],
	[{ versions: [] }, 'versions'],
	[{ versions: ['2'] }, 'versions.0'],
	[{ auth: { mode: 'oauth' } }, 'auth.mode'],
	[{ auth: { failure: 418 } }, 'auth.failure'],
	[{ auth: { header: 'X:Y' } }, 'auth.header'],
])('%j is refused with its field, its rule and a fix', async (patch, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.code, body.param]).toEqual([400, 'invalid_body', param]);
	expect(body.detail).toMatch(/ (must|is required|is not known)/);
	expect(body.fix).not.toBe('');
});
