import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { hybridPaymentResponseSchema } from '../simulator/contract/hybrid-payment.ts';
import { paymentOptionsResponseSchema } from '../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../simulator/contract/payment-suboptions.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import type { Answer } from './support/sandbox.ts';
import { listBanks, post, send, startPayment, startSandbox } from './support/sandbox.ts';

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
	expect(headers.get('server-timing')).toMatch(
		/^queue;dur=0\.00, service;dur=0\.00, injected;dur=0\.00, sandbox;dur=\d+\.\d\d$/,
	);
	await sandbox.configure({ http: { simHeaders: 'off' } });
	const own = ({ headers: sent }: Answer) =>
		[...sent.keys()].filter((name) => /^x-(sandbox|request)|timing/.test(name));
	expect(own(await call())).toEqual([]);
	const refused = await post(sandbox.url + servicePaths.paymentOptions, {});
	const type = { 'Content-Type': 'text/plain' };
	const unread = await send('POST', sandbox.url + servicePaths.paymentOptions, 'x', type);
	expect([refused.status, own(refused), unread.status, own(unread)]).toEqual([400, [], 415, []]);
});

test('offers only the card, with a warning, where the market is unknown or the currency is another', async () => {
	const { url } = await startSandbox();
	for (const [changes, warning] of [
		[{ country: 'AQ', currency: 'USD' }, 'unknown_country'],
		[{ currency: 'EUR' }, 'currency_mismatch'],
	] as const) {
		const answer = await post(url + servicePaths.paymentOptions, {
			...paymentOptionsExample,
			paymentReference: warning,
			...changes,
		});
		expect(answer.body.paymentOptions.map(({ name }: { name: string }) => name)).toEqual(['Card']);
		expect(answer.headers.get('x-sandbox-warnings')).toBe(warning);
		expect(answer.headers.get('x-sandbox-assumptions')).toContain('D-26');
	}
});

test('remembers that the banks were listed, however many calls came since', async () => {
	const { url } = await startSandbox();
	const choose = async (listed: boolean) => {
		const { sessionId, cardId, bankId } = await startPayment(url);
		if (listed) await listBanks(url, sessionId, bankId);
		const call = (body: object) => post(url + servicePaths.hybridPayment, { sessionId, ...body });
		for (let times = 0; times < 25; times += 1) await call({ paymentOptionId: cardId });
		const { headers } = await call({ paymentOptionId: bankId, optionId: 'co-pse-01' });
		return headers.get('x-sandbox-warnings');
	};
	expect(await choose(true)).toBeNull();
	expect(await choose(false)).toBe('suboptions_not_listed');
});

test('a choice that is replaced a hundred times leaves a timeline as short as before', async () => {
	const sandbox = await startSandbox();
	const { sessionId, cardId, bankId } = await startPayment(sandbox.url);
	for (let times = 0; times < 50; times += 1) {
		await post(sandbox.url + servicePaths.hybridPayment, { sessionId, paymentOptionId: cardId });
		const bank = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
		await post(sandbox.url + servicePaths.hybridPayment, bank);
	}
	const { timeline } = await sandbox.payment(sessionId);
	expect(timeline.map(({ state }) => state)).toEqual(['created', 'redirected', 'expired']);
});

test('warns of what a service might mind: a repeated reference, a language, a device', async () => {
	const { url } = await startSandbox();
	await startPayment(url);
	const { customer } = paymentOptionsExample;
	const odd = {
		...paymentOptionsExample,
		language: 'XX',
		amount: 10.5,
		customer: { ...customer, userDevice: 'TOASTER' },
	};
	const { headers } = await post(url + servicePaths.paymentOptions, odd);
	expect(headers.get('x-sandbox-warnings')).toBe(
		'duplicate_reference,excess_decimals,language_not_supported,unusual_user_device',
	);
	for (const id of ['D-02', 'D-03', 'D-34', 'D-41'])
		expect(headers.get('x-sandbox-assumptions')).toContain(id);
});
