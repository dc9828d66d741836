/** Refused payment-options requests, and the gap of each error. */
import { expect, test } from 'vitest';
import { controlPaths, headerNames } from '../../simulator/contract/routes.ts';
import { ask } from '../support/ask.ts';
import { send, startSandbox } from '../support/sandbox.ts';

test.each([
	[
		{ validation: { formats: 'reject' } },
		{ customer: { email: 'ana' } },
		'D-01',
		'customer.email must be an e-mail address.',
		'customer.email = "ana.torres@example.com".',
	],
	[
		{ amount: { unit: 'minor' } },
		{ amount: 10.5 },
		'D-02',
		'amount must be a whole number: it counts minor units of COP.',
		'amount = 11.',
	],
	[
		{ amount: { unit: 'minor' } },
		{ amount: 0.2 },
		'D-02',
		'amount must be a whole number: it counts minor units of COP.',
		'amount = 1.',
	],
	[
		{ amount: { excess: 'reject' } },
		{ amount: 10.5 },
		'D-02',
		'amount has 1 decimal, COP allows 0.',
		'amount = 11.',
	],
	[
		{ amount: { excess: 'reject' } },
		{ country: 'PL', currency: 'PLN', amount: 1.005 },
		'D-02',
		'amount has 3 decimals, PLN allows 2.',
		'amount = 1.01.',
	],
	[
		{ amount: { excess: 'reject' } },
		{ country: 'PL', currency: 'PLN', amount: 0.001 },
		'D-02',
		'amount has 3 decimals, PLN allows 2.',
		'amount = 0.01.',
	],
	[
		{ amount: { excess: 'round' } },
		{ amount: 0.49 },
		'D-02',
		'amount is nothing once rounded to the 0 decimals of COP.',
		'amount = 1.',
	],
	[
		{ limits: { amount: { CO: { max: 0.000005 } } } },
		{ amount: 1 },
		'D-19',
		'amount must be at most 0.000005 in CO.',
		'amount = 0.000005.',
	],
	[
		{ amount: { excess: 'round' }, limits: { amount: { CO: { max: 10 } } } },
		{ amount: 10.5 },
		'D-19',
		'amount must be at most 10 in CO.',
		'amount = 10.',
	],
	[{}, { amount: 2e12 }, 'D-19', 'amount must be at most 1000000000000.', 'amount = 150000.'],
	[
		{},
		{ amount: 123456789.12345678 },
		'D-02',
		'amount must have at most 15 significant digits.',
		'amount = 150000.',
	],
	[
		{},
		{ redirectUrl: undefined },
		'D-01',
		'redirectUrl is required.',
		'redirectUrl = "https://shop.example/return".',
	],
	[
		{},
		{ redirectUrl: 'https://user:pass@shop.example/return' },
		'D-36',
		'redirectUrl must have a plain host after http:// or https://, without a user name.',
		'redirectUrl = "https://shop.example/return".',
	],
	[
		{},
		{ redirectUrl: 'https://shop.example/return?name=Ana Torres' },
		'D-36',
		'redirectUrl must be an absolute URL, without blanks, line breaks and backslashes.',
		'redirectUrl = "https://shop.example/return".',
	],
	[
		{},
		{ customer: { userDevice: 'two words' } },
		'D-03',
		'customer.userDevice must be upper-case letters, such as MOBILE.',
		'customer.userDevice = "MOBILE".',
	],
	[
		{},
		{ customer: { userDevice: 'mobile' } },
		'D-25',
		'customer.userDevice must be upper-case letters, such as MOBILE.',
		'customer.userDevice = "MOBILE".',
	],
	[
		{
			validation: {
				required: ['country', 'currency', 'amount', 'redirectUrl', 'customer.address.city'],
			},
		},
		{ customer: undefined },
		'D-01',
		'customer is required.',
		'customer = {',
	],
	[
		{
			validation: {
				required: ['country', 'currency', 'amount', 'redirectUrl', 'customer.address.city'],
			},
		},
		{ customer: {} },
		'D-01',
		'customer.address is required.',
		'customer.address = {',
	],
] as const)('%j refuses %j for %s', async (settings, changes, gap, detail, fix) => {
	const sandbox = await startSandbox({ settings });
	const { status, body, headers } = await ask(sandbox, changes);
	expect([status, body.code, body.detail]).toEqual([400, 'invalid_body', detail]);
	expect(body.fix).toContain(`Send, for example, ${fix}`);
	expect(body.assumptions).toEqual(['D-12', 'D-15', 'D-16', 'D-17', gap].sort());
	expect(headers.get(headerNames.assumptions)).toBe(body.assumptions.join(','));
});

test('an error about a documented type or format names only the gaps of all errors', async () => {
	const sandbox = await startSandbox({ settings: { validation: { formats: 'reject' } } });
	for (const changes of [
		{ amount: '5' },
		{ country: 'C0' },
		{ redirectUrl: '/return' },
		{ customer: { phone: '300' } },
	]) {
		const { body } = await ask(sandbox, changes);
		expect(body.assumptions).toEqual(['D-12', 'D-15', 'D-16', 'D-17']);
	}
});

test('all problems are reported together, each with its gap', async () => {
	const sandbox = await startSandbox({
		settings: {
			amount: { excess: 'reject' },
			validation: { unknownFields: 'reject' },
			enums: { mode: 'reject' },
			return: { hosts: ['pay.example'] },
		},
	});
	const { body } = await ask(sandbox, {
		country: 'co',
		amount: 1.5,
		language: 5,
		one: 1,
		customer: { two: 2, name: 'x'.repeat(256), userDevice: 'TOASTER', address: { three: 3 } },
	});
	expect(body.errors.map(({ param }: { param: string }) => param).sort()).toEqual([
		'amount',
		'country',
		'customer.address.three',
		'customer.name',
		'customer.two',
		'customer.userDevice',
		'language',
		'one',
		'redirectUrl',
	]);
	expect(body.assumptions).toEqual([
		'D-01',
		'D-02',
		'D-03',
		'D-12',
		'D-15',
		'D-16',
		'D-17',
		'D-20',
		'D-25',
		'D-36',
	]);
});

test('a refused request creates no payment', async () => {
	const sandbox = await startSandbox({ settings: { amount: { excess: 'reject' } } });
	await ask(sandbox, { amount: 10.5 });
	const { body } = await send('GET', sandbox.url + controlPaths.payments);
	expect(body.payments).toEqual([]);
});
