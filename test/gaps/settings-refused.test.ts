/** Invalid settings of requests and responses. */
import { expect, test } from 'vitest';
import { controlPaths } from '../../simulator/contract/routes.ts';
import { send, startSandbox } from '../support/sandbox.ts';

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

test.each([
	[
		{ catalog: { packs: ['ZZ'] } },
		'catalog.packs.ZZ',
		'is not the country of a market (did you mean ZA?).',
	],
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

test.each([
	[{ processing: { options: { Nope: null } } }, 'processing.options.Nope'],
	[{ processing: { banks: { 'co-pse-99': null } } }, 'processing.banks.co-pse-99'],
	[{ methods: { Nope: null } }, 'methods.Nope'],
	[{ limits: { amount: { colombia: null } } }, 'limits.amount.colombia'],
	[{ http: { extraHeaders: { 'content-length': null } } }, 'http.extraHeaders.content-length'],
	[{ errors: { codes: { nope: null } } }, 'errors.codes.nope'],
	[{ gaps: { 'D-99': null } }, 'gaps.D-99'],
])('an unknown key is also refused with the value null: %j', async (patch, param) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.param]).toEqual([400, param]);
});

test('an unknown key with the value null does not hide a wrong value', async () => {
	const { url } = await startSandbox();
	const { body } = await send('PUT', url + controlPaths.settings, {
		limits: { amount: { colombia: null }, maxPayments: 0 },
		methods: { Nope: null },
	});
	const params = body.errors.map((error: { param: string }) => error.param);
	expect(params.toSorted()).toEqual([
		'limits.amount.colombia',
		'limits.maxPayments',
		'methods.Nope',
	]);
});

test.each([
	{ fixed: '15m' },
	{ uniform: [0, '11m'] },
	{ lognormal: { median: 80, p99: '1h' } },
	{ lognormal: { median: 80, sigma: 0.4, max: '1h' } },
	{ mixture: [{ weight: 1, law: { fixed: 600_001 } }] },
])('a latency above the maximum is refused: %j', async (law) => {
	const sandbox = await startSandbox();
	const patch = { latency: { cashier: law } };
	const { status, body } = await send('PUT', sandbox.url + controlPaths.settings, patch);
	expect(status).toBe(400);
	expect(body.param).toMatch(/^latency\.cashier\./);
	expect(body.detail).toContain('must be at most "10m"');
	const longest = {
		latency: { cashier: { fixed: '10m' } },
		processing: { default: { fixed: '15m' } },
	};
	expect(await sandbox.configure(longest)).toMatchObject(longest);
});

test.each([
	[{ auth: { mode: 'basic', keys: ['nocolon'] } }, 'auth.keys', 'must all be user:password'],
	[
		{ auth: { mode: 'apiKey', header: 'Host' } },
		'auth.header',
		'must not be a header that has another meaning',
	],
	[
		{ idempotency: { header: 'Host' } },
		'idempotency.header',
		'must not be a header that has another meaning',
	],
	[
		{ idempotency: { header: 'content-type' } },
		'idempotency.header',
		'must not be a header that has another meaning',
	],
	[
		{ idempotency: { header: 'X-Request-Id' } },
		'idempotency.header',
		'must not be a header that has another meaning',
	],
	[{ idempotency: { conflict: 200 } }, 'idempotency.conflict', 'must be one of 409, 422.'],
	[
		{ cashier: { pages: { unknown: 500 } } },
		'cashier.pages.unknown',
		'must be one of 404, 410, 200.',
	],
	[{ defaultOutcome: { DECLINE: 0 } }, 'defaultOutcome', 'must give at least one outcome a weight'],
	[{ errors: { template: 'x' } }, 'errors.template', 'must be an object.'],
	[{ errors: 'x' }, 'errors', 'must be an object.'],
	[{ methods: 'x' }, 'methods', 'must be an object.'],
	[{ versions: Array(21).fill('v2') }, 'versions', 'must name at most 20 versions.'],
	[
		{ catalog: { formInputs: Array(101).fill(1) } },
		'catalog.formInputs',
		'must be "off", "likeExtraData" or a list of your own',
	],
	[
		{ defaultOutcome: { decline: 1, DECLINE: 1 } },
		'defaultOutcome',
		'must name each outcome once.',
	],
])('%j is refused with its rule', async (patch, param, rule) => {
	const { url } = await startSandbox();
	const { status, body } = await send('PUT', url + controlPaths.settings, patch);
	expect([status, body.param]).toEqual([400, param]);
	expect(body.detail).toContain(`${param} ${rule}`);
	expect(body.detail).not.toContain('nocolon');
});

test.each(['X-Request-Id', 'Date', 'cache-control', 'X-Content-Type-Options', 'Content-Encoding'])(
	'%s is refused as an extra header',
	async (name) => {
		const { url } = await startSandbox();
		const patch = { http: { extraHeaders: { [name]: 'x' } } };
		const { status, body } = await send('PUT', url + controlPaths.settings, patch);
		expect([status, body.param]).toEqual([400, `http.extraHeaders.${name}`]);
		expect(body.detail).toContain('must not be a header that the sandbox sets.');
	},
);

test('only the mode basic requires a colon in its keys', async () => {
	const { url } = await startSandbox();
	const put = (auth: object) => send('PUT', url + controlPaths.settings, { auth });
	expect((await put({ mode: 'bearer', keys: ['nocolon'] })).status).toBe(200);
	expect((await put({ mode: 'basic' })).body.param).toBe('auth.keys');
	expect((await put({ mode: 'basic', keys: ['user:'] })).status).toBe(200);
});
