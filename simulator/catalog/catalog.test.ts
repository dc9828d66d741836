import { expect, test } from 'vitest';
import { offerFor, optionByCode, optionOfBank } from './catalog.ts';
import { markets } from './markets.ts';

test.each([
	['CO', 'COP', ['co-pse', 'card', 'co-nequi', 'co-efecty'], null],
	['MX', 'MXN', ['mx-transfer', 'card', 'mx-spei', 'mx-oxxo'], null],
	['NL', 'EUR', ['nl-ideal', 'card'], null],
	['CA', 'CAD', ['ca-interac', 'card'], null],
	['KW', 'KWD', ['card'], null],
	['CO', 'MXN', ['card'], 'currency_mismatch'],
	['CO', 'EUR', ['card'], 'currency_mismatch'],
	['ZZ', 'COP', ['card'], 'unknown_country'],
	['co', 'COP', ['card'], 'unknown_country'],
])('%s with %s offers %j', (country, currency, optionCodes, warning) => {
	expect(offerFor(country, currency)).toEqual({ optionCodes, warning });
});

test('what is offered is shared and cannot be changed', () => {
	for (const currency of ['COP', 'EUR']) {
		const { optionCodes } = offerFor('CO', currency);
		expect(offerFor('CO', currency).optionCodes).toBe(optionCodes);
		expect(Object.isFrozen(optionCodes)).toBe(true);
	}
});

test('an option is found by its code, and a bank leads to its option', () => {
	for (const option of markets.flatMap(({ options }) => options)) {
		expect(optionByCode(option.code)).toBe(option);
		for (const { id } of option.banks) expect(optionOfBank(id)).toBe(option);
	}
	expect(optionOfBank('nobody')).toBeUndefined();
	expect(() => optionByCode('gone')).toThrow('The catalog has no option "gone"');
});
