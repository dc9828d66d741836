/** Gaps of what the three calls answer. */
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../../simulator/contract/examples.ts';
import type { gapsOfAnswers } from '../../simulator/contract/gaps/gaps-of-answers.ts';
import { hybridPaymentResponseSchema } from '../../simulator/contract/hybrid-payment.ts';
import type { PaymentOption } from '../../simulator/contract/payment-options.ts';
import { paymentOptionsResponseSchema } from '../../simulator/contract/payment-options.ts';
import { paymentSuboptionsResponseSchema } from '../../simulator/contract/payment-suboptions.ts';
import { controlPaths, headerNames, servicePaths } from '../../simulator/contract/routes.ts';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { post, reachCashier, send, startPayment, startSandbox } from '../support/sandbox.ts';
import type { Toggle, Toggles } from '../support/toggles.ts';
import { proveToggles } from '../support/toggles.ts';

type Changes = Readonly<Record<string, unknown>>;

const ask = ({ url }: Pick<Sandbox, 'url'>, changes: Changes = {}) => {
	const { paymentReference: _, ...example } = paymentOptionsExample;
	return post(url + servicePaths.paymentOptions, { ...example, ...changes });
};

/** All three calls of a bank payment, with their answers. */
async function threeCalls({ url }: Pick<Sandbox, 'url'>) {
	const options = await ask({ url });
	const { sessionId, paymentOptions } = options.body.result ?? options.body;
	const choice = { sessionId, paymentOptionId: paymentOptions[0].paymentOptionId };
	const suboptions = await post(url + servicePaths.paymentSuboptions, choice);
	const optionId = suboptions.body.result.options[0].id;
	const hybrid = await post(url + servicePaths.hybridPayment, { ...choice, optionId });
	return { options, suboptions, hybrid };
}

const namesOf = (options: readonly PaymentOption[]) => options.map(({ name }) => name);

/** What an offer looks like from outside: the names of its options, or the refusal's code. */
const offered =
	(changes: Changes): Toggle['probe'] =>
	async (sandbox) => {
		const { status, body, headers } = await ask(sandbox, changes);
		return { seen: status === 200 ? namesOf(body.paymentOptions) : body.code, headers };
	};

/** One thing of the card's extra data, by the names of the fields. */
const ofCardFields =
	(key: 'type' | 'values'): Toggle['probe'] =>
	async (sandbox) => {
		const { body, headers } = await ask(sandbox);
		const { extraData } = (body.paymentOptions as PaymentOption[])[1] as PaymentOption;
		return {
			seen: Object.fromEntries(extraData.map((field) => [field.name, field[key]])),
			headers,
		};
	};

const eachField = (value: unknown) => ({
	cardnum: value,
	cardholder: value,
	expiryyear: value,
	expirymonth: value,
	cardcvv: value,
});
const unknownCountry = { country: 'AQ', currency: 'USD' };
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const years = Array.from({ length: 10 }, (_, index) => String(2027 + index));
const colombia = ['PSE', 'Card', 'Nequi', 'Efecty'];

const toggles: Toggles<typeof gapsOfAnswers> = {
	'D-04': {
		'catalog.extraData.types': {
			value: 'mixed',
			probe: ofCardFields('type'),
			assumed: eachField('string'),
			told: {
				cardnum: 'number',
				cardholder: 'string',
				expiryyear: 'date',
				expirymonth: 'select',
				cardcvv: 'number',
			},
		},
	},
	'D-05': {
		'catalog.extraData.valuesShape': {
			value: 'strings',
			probe: ofCardFields('values'),
			assumed: eachField([]),
			told: { ...eachField([]), expiryyear: years, expirymonth: months },
		},
	},
	'D-06': {
		'catalog.formInputs': {
			value: 'likeExtraData',
			async probe(sandbox) {
				const { suboptions } = await threeCalls(sandbox);
				const { options } = suboptions.body.result;
				const shapes = options.map(({ formInputs }: { formInputs: unknown[] }) => formInputs);
				const seen = [...new Set(shapes.map((inputs: unknown) => JSON.stringify(inputs)))];
				return { seen: seen.map((text) => JSON.parse(String(text))), headers: suboptions.headers };
			},
			assumed: [[]],
			told: [
				[
					{
						label: 'Account Holder',
						name: 'accountholder',
						type: 'string',
						values: [],
						required: true,
					},
				],
			],
		},
	},
	'D-23': {
		'drift.additiveFields': {
			value: true,
			async probe(sandbox) {
				const { hybrid } = await threeCalls(sandbox);
				return { seen: Object.keys(hybrid.body.result), headers: hybrid.headers };
			},
			assumed: ['redirectUrl', 'transactionId'],
			told: ['redirectUrl', 'transactionId', 'sandboxDrift'],
		},
		'drift.keyOrder': {
			value: 'reversed',
			async probe(sandbox) {
				const { suboptions } = await threeCalls(sandbox);
				const { body, headers } = suboptions;
				return { seen: [Object.keys(body), Object.keys(body.result.options[0])], headers };
			},
			assumed: [
				['statusCode', 'resultType', 'result'],
				['id', 'name', 'logo', 'uuid', 'formInputs'],
			],
			told: [
				['result', 'resultType', 'statusCode'],
				['formInputs', 'uuid', 'logo', 'name', 'id'],
			],
		},
		'drift.extraOptions': {
			value: 2,
			probe: offered({}),
			assumed: colombia,
			told: [...colombia, 'Drift option 1', 'Drift option 2'],
		},
	},
	'D-24': {
		'drift.deprecationHeader': {
			value: true,
			async probe(sandbox) {
				const { headers } = await ask(sandbox);
				return { seen: [headers.get('deprecation'), headers.get('sunset')], headers };
			},
			assumed: [null, null],
			// The clock stands at the first of January 2027.
			told: ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT'],
		},
	},
	'D-26': {
		'catalog.packs': {
			value: ['MX', 'BR'],
			probe: offered({}),
			assumed: colombia,
			told: ['Card'],
		},
		'catalog.mismatch': {
			value: 'reject',
			probe: offered({ currency: 'EUR' }),
			assumed: ['Card'],
			told: 'currency_mismatch',
		},
	},
	'D-27': {
		'errors.noOptions': {
			value: 'refuse',
			probe: offered(unknownCountry),
			assumed: ['Card'],
			told: 'no_options',
		},
	},
	'D-43': {
		'drift.envelopeOnOptions': {
			value: true,
			async probe(sandbox) {
				const { body, headers } = await ask(sandbox);
				return { seen: Object.keys(body), headers };
			},
			assumed: ['transactionId', 'sessionId', 'paymentOptions'],
			told: ['statusCode', 'resultType', 'result'],
		},
	},
};

proveToggles(toggles);

const schemas = {
	options: paymentOptionsResponseSchema,
	suboptions: paymentSuboptionsResponseSchema,
	hybrid: hybridPaymentResponseSchema,
};

test.each([
	[{}, []],
	[{ additiveFields: true }, ['options', 'suboptions', 'hybrid']],
	[{ envelopeOnOptions: true }, ['options']],
	[{ keyOrder: 'reversed', deprecationHeader: true, extraOptions: 50 }, []],
])('under drift %j what is no longer as documented is %j', async (drift, broken) => {
	const sandbox = await startSandbox({ settings: { drift } });
	const answers = await threeCalls(sandbox);
	const names = Object.keys(schemas) as (keyof typeof schemas)[];
	expect(names.filter((name) => !schemas[name].safeParse(answers[name].body).success)).toEqual(
		broken,
	);
});

test('every object of an answer drifts, and what is documented stays in it', async () => {
	const sandbox = await startSandbox({
		settings: {
			drift: { additiveFields: true, envelopeOnOptions: true },
			catalog: { extraData: { valuesShape: 'valueLabel' }, formInputs: 'likeExtraData' },
		},
	});
	const { options, suboptions, hybrid } = await threeCalls(sandbox);
	let objects = 0;
	const strip = (_key: string, value: unknown) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		objects += 1;
		expect(value).toHaveProperty('sandboxDrift');
		const { sandboxDrift: _, ...documented } = value as Record<string, unknown>;
		return documented;
	};
	const stripped = (body: unknown) => JSON.parse(JSON.stringify(body), strip);
	const inner = stripped(options.body);
	expect([inner.statusCode, inner.resultType]).toEqual(['SIM', 'sim_payment_options']);
	paymentOptionsResponseSchema.parse(inner.result);
	paymentSuboptionsResponseSchema.parse(stripped(suboptions.body));
	hybridPaymentResponseSchema.parse(stripped(hybrid.body));
	expect(objects).toBeGreaterThan(50);
});

test('drift comes back as a setting goes, and answers of other endpoints never drift', async () => {
	const sandbox = await startSandbox({
		settings: { drift: { additiveFields: true, keyOrder: 'reversed', deprecationHeader: true } },
	});
	const { headers, body } = await send('GET', sandbox.url + controlPaths.health);
	expect(headers.get('deprecation')).toBeNull();
	expect(body).not.toHaveProperty('sandboxDrift');
	const refused = await post(sandbox.url + servicePaths.hybridPayment, {});
	expect(refused.body).not.toHaveProperty('sandboxDrift');
	expect(refused.headers.get('deprecation')).toBe('@1798761600');
	expect(refused.headers.get(headerNames.assumptions)?.split(',')).toContain('D-24');
});

test('the dates of a deprecation follow the clock of the workspace', async () => {
	const settings = { drift: { deprecationHeader: true } };
	const sandbox = await startSandbox({ settings, now: '2027-11-30T23:59:59Z' });
	const dates = async () => {
		const { headers } = await ask(sandbox);
		return [headers.get('deprecation'), headers.get('sunset')];
	};
	expect(await dates()).toEqual(['@1825027200', 'Mon, 01 May 2028 00:00:00 GMT']);
	await sandbox.advance('1s');
	expect(await dates()).toEqual(['@1827619200', 'Thu, 01 Jun 2028 00:00:00 GMT']);
});

test('an option that nobody knows can be chosen and paid, and stays when drift is taken back', async () => {
	const sandbox = await startSandbox({ settings: { drift: { extraOptions: 50 } } });
	const { url } = sandbox;
	const { sessionId, paymentOptions } = await startPayment(url);
	const unknown = paymentOptions.at(-1);
	expect([paymentOptions.length, unknown?.name, unknown?.extraData]).toEqual([
		54,
		'Drift option 50',
		[],
	]);
	await sandbox.configure({ drift: null });
	const choice = { sessionId, paymentOptionId: unknown?.paymentOptionId };
	const list = await post(url + servicePaths.paymentSuboptions, choice);
	expect([list.status, list.body.code]).toEqual([409, 'option_has_no_suboptions']);
	const { body } = await post(url + servicePaths.hybridPayment, choice);
	const { body: html } = await send('GET', body.result.redirectUrl);
	expect(html).toContain('Drift option 50');
	await sandbox.act(sessionId, { action: 'submit' });
	await sandbox.advance('1h');
	expect(await sandbox.payment(sessionId)).toMatchObject({
		state: 'confirmed',
		option: { name: 'Drift option 50' },
	});
});

test.each([
	['valueLabel', [{ value: '2027', label: '2027' }], [{ value: '01', label: '01' }]],
	[
		[{ code: 1 }, 'two'],
		[{ code: 1 }, 'two'],
		[{ code: 1 }, 'two'],
	],
])(
	'values of the shape %j stand in the year and the month, never in free texts',
	async (valuesShape, year, month) => {
		const sandbox = await startSandbox({ settings: { catalog: { extraData: { valuesShape } } } });
		const { seen } = await ofCardFields('values')(sandbox);
		const { expiryyear, expirymonth, ...texts } = seen as Record<string, unknown[]>;
		expect(expiryyear?.slice(0, year.length)).toEqual(year);
		expect(expirymonth?.slice(0, month.length)).toEqual(month);
		expect(texts).toEqual({ cardnum: [], cardholder: [], cardcvv: [] });
	},
);

test('form inputs of your own come as they are, and the cashier still takes a card of drifting types', async () => {
	const formInputs = [{ anything: [1, null] }, 'text'];
	const sandbox = await startSandbox({
		settings: { catalog: { formInputs, extraData: { types: 'mixed', valuesShape: 'valueLabel' } } },
	});
	const { suboptions } = await threeCalls(sandbox);
	expect(suboptions.body.result.options[0].formInputs).toEqual(formInputs);
	const { page } = await reachCashier(sandbox.url, 'card');
	const { body: html } = await send('GET', page);
	for (const name of ['cardnum', 'cardholder', 'expiryyear', 'expirymonth', 'cardcvv']) {
		expect(html).toContain(`name="${name}"`);
	}
});

test.each([
	[{}, unknownCountry, ['Card'], 'unknown_country', ['D-26', 'D-27']],
	[{ errors: { noOptions: 'emptyList' } }, unknownCountry, [], 'no_options', ['D-26', 'D-27']],
	[
		{ errors: { noOptions: 'emptyList' }, drift: { extraOptions: 5 } },
		unknownCountry,
		[],
		'no_options',
		['D-26', 'D-27'],
	],
	[
		{ errors: { noOptions: 'refuse' } },
		{ currency: 'EUR' },
		['Card'],
		'currency_mismatch',
		['D-26'],
	],
	[{ catalog: { packs: ['CO'], mismatch: 'reject' } }, {}, colombia, null, ['D-26']],
	[{ catalog: { packs: [], mismatch: 'reject' } }, {}, ['Card'], 'unknown_country', ['D-27']],
] as const)('%j offers %j the options %j', async (settings, changes, names, warning, gaps) => {
	const sandbox = await startSandbox({ settings });
	const { status, body, headers } = await ask(sandbox, changes);
	expect([status, namesOf(body.paymentOptions)]).toEqual([200, names]);
	expect(headers.get(headerNames.warnings)).toBe(warning);
	const named = headers.get(headerNames.assumptions)?.split(',') ?? [];
	expect(named).toEqual(expect.arrayContaining([...gaps]));
	expect(new Set(named).size).toBe(named.length);
});

test.each([
	[
		{ catalog: { mismatch: 'reject' } },
		{ currency: 'EUR' },
		'currency',
		'EUR is not the currency of CO.',
		['D-26'],
	],
	[
		{ errors: { noOptions: 'refuse' } },
		unknownCountry,
		'country',
		'There is nothing to pay with in AQ: it is not among the markets.',
		['D-26', 'D-27'],
	],
	[
		{ errors: { noOptions: 'refuse' }, catalog: { packs: ['MX'] } },
		{},
		'country',
		'There is nothing to pay with in CO: it is not among the markets.',
		['D-26', 'D-27'],
	],
])(
	'%j refuses %j at its %s, and makes no payment',
	async (settings, changes, param, detail, gaps) => {
		const sandbox = await startSandbox({ settings });
		const { status, body } = await ask(sandbox, changes);
		expect([status, body.param, body.detail]).toEqual([400, param, detail]);
		expect(body.fix).toBeTruthy();
		expect(body.assumptions).toEqual(['D-15', 'D-16', 'D-17', ...gaps]);
		const { body: list } = await send('GET', sandbox.url + controlPaths.payments);
		expect(list.payments).toEqual([]);
	},
);

test.each([
	[{ catalog: { packs: ['ZZ'] } }, 'catalog.packs.ZZ', 'is not the country of a market.'],
	[{ catalog: { packs: 'CO' } }, 'catalog.packs', 'must be "all" or a list of country codes.'],
	[{ catalog: { mismatch: 'ignore' } }, 'catalog.mismatch', 'must be one of warn, reject.'],
	[
		{ catalog: { extraData: { types: 'date' } } },
		'catalog.extraData.types',
		'must be one of string, mixed.',
	],
	[
		{ catalog: { extraData: { valuesShape: 'pairs' } } },
		'catalog.extraData.valuesShape',
		'must be "empty", "strings", "valueLabel" or a list of your own.',
	],
	[
		{ catalog: { formInputs: { name: 'iban' } } },
		'catalog.formInputs',
		'must be "off", "likeExtraData" or a list of your own.',
	],
	[{ drift: { additiveFields: 'yes' } }, 'drift.additiveFields', 'must be true or false.'],
	[{ drift: { extraOptions: 51 } }, 'drift.extraOptions', 'must be at most 50.'],
	[{ drift: { keyOrder: 'random' } }, 'drift.keyOrder', 'must be one of documented, reversed.'],
	[
		{ errors: { noOptions: 'never' } },
		'errors.noOptions',
		'must be one of card, emptyList, refuse.',
	],
])('%j is refused at its path', async (patch, param, rule) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.param, body.detail]).toEqual([400, param, `${param} ${rule}`]);
	expect(body.fix).toBeTruthy();
});
