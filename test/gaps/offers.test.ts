/** The offer for an unknown country and for another currency. */
import { expect, test } from 'vitest';
import { controlPaths, headerNames } from '../../simulator/contract/routes.ts';
import { ask, namesOf } from '../support/ask.ts';
import { send, startSandbox } from '../support/sandbox.ts';

const unknownCountry = { country: 'AQ', currency: 'USD' };
const colombia = ['PSE', 'Card', 'Nequi', 'Efecty'];

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
	'%j refuses %j for its %s, and creates no payment',
	async (settings, changes, param, detail, gaps) => {
		const sandbox = await startSandbox({ settings });
		const { status, body } = await ask(sandbox, changes);
		expect([status, body.param, body.detail]).toEqual([400, param, detail]);
		expect(body.fix).toBeTruthy();
		expect(body.assumptions).toEqual(['D-12', 'D-15', 'D-16', 'D-17', ...gaps]);
		const { body: list } = await send('GET', sandbox.url + controlPaths.payments);
		expect(list.payments).toEqual([]);
	},
);
