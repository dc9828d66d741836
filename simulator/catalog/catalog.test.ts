import { expect, test } from 'vitest';
import { cardOnlyCodes, marketOffer, optionByCode, optionOfBank } from './catalog.ts';
import { markets } from './markets.ts';

test.each([
	['CO', 'COP', ['co-pse', 'card', 'co-nequi', 'co-efecty']],
	['MX', 'MXN', ['mx-transfer', 'card', 'mx-spei', 'mx-oxxo']],
	['NL', 'EUR', ['nl-ideal', 'card']],
	['CA', 'CAD', ['ca-interac', 'card']],
	['KW', 'KWD', ['card']],
])('%s with %s offers %j', (country, currency, optionCodes) => {
	expect(marketOffer(country)).toEqual({ currency, optionCodes });
});

test.each(['ZZ', 'co', '__proto__'])('%s is not a market', (country) => {
	expect(marketOffer(country)).toBeUndefined();
});

test('offers share one frozen list of option codes', () => {
	const optionCodes = marketOffer('CO')?.optionCodes;
	expect(marketOffer('CO')?.optionCodes).toBe(optionCodes);
	for (const codes of [optionCodes, cardOnlyCodes]) expect(Object.isFrozen(codes)).toBe(true);
});

test('look-ups find an option by its code and by its bank', () => {
	for (const option of markets.flatMap(({ options }) => options)) {
		expect(optionByCode(option.code)).toBe(option);
		for (const { id } of option.banks) expect(optionOfBank(id)).toBe(option);
	}
	expect(optionOfBank('nobody')).toBeUndefined();
	expect(() => optionByCode('gone')).toThrow('The catalog has no option "gone"');
});
