/** Settings of requests and answers that make no sense. */
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
