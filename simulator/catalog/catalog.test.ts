import { expect, test } from 'vitest';
import { extraDataFieldSchema } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import { markets, offerFor, optionByCode, optionOfBank } from './catalog.ts';
import { cardOption } from './pack.ts';

const bankOptions = markets.flatMap(({ options }) => options.filter(({ kind }) => kind === 'bank'));
const allBanks = bankOptions.flatMap(({ banks }) => banks);

test('every market is another country, with codes as the service wants them', () => {
	expect(new Set(markets.map(({ country }) => country)).size).toBe(markets.length);
	for (const { country, currency } of markets) {
		expect(country).toMatch(/^[A-Z]{2}$/);
		expect(currency).toMatch(/^[A-Z]{3}$/);
	}
});

test('no two banks of any market have the same id', () => {
	expect(new Set(allBanks.map(({ id }) => id)).size).toBe(allBanks.length);
	expect(allBanks.length).toBeGreaterThan(30);
});

test('no two options but the card have the same code', () => {
	const codes = markets.flatMap(({ options }) => options.map(({ code }) => code));
	expect(new Set(codes).size).toBe(codes.length - markets.length + 1);
});

test.each(bankOptions)('the list of $name ends with the test banks', ({ banks }) => {
	const names = banks.map(({ name }) => name);
	const sims = testBanks.map(({ name }) => name);
	expect(names.slice(-sims.length)).toEqual(sims);
	expect(names.filter((name) => name.startsWith('SIM Bank'))).toEqual(sims);
	expect(new Set(names).size).toBe(names.length);
});

test.each(markets)('$name offers a bank list first and the card last', ({ options }) => {
	expect(options[0]?.kind).toBe('bank');
	expect(options[0]?.banks.length).toBeGreaterThan(0);
	expect(options.at(-1)).toBe(cardOption);
	expect(options.filter(({ kind }) => kind === 'card')).toHaveLength(1);
});

test('the card has the five documented fields and no banks', () => {
	const documented = [
		['cardnum', 'Card Number'],
		['cardholder', 'Owner'],
		['expiryyear', 'Expiration Year'],
		['expirymonth', 'Expiration Month'],
		['cardcvv', 'CVV'],
	];
	expect(cardOption.extraData).toEqual(
		documented.map(([name, label]) => {
			return { label, name, type: 'string', values: [], required: true };
		}),
	);
	for (const field of cardOption.extraData) extraDataFieldSchema.parse(field);
	expect(cardOption.banks).toEqual([]);
	for (const { extraData } of bankOptions) expect(extraData).toEqual([]);
});

test('the shopper has 30 minutes for every option', () => {
	for (const { windowMs } of [cardOption, ...bankOptions]) expect(windowMs).toBe(1_800_000);
});

test.each([
	['CO', 'COP', ['co-pse', 'card'], null],
	['MX', 'MXN', ['mx-transfer', 'card'], null],
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
	for (const option of bankOptions) {
		expect(optionByCode(option.code)).toBe(option);
		for (const { id } of option.banks) expect(optionOfBank(id)).toBe(option);
	}
	expect(optionOfBank('nobody')).toBeUndefined();
	expect(() => optionByCode('gone')).toThrow('The catalog has no option "gone"');
});
