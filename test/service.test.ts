import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { hybridPaymentResponseSchema } from '../simulator/contract/hybrid-payment.ts';
import { paymentOptionsResponseSchema } from '../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../simulator/contract/payment-suboptions.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { listBanks, post, startPayment, startSandbox } from './support/sandbox.ts';

test.each([
	['CO', 'COP', 'PSE'],
	['MX', 'MXN', 'Bank transfer'],
])(
	'answers the three calls of %s with the documented fields, no more and no less',
	async (country, currency, bankName) => {
		const { url } = await startSandbox();
		const request = { ...paymentOptionsExample, country, currency };
		const options = await post(url + servicePaths.paymentOptions, request);
		expect(options.status).toBe(200);
		expect(options.headers.get('content-type')).toBe('application/json; charset=utf-8');
		const { sessionId, transactionId, paymentOptions } = paymentOptionsResponseSchema.parse(
			options.body,
		);
		const [bank, card] = paymentOptions;
		expect([bank?.name, bank?.extraData]).toEqual([bankName, []]);
		expect(card?.extraData).toEqual([
			{ label: 'Card Number', name: 'cardnum', type: 'string', values: [], required: true },
			{ label: 'Owner', name: 'cardholder', type: 'string', values: [], required: true },
			{ label: 'Expiration Year', name: 'expiryyear', type: 'string', values: [], required: true },
			{
				label: 'Expiration Month',
				name: 'expirymonth',
				type: 'string',
				values: [],
				required: true,
			},
			{ label: 'CVV', name: 'cardcvv', type: 'string', values: [], required: true },
		]);

		const paymentOptionId = bank?.paymentOptionId;
		const banks = await post(url + servicePaths.paymentSuboptions, { sessionId, paymentOptionId });
		expect(banks.status).toBe(200);
		const { result } = paymentSuboptionsResponseSchema.parse(banks.body);
		expect(result).toMatchObject({ paymentOptionId, transactionId, sessionId });
		expect(result.options.length).toBeGreaterThan(10);

		const optionId = result.options[0]?.id;
		const hybrid = await post(url + servicePaths.hybridPayment, {
			sessionId,
			paymentOptionId,
			optionId,
		});
		expect(hybrid.status).toBe(200);
		expect(hybridPaymentResponseSchema.parse(hybrid.body).result).toEqual({
			transactionId,
			redirectUrl: `${url}/pay?sessionId=${sessionId}`,
		});
	},
);

test('offers a card without suboptions: hybrid-payment takes no optionId', async () => {
	const { url } = await startSandbox();
	const { sessionId, cardId } = await startPayment(url);
	const card = { sessionId, paymentOptionId: cardId };
	expect((await post(url + servicePaths.hybridPayment, card)).status).toBe(200);
	const needless = await post(url + servicePaths.hybridPayment, { ...card, optionId: 'co-pse-01' });
	expect(needless).toMatchObject({
		status: 400,
		body: { code: 'suboption_not_needed', param: 'optionId' },
	});
	const list = await post(url + servicePaths.paymentSuboptions, card);
	expect(list).toMatchObject({ status: 409, body: { code: 'option_has_no_suboptions' } });
});

test('ties options and suboptions to their session', async () => {
	const { url } = await startSandbox();
	const mine = await startPayment(url);
	const other = await startPayment(url, { country: 'MX', currency: 'MXN' });
	const banks = await listBanks(url, mine.sessionId, mine.bankId);
	const foreignBanks = await listBanks(url, other.sessionId, other.bankId);
	const choose = (body: object) => post(url + servicePaths.hybridPayment, body);
	const { sessionId, bankId: paymentOptionId } = mine;

	const refusals: [object, number, string, string][] = [
		[{ sessionId, paymentOptionId: other.bankId }, 404, 'option_not_in_session', 'paymentOptionId'],
		[{ sessionId, paymentOptionId }, 400, 'suboption_required', 'optionId'],
		[
			{ sessionId, paymentOptionId, optionId: foreignBanks[0]?.id },
			404,
			'suboption_of_other_option',
			'optionId',
		],
		[{ sessionId, paymentOptionId, optionId: 'nobody' }, 404, 'suboption_not_found', 'optionId'],
		[
			{ sessionId, paymentOptionId, optionId: banks[0]?.uuid },
			400,
			'suboption_uuid_sent',
			'optionId',
		],
		[{ sessionId: paymentOptionId, paymentOptionId }, 404, 'session_not_found', 'sessionId'],
		[{ sessionId: 'x', paymentOptionId }, 400, 'invalid_body', 'sessionId'],
	];
	for (const [body, status, code, param] of refusals) {
		const answer = await choose(body);
		expect(answer).toMatchObject({ status, body: { code, param } });
		expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
		expect(answer.body.detail).toBeTruthy();
		expect(answer.body.fix).toBeTruthy();
	}
	expect((await choose({ sessionId, paymentOptionId, optionId: banks[0]?.id })).status).toBe(200);
});

test('names every wrong field with its rule and its fix, and makes no payment', async () => {
	const sandbox = await startSandbox();
	const wrong = {
		...paymentOptionsExample,
		country: 'co',
		amount: '12',
		redirectUrl: 'javascript:alert(1)',
	};
	const { status, body } = await post(sandbox.url + servicePaths.paymentOptions, wrong);
	expect(status).toBe(400);
	expect(body.errors.map(({ param }: { param: string }) => param)).toEqual([
		'country',
		'amount',
		'redirectUrl',
	]);
	expect(body.errors[0]).toEqual({
		param: 'country',
		detail: 'country must be a country code of two upper-case letters.',
		fix: 'Send, for example, country = "CO".',
	});
	const { body: list } = await post(`${sandbox.url}/_sandbox/payments`, undefined);
	expect(list.code).toBe('method_not_allowed');
	const payments = await (await fetch(`${sandbox.url}/_sandbox/payments`)).json();
	expect(payments).toEqual({ payments: [], next: null });
});

test.each([
	[
		'malformed JSON',
		'POST',
		'/v2/payment-options',
		'{"country":',
		'application/json',
		400,
		'malformed_json',
	],
	['a list', 'POST', '/v2/payment-options', '[]', 'application/json', 400, 'invalid_body'],
	['null', 'POST', '/v2/payment-options', 'null', 'application/json', 400, 'invalid_body'],
	['an empty body', 'POST', '/v2/payment-options', '', 'application/json', 400, 'invalid_body'],
	[
		'another type',
		'POST',
		'/v2/payment-options',
		'a=1',
		'text/plain',
		415,
		'unsupported_media_type',
	],
	[
		'an unknown charset',
		'POST',
		'/v2/hybrid-payment',
		'{}',
		'application/json; charset=x',
		415,
		'unsupported_media_type',
	],
	[
		'too large a body',
		'POST',
		'/v2/payment-options',
		`"${'x'.repeat(200_000)}"`,
		'application/json',
		413,
		'body_too_large',
	],
	[
		'a wrong method',
		'PUT',
		'/v2/hybrid-payment',
		'{}',
		'application/json',
		405,
		'method_not_allowed',
	],
	['an unknown path', 'POST', '/v2/payments', '{}', 'application/json', 404, 'path_not_found'],
	[
		'another version',
		'POST',
		'/v3/payment-options',
		'{}',
		'application/json',
		404,
		'path_not_found',
	],
	[
		'a path that is no text',
		'POST',
		'/pay/assets/%E0%A4%A',
		'{}',
		'application/json',
		400,
		'unreadable_body',
	],
])('refuses %s with problem+json', async (_name, method, path, body, type, status, code) => {
	const { url } = await startSandbox();
	const answer = await fetch(url + path, { method, body, headers: { 'Content-Type': type } });
	expect(answer.status).toBe(status);
	expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
	expect(answer.headers.get('x-powered-by')).toBeNull();
	const problem = (await answer.json()) as Record<string, unknown>;
	expect(problem).toMatchObject({ code, status, type: `urn:payin-sandbox:problem:${code}` });
	expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:\d|\.js:\d/);
	if (status === 405) expect(answer.headers.get('allow')).toBe('POST');
});

test('tells what an answer rests on in headers that can be turned off', async () => {
	const sandbox = await startSandbox();
	const call = () =>
		post(
			sandbox.url + servicePaths.paymentOptions,
			{ ...paymentOptionsExample, extra: 1 },
			{ 'X-Request-Id': 'my-id' },
		);
	const { headers } = await call();
	expect(headers.get('x-request-id')).toBe('my-id');
	expect(headers.get('x-sandbox-assumptions')?.split(',')).toContain('D-01');
	expect(headers.get('x-sandbox-warnings')).toBe('unknown_field');
	expect(headers.get('server-timing')).toMatch(/^injected;dur=0\.00, sandbox;dur=\d+\.\d\d$/);
	await sandbox.configure({ http: { simHeaders: 'off' } });
	const plain = await call();
	expect(
		[...plain.headers.keys()].filter((name) => /^x-(sandbox|request)|timing/.test(name)),
	).toEqual([]);
});

test('offers only the card, with a warning, where the market is unknown or the currency is another', async () => {
	const { url } = await startSandbox();
	for (const [changes, warning] of [
		[{ country: 'SE', currency: 'SEK' }, 'unknown_country'],
		[{ currency: 'EUR' }, 'currency_mismatch'],
	] as const) {
		const answer = await post(url + servicePaths.paymentOptions, {
			...paymentOptionsExample,
			...changes,
		});
		expect(answer.body.paymentOptions.map(({ name }: { name: string }) => name)).toEqual(['Card']);
		expect(answer.headers.get('x-sandbox-warnings')).toBe(warning);
		expect(answer.headers.get('x-sandbox-assumptions')).toContain('D-26');
	}
});

test('refuses the documented calls on an expired session with 410', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId } = await startPayment(sandbox.url);
	await sandbox.advance('31m');
	const answer = await post(sandbox.url + servicePaths.hybridPayment, {
		sessionId,
		paymentOptionId: cardId,
	});
	expect(answer).toMatchObject({ status: 410, body: { code: 'session_expired' } });
});
