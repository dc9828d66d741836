/** Requests that payment-options accepts with other settings than the defaults. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import { headerNames } from '../../simulator/contract/routes.ts';
import { ask } from '../support/ask.ts';
import { startSandbox } from '../support/sandbox.ts';

const { customer } = paymentOptionsExample;

test.each([
	[{ validation: { unknownFields: 'ignore' } }, { extra: 1 }, null],
	[{ validation: { formats: 'ignore' } }, { customer: { ...customer, email: 'ana' } }, null],
	[{ validation: { formats: 'reject' } }, { customer: { ...customer, ip: '2001:db8::1' } }, null],
	[{ amount: { excess: 'accept' } }, { amount: 10.5 }, null],
	[{ amount: { excess: 'round' } }, { amount: 10.5 }, 'amount_rounded'],
	[{ amount: { decimals: { COP: 1 } } }, { amount: 10.5 }, null],
	[{ amount: { decimals: { COP: 1 } } }, { amount: 10.55 }, 'excess_decimals'],
	[
		{ amount: { decimals: { COP: 1 } } },
		{ country: 'JP', currency: 'JPY', amount: 10.5 },
		'excess_decimals',
	],
	[{ enums: { mode: 'accept' } }, { customer: { ...customer, userDevice: 'TOASTER' } }, null],
	[
		{ validation: { case: 'fold' } },
		{
			country: ' co',
			currency: 'cop',
			language: 'en',
			customer: {
				...customer,
				userDevice: 'mobile',
				address: { ...customer.address, country: 'co' },
			},
		},
		null,
	],
	[
		{ validation: { required: ['country', 'currency', 'amount', 'redirectUrl'] } },
		{ customer: undefined },
		'optional_field_missing',
	],
	[{ limits: { amount: { CO: { min: 1600, max: 1600 } } } }, { amount: 1600 }, null],
	[{ limits: { amount: { MX: { max: 1 } } } }, { amount: 1600 }, null],
] as const)('%j accepts %j with the warning %s', async (settings, changes, warning) => {
	const sandbox = await startSandbox({ settings });
	const { status, headers } = await ask(sandbox, changes);
	expect([status, headers.get(headerNames.warnings)]).toEqual([200, warning]);
});

test('a payment keeps the unit of its amount when the settings change', async () => {
	const sandbox = await startSandbox({ settings: { amount: { unit: 'minor', decimals: 'iso' } } });
	const { sessionId } = (await ask(sandbox, { amount: 15_050 })).body;
	await sandbox.configure({ amount: null });
	expect(await sandbox.payment(sessionId)).toMatchObject({ amount: 15_050, majorAmount: '150.50' });
});

test('a rounded amount is stored rounded', async () => {
	const sandbox = await startSandbox({ settings: { amount: { excess: 'round' } } });
	const { sessionId } = (await ask(sandbox, { country: 'PL', currency: 'PLN', amount: 1.005 }))
		.body;
	expect((await sandbox.payment(sessionId)).amount).toBe(1.01);
});
