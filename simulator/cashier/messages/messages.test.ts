import { describe, expect, test } from 'vitest';
import { spokenLanguages } from '../../contract/gaps/cashier.ts';
import { en } from './en.ts';
import { languages } from './messages.ts';

/** English texts that other languages may share. */
const shared = new Set(['CVV', 'MM', 'YYYY', 'Bank', 'Code', '{date}, {time}']);

/** The plural form at the end of a key: `one` in `actions.retry_one`. */
const pluralForm = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string) => key.replace(pluralForm, '');
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const english = new Map(Object.entries(en));
const keysWithoutForm = (messages: object) => new Set(Object.keys(messages).map(withoutForm));
const englishAt = (key: string) =>
	english.get(key) ?? english.get(`${withoutForm(key)}_other`) ?? '';

/** Numbers that take this plural form, among those that texts can contain. */
function numbersOf(tag: string, form: string): number[] {
	const rules = new Intl.PluralRules(tag);
	const tried = [...Array.from({ length: 200 }, (_, index) => index), 1_000_000];
	return tried.filter((number) => rules.select(number) === form);
}

describe.each(spokenLanguages)('in %s', (language) => {
	const tag = language.toLowerCase();
	const messages = languages[language];
	const texts = Object.entries(messages);

	test('every message is translated', () => {
		expect(keysWithoutForm(messages)).toEqual(keysWithoutForm(en));
		for (const [key, text] of texts) expect([key, text.trim().length > 0]).toEqual([key, true]);
	});

	test('no message is left in English', () => {
		const left = texts.filter(([key, text]) => text === englishAt(key) && !shared.has(text));
		expect(left).toEqual(
			language === 'EN' ? [...english].filter(([, text]) => !shared.has(text)) : [],
		);
	});

	test('a message has the placeholders of English, or spells out the only number of its plural form', () => {
		for (const [key, text] of texts) {
			const form = pluralForm.exec(key)?.[1];
			const isOneNumber = form !== undefined && numbersOf(tag, form).length === 1;
			const wanted = placeholders(englishAt(key));
			const allowed = isOneNumber
				? [wanted, wanted.filter((name) => name !== '{count}')]
				: [wanted];
			expect(allowed, `${key}: ${text}`).toContainEqual(placeholders(text));
		}
	});

	test('a plural message has exactly the plural forms of the language', () => {
		const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
		const found: Record<string, string[]> = {};
		for (const [key] of texts) {
			const form = pluralForm.exec(key)?.[1];
			const message = withoutForm(key);
			if (form) found[message] = [...(found[message] ?? []), form].sort();
		}
		const plurals = [...keysWithoutForm(en)].filter((key) => english.has(`${key}_other`));
		const wanted = [...pluralCategories].sort();
		expect(found).toEqual(Object.fromEntries(plurals.map((key) => [key, wanted])));
	});

	test('a message has no extra white space', () => {
		for (const [key, text] of texts)
			expect([key, text]).toEqual([key, text.trim().replace(/[ \n\t]+/g, ' ')]);
	});
});
