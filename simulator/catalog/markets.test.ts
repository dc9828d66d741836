import { expect, test } from 'vitest';
import { optionKinds } from '../contract/control.ts';
import { durationLawSchema } from '../contract/duration.ts';
import { extraDataFieldSchema } from '../contract/payment-options.ts';
import { testBanks } from '../contract/test-values.ts';
import { judgeDocument } from '../domain/documents.ts';
import { markets } from './markets.ts';
import { cardOption } from './option.ts';

const options = markets.flatMap((market) => market.options.map((option) => ({ market, option })));
const lists = options.filter(({ option }) => option.banks.length > 0);
const allBanks = lists.flatMap(({ option }) => option.banks);
const minuteMs = 60_000;

test('every market is another country, with codes as the service wants them', () => {
	expect(new Set(markets.map(({ country }) => country)).size).toBe(markets.length);
	expect(new Set(markets.map(({ name }) => name)).size).toBe(markets.length);
	for (const { country, currency } of markets) {
		expect(country).toMatch(/^[A-Z]{2}$/);
		expect(Intl.supportedValuesOf('currency')).toContain(currency);
	}
});

test.each(markets)('$name is written as $locale, which Intl knows', ({ locale, country }) => {
	expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
	expect(new Intl.Locale(locale).region).toBe(country);
});

test.each(markets)('phones of $name are whole numbers in E.164', ({ phone }) => {
	expect(phone.source).toMatch(/^\^\\\+\d/);
	expect(phone.source.endsWith('$')).toBe(true);
	expect(phone.flags).toBe('');
});

const payers = markets.flatMap(({ name, payer }) =>
	(payer?.documents ?? []).map((document) => ({ name, ...document })),
);

test.each(payers)('the test value for $type of $name is valid', ({ rule, testValue }) => {
	expect(judgeDocument(rule, testValue)).toBe('valid');
});

test.each(markets)('no document of $name is listed twice or borrowed', ({ country, payer }) => {
	const documents = payer?.documents ?? [];
	for (const key of ['type', 'rule'] as const) {
		expect(new Set(documents.map((document) => document[key])).size).toBe(documents.length);
	}
	for (const { rule } of documents) expect(rule.slice(0, 3)).toBe(`${country.toLowerCase()}-`);
});

test.each(markets)(
	'what options of $name ask for has a test value',
	({ options, payer, phone }) => {
		const asked = options.flatMap(({ asks }) => asks);
		expect(asked.includes('document')).toBe((payer?.documents.length ?? 0) > 0);
		expect(asked.includes('phone')).toBe(payer?.phone !== undefined);
		const { format = phone, testValue } = payer?.phone ?? {};
		if (testValue !== undefined) expect(testValue).toMatch(format);
	},
);

test('no two banks of any market have the same id, and no two options but the card the same code', () => {
	expect(new Set(allBanks.map(({ id }) => id)).size).toBe(allBanks.length);
	expect(allBanks.length).toBeGreaterThan(200);
	const own = options.filter(({ option }) => option !== cardOption);
	expect(new Set(own.map(({ option }) => option.code)).size).toBe(own.length);
	for (const { market, option } of own) {
		expect(option.code).toMatch(new RegExp(`^${market.country.toLowerCase()}-[a-z0-9]+$`));
	}
});

/** Integrations keep these ids: an entry may be added at the end of a list, and none may move. */
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
])('%s is and stays %s', (id, name) => {
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

test('names have no blanks around them, and accents are composed', () => {
	const names = [...markets, ...options.map(({ option }) => option), ...allBanks].map(
		({ name }) => name,
	);
	for (const name of names) expect(name).toBe(name.trim().normalize('NFC'));
	expect(names).not.toContain('');
});

test.each(markets)(
	'$name has at most one list, which comes first, and the card after it',
	(market) => {
		const { options: offered } = market;
		expect(offered.slice(1).filter(({ banks }) => banks.length > 0)).toEqual([]);
		expect(offered[Math.min(1, offered.length - 1)]).toBe(cardOption);
		expect(offered.filter((option) => option === cardOption)).toHaveLength(1);
	},
);

test('the card has the five documented fields and no banks, and no other kind has a field', () => {
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

test('every kind of option is somewhere', () => {
	expect(new Set(options.map(({ option }) => option.kind))).toEqual(new Set(optionKinds));
});

test.each(options)('$option.code has a window for either profile, and a law', ({ option }) => {
	const { kind, windowMs, realistic } = option;
	expect(durationLawSchema.parse(realistic.processing)).toEqual(realistic.processing);
	expect(Number.isInteger(realistic.windowMs)).toBe(true);
	expect(realistic.windowMs).toBeGreaterThanOrEqual(minuteMs);
	expect(windowMs).toBe(kind === 'reference' ? realistic.windowMs : 30 * minuteMs);
});

test.each([
	['card', 15 * minuteMs],
	['pl-blik', minuteMs],
	['co-pse', 20 * minuteMs],
	['mx-spei', 1_440 * minuteMs],
	['tr-havale', 4_320 * minuteMs],
	['jp-konbini', 10_080 * minuteMs],
])('in reality the shopper has for %s %i ms', (code, windowMs) => {
	expect(options.find(({ option }) => option.code === code)?.option.realistic.windowMs).toBe(
		windowMs,
	);
});
