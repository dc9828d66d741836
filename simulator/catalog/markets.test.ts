import { expect, test } from 'vitest';
import { pageKinds } from '../contract/control.ts';
import { durationLawSchema } from '../contract/duration.ts';
import { extraDataFieldSchema } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import { checkPayerDocument } from '../domain/documents.ts';
import { cardOption } from './market.ts';
import { markets } from './markets.ts';

const options = markets.flatMap((market) => market.options.map((option) => ({ market, option })));
const lists = options.filter(({ option }) => option.banks.length > 0);
const allBanks = lists.flatMap(({ option }) => option.banks);
const minuteMs = 60_000;

test('every market has a country of its own, and valid codes', () => {
	expect(new Set(markets.map(({ country }) => country)).size).toBe(markets.length);
	expect(new Set(markets.map(({ name }) => name)).size).toBe(markets.length);
	for (const { country, currency } of markets) {
		expect(country).toMatch(/^[A-Z]{2}$/);
		expect(Intl.supportedValuesOf('currency')).toContain(currency);
	}
});

test.each(markets)('$name has the locale $locale, which Intl supports', ({ locale, country }) => {
	expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
	expect(new Intl.Locale(locale).region).toBe(country);
});

test.each(markets)('the phone pattern of $name matches whole numbers in E.164', ({ phone }) => {
	expect(phone.source).toMatch(/^\^\\\+\d/);
	expect(phone.source.endsWith('$')).toBe(true);
	expect(phone.flags).toBe('');
});

const payers = markets.flatMap(({ name, payer }) =>
	(payer?.documents ?? []).map((document) => ({ name, ...document })),
);

test.each(payers)('the test value for $type of $name is valid', ({ rule, testValue }) => {
	expect(checkPayerDocument(rule, testValue)).toBe('valid');
});

test.each(markets)(
	'no document of $name is listed twice or belongs to another country',
	({ country, payer }) => {
		const documents = payer?.documents ?? [];
		for (const key of ['type', 'rule'] as const) {
			expect(new Set(documents.map((document) => document[key])).size).toBe(documents.length);
		}
		for (const { rule } of documents) expect(rule.slice(0, 3)).toBe(`${country.toLowerCase()}-`);
	},
);

test.each(markets)('payer details of $name have test values', ({ options, payer, phone }) => {
	const asked = options.flatMap(({ asks }) => asks);
	expect(asked.includes('document')).toBe((payer?.documents.length ?? 0) > 0);
	expect(asked.includes('phone')).toBe(payer?.phone !== undefined);
	const { format = phone, testValue } = payer?.phone ?? {};
	if (testValue !== undefined) expect(testValue).toMatch(format);
});

test('bank ids are unique, and so are option codes, except that of the card', () => {
	expect(new Set(allBanks.map(({ id }) => id)).size).toBe(allBanks.length);
	expect(allBanks.length).toBeGreaterThan(200);
	const own = options.filter(({ option }) => option !== cardOption);
	expect(new Set(own.map(({ option }) => option.code)).size).toBe(own.length);
	for (const { market, option } of own) {
		expect(option.code).toMatch(new RegExp(`^${market.country.toLowerCase()}-[a-z0-9]+$`));
	}
});

/** Clients store these ids: new banks go to the end of their list. */
test.each([
	['co-pse-01', 'Bancolombia'],
	['co-pse-15', 'Daviplata'],
	['mx-transfer-01', 'BBVA México'],
	['mx-transfer-15', 'Mercado Pago W'],
	['br-transfer-08', 'Sicoob'],
	['cl-transfer-16', 'Mercado Pago'],
	['pe-transfer-12', 'Caja Piura'],
	['my-fpx-18', 'Agrobank'],
	['pl-p24-15', 'Banki Spółdzielcze'],
	['in-netbanking-15', 'Bank of India'],
	['at-eps-11', 'Dolomitenbank'],
	['nl-ideal-12', 'N26'],
	['th-banking-06', 'Government Savings Bank'],
	['id-va-08', 'BSI'],
	['za-eft-09', 'African Bank'],
	['tr-havale-07', 'VakıfBank'],
	['jp-konbini-06', '7-Eleven'],
	['ng-transfer-12', 'Kuda'],
	['vn-transfer-10', 'Agribank'],
	['vn-transfer-sim-declines', 'SIM Bank (declines)'],
])('the id %s stays with %s', (id, name) => {
	expect(allBanks.find((bank) => bank.id === id)?.name).toBe(name);
});

test.each(lists)('the list of $option.code ends with the test banks', ({ option }) => {
	const names = option.banks.map(({ name }) => name);
	const sims = testBanks.map(({ name }) => name);
	expect(names.slice(-sims.length)).toEqual(sims);
	expect(names.filter((name) => name.startsWith('SIM Bank'))).toEqual(sims);
	expect(new Set(names).size).toBe(names.length);
	expect(names.length).toBeGreaterThan(sims.length);
});

test('names have no surrounding spaces, and composed accents', () => {
	const names = [...markets, ...options.map(({ option }) => option), ...allBanks].map(
		({ name }) => name,
	);
	for (const name of names) expect(name).toBe(name.trim().normalize('NFC'));
	expect(names).not.toContain('');
});

test.each(markets)(
	'$name has at most one bank list, in its first option, followed by the card',
	(market) => {
		const { options: offered } = market;
		expect(offered.slice(1).filter(({ banks }) => banks.length > 0)).toEqual([]);
		expect(offered[Math.min(1, offered.length - 1)]).toBe(cardOption);
		expect(offered.filter((option) => option === cardOption)).toHaveLength(1);
	},
);

test('cards have the five documented fields and no banks, and other kinds have no fields', () => {
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
	for (const { option } of options) {
		const isCard = option.kind === 'card';
		expect(option.extraData).toEqual(isCard ? cardOption.extraData : []);
		if (isCard) expect(option.banks).toEqual([]);
	}
});

test('every kind of option is used', () => {
	expect(new Set(options.map(({ option }) => option.kind))).toEqual(new Set(pageKinds));
});

test.each(options)(
	'$option.code has a window for both profiles, and a processing law',
	({ option }) => {
		const { kind, windowMs, realistic } = option;
		expect(durationLawSchema.parse(realistic.processing)).toEqual(realistic.processing);
		expect(Number.isInteger(realistic.windowMs)).toBe(true);
		expect(realistic.windowMs).toBeGreaterThanOrEqual(minuteMs);
		expect(windowMs).toBe(kind === 'reference' ? realistic.windowMs : 30 * minuteMs);
	},
);

test.each([
	['card', 15 * minuteMs],
	['pl-blik', minuteMs],
	['co-pse', 20 * minuteMs],
	['mx-spei', 1_440 * minuteMs],
	['tr-havale', 4_320 * minuteMs],
	['jp-konbini', 10_080 * minuteMs],
])('the realistic window of %s is %i ms', (code, windowMs) => {
	expect(options.find(({ option }) => option.code === code)?.option.realistic.windowMs).toBe(
		windowMs,
	);
});
