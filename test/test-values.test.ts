import { expect, test } from 'vitest';
import { markets } from '../simulator/catalog/markets.ts';
import type { TestValues } from '../simulator/contract/test-values-view.ts';
import { testValuesSchema } from '../simulator/contract/test-values-view.ts';
import { post, reachCashier, send, startPayment, startSandbox } from './support/sandbox.ts';

async function setup() {
	const { url } = await startSandbox();
	const values: TestValues = testValuesSchema.parse(
		(await send('GET', `${url}/_sandbox/test-values`)).body,
	);
	const act = (id: string, body: unknown) => post(`${url}/_sandbox/payments/${id}/act`, body);
	return { url, values, act };
}

test('every market is there, and one alone when it is asked for', async () => {
	const { url, values } = await setup();
	expect(values.markets.map(({ country }) => country)).toEqual(
		markets.map(({ country }) => country),
	);
	const { body } = await send('GET', `${url}/_sandbox/test-values?market=BR`);
	expect(body.markets.map(({ country }: { country: string }) => country)).toEqual(['BR']);
	expect(body.markets[0].payer.documents[0].type).toBe('CPF');
});

test('the response lists the payer fields of each option, and documents only for markets that require one', async () => {
	const { url } = await setup();
	const marketOf = async (code: string) =>
		(await send('GET', `${url}/_sandbox/test-values?market=${code}`)).body.markets[0];
	expect((await marketOf('CO')).asks).toEqual([
		{ paymentOption: 'PSE', fields: ['personType', 'documentType', 'document'] },
		{ paymentOption: 'Nequi', fields: ['documentType', 'document'] },
		{ paymentOption: 'Efecty', fields: ['documentType', 'document'] },
	]);
	expect((await marketOf('PL')).asks).toEqual([{ paymentOption: 'BLIK', fields: ['code'] }]);
	expect(await marketOf('TH')).toMatchObject({
		payer: null,
		asks: [
			{ paymentOption: 'Mobile banking', fields: ['name', 'email', 'phone'] },
			{ paymentOption: 'PromptPay', fields: ['name', 'email', 'phone'] },
		],
	});
});

test('an unknown market is refused with the known ones', async () => {
	const { url } = await setup();
	expect(await send('GET', `${url}/_sandbox/test-values?market=XX`)).toMatchObject({
		status: 400,
		body: { code: 'unknown_market', param: 'market' },
	});
});

test('each card, as it is listed, leads to the outcome it promises', async () => {
	const { url, values, act } = await setup();
	for (const { number, outcome, cvvLength } of values.cards) {
		const { sessionId } = await reachCashier(url, 'card');
		const cvv = '1234'.slice(0, cvvLength);
		const { status, body } = await act(sessionId, { action: 'submit', card: number, cvv });
		const met = body.challenge ? 'CHALLENGE' : body.fate.outcome;
		expect([number, status, met]).toEqual([number, 200, outcome]);
	}
});

test('each e-mail address, reference, header and holder leads to the outcome it promises', async () => {
	const { url, values, act } = await setup();
	for (const { outcome, emails, referencePrefix, header, holder } of values.outcomes) {
		const requests = [
			...emails.map((email) => ({ changes: { customer: { email } }, headers: {} })),
			{ changes: { paymentReference: `${referencePrefix}1` }, headers: {} },
			{ changes: {}, headers: { 'X-Sandbox-Outcome': header } },
		];
		for (const { changes, headers } of requests) {
			const { sessionId } = await reachCashier(url, 'card', changes, headers);
			const { body } = await act(sessionId, { action: 'submit' });
			expect(body.challenge ? 'CHALLENGE' : body.fate.outcome).toBe(outcome);
		}
		const { sessionId } = await reachCashier(url, 'card');
		const { body } = await act(sessionId, { action: 'submit', holder });
		expect(body.challenge ? 'CHALLENGE' : body.fate.outcome).toBe(outcome);
	}
});

test('where banks have ids of the session, a test bank is listed by its name alone', async () => {
	const { url } = await startSandbox({ settings: { ids: { suboptionScope: 'session' } } });
	const { body } = await send('GET', `${url}/_sandbox/test-values?market=CO`);
	const [colombia] = testValuesSchema.parse(body).markets;
	expect(colombia?.testBanks.length).toBeGreaterThan(8);
	for (const { paymentOption, name, optionId } of colombia?.testBanks ?? []) {
		expect([name, optionId]).toEqual([name, undefined]);
		const { sessionId, paymentOptions } = await startPayment(url);
		const option = paymentOptions.find((one) => one.name === paymentOption);
		const choice = { sessionId, paymentOptionId: option?.paymentOptionId };
		const list = await post(`${url}/v2/payment-suboptions`, choice);
		const listed = list.body.result.options.filter((bank: { name: string }) => bank.name === name);
		expect(listed).toHaveLength(1);
	}
});

test('each test bank is in the list of its option, under the id it is sent by', async () => {
	const { url, values, act } = await setup();
	const colombia = values.markets.find(({ country }) => country === 'CO');
	expect(colombia?.testBanks.length).toBeGreaterThan(8);
	for (const { paymentOption, optionId, outcome } of colombia?.testBanks ?? []) {
		const { sessionId, paymentOptions } = await startPayment(url);
		const option = paymentOptions.find(({ name }) => name === paymentOption);
		const choice = { sessionId, paymentOptionId: option?.paymentOptionId, optionId };
		expect((await post(`${url}/v2/hybrid-payment`, choice)).status).toBe(200);
		const { body } = await act(sessionId, { action: 'submit' });
		expect(body.challenge ? 'CHALLENGE' : body.fate.outcome).toBe(outcome);
	}
});
