/** Gaps of what is sent to payment-options. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { gapsOfRequests } from '../../simulator/contract/gaps/gaps-of-requests.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { post, reachCashier, send, startSandbox } from '../support/sandbox.ts';
import type { Toggle, Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

const { customer } = paymentOptionsExample;
const { email: _, ...withoutEmail } = customer;

type Changes = Readonly<Record<string, unknown>>;

const ask = ({ url }: Pick<Sandbox, 'url'>, changes: Changes) => {
	// A reference of its own each time: a repeated one is another gap's.
	const { paymentReference, ...example } = paymentOptionsExample;
	return post(url + servicePaths.paymentOptions, { ...example, ...changes });
};

/** What is said of the request: its warnings, or the first thing that is wrong. */
const said =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { status, headers, body } = await ask(sandbox, changes);
		const seen = status === 200 ? headers.get(headerNames.warnings) : body.detail;
		return { seen, headers };
	};

/** The page's amount, and the control API's. */
const shown =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { page, sessionId } = await reachCashier(sandbox.url, 'card', changes);
		const { headers } = await ask(sandbox, changes);
		const { body: html } = await send('GET', page);
		const { amount, majorAmount } = await sandbox.payment(sessionId);
		const onPage = /data-testid="amount"[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll('\u00a0', ' ');
		return { seen: { onPage, amount, majorAmount }, headers };
	};

const toggles: Toggles<typeof gapsOfRequests> = {
	'D-01': {
		'validation.required': {
			value: ['country', 'currency', 'amount', 'redirectUrl', 'customer.email'],
			probe: said({ customer: withoutEmail }),
			assumed: 'optional_field_missing',
			told: 'customer.email is required.',
		},
		'validation.unknownFields': {
			value: 'reject',
			probe: said({ customer: { ...customer, nickname: 'Ana' } }),
			assumed: 'unknown_field',
			told: 'customer.nickname is not known here.',
		},
	},
	'D-02': {
		'amount.unit': {
			value: 'minor',
			probe: shown({ country: 'PL', currency: 'PLN', amount: 15_050 }),
			assumed: { onPage: '15 050,00 PLN', amount: 15_050, majorAmount: '15050' },
			told: { onPage: '150,50 PLN', amount: 15_050, majorAmount: '150.50' },
		},
		'amount.decimals': {
			value: 'iso',
			probe: said({ amount: 10.25 }),
			assumed: 'excess_decimals',
			told: null,
		},
		'amount.excess': {
			value: 'reject',
			probe: said({ amount: 10.125 }),
			assumed: 'excess_decimals',
			told: 'amount has 3 decimals, COP allows 0.',
		},
	},
	'D-03': {
		'enums.userDevice': {
			value: ['MOBILE', 'TOASTER'],
			probe: async (sandbox) => {
				const { seen } = await said({ customer: { ...customer, userDevice: 'TOASTER' } })(sandbox);
				const usual = await said({ customer: { ...customer, userDevice: 'KETTLE' } })(sandbox);
				return { seen: [seen, usual.seen], headers: usual.headers };
			},
			assumed: ['unusual_user_device', 'unusual_user_device'],
			told: [null, 'unusual_user_device'],
		},
		'enums.mode': {
			value: 'reject',
			probe: said({ customer: { ...customer, userDevice: 'TOASTER' } }),
			assumed: 'unusual_user_device',
			told: 'customer.userDevice must be one of MOBILE, DESKTOP, TABLET.',
		},
	},
	'D-19': {
		'limits.amount': {
			value: { CO: { min: 1600 } },
			probe: said({ amount: 1599 }),
			assumed: null,
			told: 'amount must be at least 1600 in CO.',
		},
	},
	'D-20': {
		'limits.lengths.text': {
			value: 64,
			probe: said({ userId: 'x'.repeat(65) }),
			assumed: null,
			told: 'userId must be at most 64 characters.',
		},
		'limits.lengths.userAgent': {
			value: 2000,
			probe: said({ customer: { ...customer, userAgent: 'x'.repeat(1025) } }),
			assumed: 'customer.userAgent must be at most 1024 characters.',
			told: null,
		},
		'limits.lengths.url': {
			value: 5000,
			probe: said({ redirectUrl: `https://shop.example/${'x'.repeat(2048)}` }),
			assumed: 'redirectUrl must be at most 2048 characters.',
			told: null,
		},
	},
	'D-25': {
		'validation.case': {
			value: 'fold',
			probe: said({ country: 'co ' }),
			assumed: 'country must be a country code of two upper-case letters.',
			told: null,
		},
	},
};

proveToggles(toggles);

test.each([
	[{ validation: { unknownFields: 'ignore' } }, { extra: 1 }, null],
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
] as const)('%j takes %j, saying %s', async (settings, changes, warning) => {
	const sandbox = await startSandbox({ settings });
	const { status, headers } = await ask(sandbox, changes);
	expect([status, headers.get(headerNames.warnings)]).toEqual([200, warning]);
});

test.each([
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
		{ limits: { amount: { CO: { max: 0.0000005 } } } },
		{ amount: 1 },
		'D-19',
		'amount must be at most 0.0000005 in CO.',
		'amount = 0.0000005.',
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
		{ redirectUrl: 'shop:return' },
		'D-36',
		'redirectUrl must be an absolute http or https URL.',
		'redirectUrl = "https://shop.example/return".',
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
	expect(body.assumptions).toEqual(['D-15', 'D-16', 'D-17', gap]);
	expect(headers.get(headerNames.assumptions)).toBe([...body.assumptions].sort().join(','));
});

test('what the document shows itself is refused for no gap', async () => {
	const sandbox = await startSandbox();
	for (const changes of [{ amount: '5' }, { country: 'C0' }, { customer: { phone: '300' } }]) {
		const { body } = await ask(sandbox, changes);
		expect(body.assumptions).toEqual(['D-15', 'D-16', 'D-17']);
	}
});

test('every problem is told at once, each with its gap, whichever setting finds it', async () => {
	const sandbox = await startSandbox({
		settings: {
			amount: { excess: 'reject' },
			validation: { unknownFields: 'reject' },
			enums: { mode: 'reject' },
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
	]);
	expect(body.assumptions).toEqual([
		'D-15',
		'D-16',
		'D-17',
		'D-01',
		'D-02',
		'D-03',
		'D-20',
		'D-25',
	]);
});

test('a payment keeps what it was sent in, whatever the settings say later', async () => {
	const sandbox = await startSandbox({ settings: { amount: { unit: 'minor', decimals: 'iso' } } });
	const { sessionId } = (await ask(sandbox, { amount: 15_050 })).body;
	await sandbox.configure({ amount: null });
	expect(await sandbox.payment(sessionId)).toMatchObject({ amount: 15_050, majorAmount: '150.50' });
});

test('an amount that is rounded is kept as it was rounded', async () => {
	const sandbox = await startSandbox({ settings: { amount: { excess: 'round' } } });
	const { sessionId } = (await ask(sandbox, { country: 'PL', currency: 'PLN', amount: 1.005 }))
		.body;
	expect((await sandbox.payment(sessionId)).amount).toBe(1.01);
});

test('no payment is made of what is refused', async () => {
	const sandbox = await startSandbox({ settings: { amount: { excess: 'reject' } } });
	await ask(sandbox, { amount: 10.5 });
	const { body } = await send('GET', sandbox.url + controlPaths.payments);
	expect(body.payments).toEqual([]);
});

test.each([
	[
		{ validation: { required: ['country'] } },
		'validation.required',
		'must name country, currency, amount, redirectUrl',
	],
	[{ validation: { required: ['nickname'] } }, 'validation.required.0', 'must be one of country, '],
	[
		{ amount: { decimals: 'both' } },
		'amount.decimals',
		'must be "iso", "provider", or decimals by currency',
	],
	[{ amount: { decimals: { COP: 5 } } }, 'amount.decimals.COP', 'must be at most 4'],
	[{ amount: { excess: 'drop' } }, 'amount.excess', 'must be one of accept, warn, reject, round'],
	[{ enums: { userDevice: [] } }, 'enums.userDevice', 'must name at least one'],
	[{ enums: { userDevice: ['mobile'] } }, 'enums.userDevice.0', 'must be upper-case letters'],
	[
		{ limits: { amount: { CO: { min: 5, max: 4 } } } },
		'limits.amount.CO',
		'must have a min that is not above its max',
	],
	[{ limits: { amount: { CO: { min: 0 } } } }, 'limits.amount.CO.min', 'must be greater than 0'],
	[{ limits: { lengths: { text: 0 } } }, 'limits.lengths.text', 'must be 1 or more'],
])('%j is refused at its path', async (patch, param, rule) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.param]).toEqual([400, param]);
	expect(body.detail).toContain(`${param} ${rule}`);
	expect(body.fix).toBeTruthy();
});
