import { expect, test } from 'vitest';
import { spokenLanguages } from '../contract/gaps/cashier.ts';
import { localeFor } from './locale.ts';

test.each([
	['EN', 1, 'Try again (1 attempt left)'],
	['ES', 2, 'Intentar de nuevo (quedan 2 intentos)'],
	['PL', 1, 'Spróbuj ponownie (pozostała 1 próba)'],
	['PL', 3, 'Spróbuj ponownie (pozostały 3 próby)'],
	['PL', 5, 'Spróbuj ponownie (pozostało 5 prób)'],
	['JA', 2, 'もう一度試す（残り2回）'],
	['AR', 2, 'حاول مرة أخرى (تبقّت محاولتان)'],
	['AR', 3, 'حاول مرة أخرى (تبقّت 3 محاولات)'],
])('in %s the number %d has its plural form', (language, count, text) => {
	expect(localeFor(language).plural('actions.retry', count)).toBe(text);
});

test.each([
	['a Hebrew name', 'מסעדה 24', '\u2068מסעדה 24\u2069'],
	['an Arabic name', 'متجر 24', '\u2068متجر 24\u2069'],
	['a mark that changes the direction', 'Shop\u202e', '\u2068Shop\u202e\u2069'],
	['a Latin name', 'Łódź 24', 'Łódź 24'],
	['a Japanese name', '三井 24', '三井 24'],
])('a left-to-right text isolates %s if it must', (_, where, expected) => {
	const { text } = localeFor('EN');
	expect(text('confirm.through', { where })).toBe(`You are paying through ${expected}.`);
});

test('a right-to-left text isolates every inserted value', () => {
	const { text } = localeFor('AR');
	expect(text('actions.pay', { amount: 'COP 1.00' })).toBe('ادفع \u2068COP 1.00\u2069');
});

test.each([
	[1_785_999, '29:45'],
	[5_400_000, '1:30:00'],
	[181_805_000, '2 days, 2 hours'],
	[86_399_000, '23:59:59'],
	[86_400_000, '1 day'],
	[0, '0:00'],
	[-5, '0:00'],
])('a duration of %d ms is written %s', (ms, text) => {
	expect(localeFor('EN').duration(ms)).toBe(text);
});

test.each([
	['EN', '8:02 AM UTC'],
	['AR', '8:02 ص UTC'],
	['DE', '08:02 UTC'],
	['ES', '8:02 UTC'],
])('in %s the hour has a leading zero only where that is usual', (language, text) => {
	expect(localeFor(language).time(Date.UTC(2026, 10, 21, 8, 2))).toBe(text);
});

test('every language writes dates and durations in its own words', () => {
	const at = Date.UTC(2026, 10, 21, 22, 45);
	const texts = spokenLanguages.map((language) => {
		const { time, date, duration } = localeFor(language);
		expect(time(at)).toMatch(/45/);
		expect(date(at)).toContain('2026');
		return `${duration(181_805_000)} ${date(at)}`;
	});
	expect(new Set(texts).size).toBe(spokenLanguages.length);
});

test('dates and times are in UTC', () => {
	const { date, time } = localeFor('EN');
	const at = Date.UTC(2026, 10, 21, 22, 45);
	expect([date(at), time(at)]).toEqual(['November 21, 2026', '10:45 PM UTC']);
});
