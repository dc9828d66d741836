import { expect, test } from 'vitest';
import { cardOption } from '../simulator/catalog/market.ts';
import { markets } from '../simulator/catalog/markets.ts';
import { paymentViewSchema } from '../simulator/contract/control.ts';
import { paymentOptionsExample } from '../simulator/contract/examples.ts';
import { hybridPaymentResponseSchema } from '../simulator/contract/hybrid-payment.ts';
import { paymentOptionsResponseSchema } from '../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../simulator/contract/payment-suboptions.ts';
import { servicePaths } from '../simulator/contract/routes.ts';
import { createCustomers, customerCountries } from '../simulator/customers/customers.ts';
import { post, send, startPayment, startSandbox } from './support/sandbox.ts';
import { useShared } from './support/shared.ts';

const instant = useShared(() => startSandbox({ profile: 'instant' }));

test('catalog and customers have the same markets in the same order', () => {
	expect(customerCountries).toEqual(markets.map(({ country }) => country));
});

test.each(markets)('customers of $name have phone numbers of $name', ({ country, phone }) => {
	for (const customer of createCustomers({ market: country, count: 200, seed: 1 })) {
		expect(customer.phone).toMatch(phone);
		expect(customer.address?.country).toBe(country);
	}
});

test.each(markets)(
	'$name offers its options and banks, and each option can be paid',
	async (market) => {
		const { country, currency, options } = market;
		const { url } = instant();
		for (const option of options) {
			const [customer] = createCustomers({ market: country, count: 1, seed: 5 });
			const paymentReference = `${country} ${option.code}`;
			const request = { ...paymentOptionsExample, country, currency, customer, paymentReference };
			const answer = await post(url + servicePaths.paymentOptions, request);
			expect(answer.headers.get('x-sandbox-warnings')).toBeNull();
			const { sessionId, paymentOptions } = paymentOptionsResponseSchema.parse(answer.body);
			expect(paymentOptions.map(({ name }) => name)).toEqual(options.map(({ name }) => name));
			const chosen = paymentOptions[options.indexOf(option)];
			const choice = { sessionId, paymentOptionId: chosen?.paymentOptionId };

			const list = await post(url + servicePaths.paymentSuboptions, choice);
			if (option.banks.length === 0) {
				expect(list.body.code).toBe('option_has_no_suboptions');
			} else {
				const { result } = paymentSuboptionsResponseSchema.parse(list.body);
				expect(result.options.map(({ id, name }) => ({ id, name }))).toEqual(option.banks);
			}

			const optionId = option.banks[0]?.id;
			const hybrid = await post(url + servicePaths.hybridPayment, { ...choice, optionId });
			const { redirectUrl } = hybridPaymentResponseSchema.parse(hybrid.body).result;
			const page = await send('GET', redirectUrl);
			expect(page.status).toBe(200);
			expect(String(page.body).includes('name="cardnum"')).toBe(option.kind === 'card');

			const acted = await post(`${url}/_sandbox/payments/${sessionId}/act`, { action: 'submit' });
			const view = paymentViewSchema.parse(acted.body);
			expect(view.state).toBe('confirmed');
			expect(view.option).toMatchObject({ name: option.name, kind: option.kind });
			expect(view.suboption?.id).toBe(optionId);
		}
	},
);

test('a reference can be paid days later, and a bank page expires after half an hour', async () => {
	const sandbox = await startSandbox();
	const stateLater = async (country: string, currency: string, name: string, by: string) => {
		const { sessionId, paymentOptions } = await startPayment(sandbox.url, { country, currency });
		const option = paymentOptions.find((offered) => offered.name === name);
		const { paymentOptionId } = option ?? {};
		await post(sandbox.url + servicePaths.hybridPayment, { sessionId, paymentOptionId });
		await sandbox.advance(by);
		return (await sandbox.payment(sessionId)).state;
	};
	expect(await stateLater('MX', 'MXN', 'OXXO', '23h')).toBe('redirected');
	expect(await stateLater('MX', 'MXN', 'OXXO', '25h')).toBe('expired');
	expect(await stateLater('JP', 'JPY', 'Pay-easy', '6d')).toBe('redirected');
	expect(await stateLater('CO', 'COP', 'Nequi', '29m')).toBe('redirected');
	expect(await stateLater('CO', 'COP', 'Nequi', '31m')).toBe('expired');
});

test('an unknown country gets the card only', async () => {
	const { url } = await startSandbox();
	const { paymentOptions } = await startPayment(url, { country: 'AQ', currency: 'USD' });
	expect(paymentOptions.map(({ name }) => name)).toEqual([cardOption.name]);
});

test('the realistic profile has the windows and delays of the method until settings override them', async () => {
	const sandbox = await startSandbox({
		profile: 'realistic',
		settings: { latency: { default: 'none' } },
	});
	const submit = async (reference: string) => {
		const { sessionId, bankId } = await startPayment(sandbox.url, { paymentReference: reference });
		const choice = { sessionId, paymentOptionId: bankId, optionId: 'co-pse-01' };
		await post(sandbox.url + servicePaths.hybridPayment, choice);
		const { timeline: before } = await sandbox.payment(sessionId);
		const { timeline } = await sandbox.act(sessionId, { action: 'submit' });
		const at = (entry?: { at: string }) => Date.parse(entry?.at ?? '');
		return {
			windowMs: at(before.at(-1)) - at(before.at(-2)),
			delayMs: at(timeline.at(-1)) - at(timeline.at(-2)),
		};
	};
	const realistic = [];
	for (let index = 0; index < 20; index += 1) realistic.push(await submit(`order-${index}`));
	expect(new Set(realistic.map(({ windowMs }) => windowMs))).toEqual(new Set([20 * 60_000]));
	expect(new Set(realistic.map(({ delayMs }) => delayMs)).size).toBe(20);
	await sandbox.configure({ processing: { bank: { fixed: '1s' } } });
	expect((await submit('last')).delayMs).toBe(1_000);
});
