import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import {
	listBanks,
	post,
	reachCashier,
	send,
	startPayment,
	startSandbox,
} from './support/sandbox.ts';

test('an unknown session names its workspace, and a reference leads to the search', async () => {
	const { url } = await startSandbox();
	const { sessionId } = await startPayment(url, { paymentReference: 'order-1' });
	const inTeam = await send('GET', `${url}/w/team-a/_sandbox/payments/${sessionId}`);
	expect(inTeam.body.detail).toBe(
		`No payment with the sessionId or transactionId ${sessionId} in the workspace "team-a": it is unknown or forgotten.`,
	);
	const choice = { sessionId, paymentOptionId: sessionId };
	const inService = await post(`${url}/w/team-a${servicePaths.hybridPayment}`, choice);
	expect(inService.body.detail).toBe(
		`No session ${sessionId} in the workspace "team-a": it is unknown or forgotten.`,
	);
	const byReference = await send('GET', `${url}/_sandbox/payments/order%201`);
	expect(byReference.body.fix).toContain('GET /_sandbox/payments?reference=order%201.');
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

test.each([
	['Card', 'rule 3', 'rule 3'],
	['Nequi', 'step 2 of the flow', 'rule 2'],
])(
	'%s has no suboptions: the list cites %s of the service, and an optionId %s',
	async (option, ofTheList, ofTheId) => {
		const { url } = await startSandbox();
		const { sessionId, paymentOptions } = await startPayment(url);
		const offered = paymentOptions.find(({ name }) => name === option);
		const body = { sessionId, paymentOptionId: offered?.paymentOptionId };
		const list = await post(url + servicePaths.paymentSuboptions, body);
		expect([list.status, list.body.detail]).toEqual([
			409,
			`The payment option "${option}" has no suboptions (${ofTheList} of the service).`,
		]);
		const choice = await post(url + servicePaths.hybridPayment, { ...body, optionId: 'any' });
		expect([choice.status, choice.body.detail]).toEqual([
			400,
			`The payment option "${option}" has no suboptions (${ofTheId} of the service).`,
		]);
	},
);

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
		'malformed_request',
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

test.each([
	['cancelled', ['cancel'], 'Start a new payment with payment-options for another attempt.'],
	['processing', ['submit'], 'Wait for the outcome of this payment before you start another one.'],
	[
		'declined',
		['submit', 'decline'],
		'Send the shopper to the cashier page of this payment, which',
	],
] as const)(
	'a merchant whose payment is %s learns what to do, and no action of the control API',
	async (state, actions, fix) => {
		const sandbox = await startSandbox();
		const { sessionId, bankId } = await reachCashier(sandbox.url, 'card');
		for (const action of actions) await sandbox.act(sessionId, { action });
		const list = { sessionId, paymentOptionId: bankId };
		const { status, body } = await post(sandbox.url + servicePaths.paymentSuboptions, list);
		expect([status, body.code]).toEqual([409, 'not_allowed_in_state']);
		expect(body.detail).toContain(`a payment that is ${state}`);
		expect(body.fix).toContain(fix);
		expect(body.fix).not.toContain('act:');
	},
);
