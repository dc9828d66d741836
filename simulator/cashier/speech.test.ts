import { expect, test } from 'vitest';
import { spokenLanguages } from '../contract/gaps/cashier-values.ts';
import { speechIn } from './speech.ts';

const attempts = (language: string, count: number) => {
	const speech = speechIn(language);
	return speech.count(speech.words.actions.retry, count);
};

test.each([
	['EN', 1, 'Try again (1 attempt left)'],
	['ES', 2, 'Intentar de nuevo (quedan 2 intentos)'],
	['PL', 1, 'Spróbuj ponownie (pozostała 1 próba)'],
	['PL', 3, 'Spróbuj ponownie (pozostały 3 próby)'],
	['PL', 5, 'Spróbuj ponownie (pozostało 5 prób)'],
	['JA', 2, 'もう一度試す（残り2回）'],
	['AR', 2, 'حاول مرة أخرى (تبقّت محاولتان)'],
	['AR', 3, 'حاول مرة أخرى (تبقّت 3 محاولات)'],
])('in %s the number %d takes its form', (language, count, text) => {
	expect(attempts(language, count)).toBe(text);
});

test.each([
	['a Hebrew name', 'מסעדה 24', '\u2068מסעדה 24\u2069'],
	['an Arabic name', 'متجر 24', '\u2068متجر 24\u2069'],
	['a mark that turns the text', 'Shop\u202e', '\u2068Shop\u202e\u2069'],
	['a name that runs the same way', 'Łódź 24', 'Łódź 24'],
	['a Japanese name', '三井 24', '三井 24'],
])('inside a text from left to right, %s', (_, where, shown) => {
	const { say, words } = speechIn('EN');
	expect(say(words.confirm.through, { where })).toBe(`You are paying through ${shown}.`);
});

test('what is inserted into a text from right to left is set apart from it', () => {
	const { say, words } = speechIn('AR');
	expect(say(words.actions.pay, { amount: 'COP 1.00' })).toBe('ادفع \u2068COP 1.00\u2069');
});

test.each([
	[1_785_999, '29:45', '29 minutes, 45 seconds'],
	[5_400_000, '1:30:00', '1 hour, 30 minutes'],
	[181_805_000, '2 days, 2 hours', '2 days, 2 hours, 30 minutes, 5 seconds'],
	[86_399_000, '23:59:59', '23 hours, 59 minutes, 59 seconds'],
	[86_400_000, '1 day', '1 day'],
	[0, '0:00', '0 seconds'],
	[-5, '0:00', '0 seconds'],
])('%d ms are %s, or %s', (ms, brief, words) => {
	expect(speechIn('EN').duration(ms)).toEqual({ brief, words });
});

test.each([
	['EN', '8:02 AM UTC'],
	['AR', '8:02 ص UTC'],
	['DE', '08:02 UTC'],
	['ES', '8:02 UTC'],
])('in %s the hour has a zero before it only where that is usual', (language, text) => {
	expect(speechIn(language).time(Date.UTC(2026, 10, 21, 8, 2))).toBe(text);
});

test('every language reads times out in its own words', () => {
	const at = Date.UTC(2026, 10, 21, 22, 45);
	const said = spokenLanguages.map((language) => {
		const speech = speechIn(language);
		expect(speech.time(at)).toMatch(/45/);
		expect(speech.date(at)).toContain('2026');
		return `${speech.duration(1_785_000).words} ${speech.date(at)}`;
	});
	expect(new Set(said).size).toBe(spokenLanguages.length);
});

test('a moment is told in the zone that is asked for', () => {
	const { date, time } = speechIn('EN');
	const at = Date.UTC(2026, 10, 21, 22, 45);
	expect([date(at), time(at)]).toEqual(['November 21, 2026', '10:45 PM UTC']);
	expect(date(at, 'Asia/Tokyo')).toBe('November 22, 2026');
	expect(time(at, 'Asia/Tokyo')).toBe('7:45 AM GMT+9');
});
