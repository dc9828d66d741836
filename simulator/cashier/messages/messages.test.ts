import { describe, expect, test } from 'vitest';
import { spokenLanguages } from '../../contract/gaps/cashier.ts';
import { en } from './en.ts';
import { languages } from './messages.ts';

/** English texts that other languages may share. */
const shared = new Set(['CVV', 'MM', 'YYYY', 'Bank', 'Code', '{date}, {time}']);

/** Every text by its path: `actions.pay`, and for a plural form `actions.retry#one`. */
function texts(messages: object, path = ''): [path: string, text: string][] {
	return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
		if (typeof value === 'string') return [[path + key, value]];
		return texts(value, `${path}${key}${'other' in value ? '#' : '.'}`);
	});
}

const textOf = (path: string) => path.replace(/#.*/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const english = new Map(texts(en));
const paths = (messages: object) => new Set(texts(messages).map(([path]) => textOf(path)));
const englishAt = (path: string) => english.get(path) ?? english.get(`${textOf(path)}#other`) ?? '';

/** Numbers that take this plural form, among those that texts can contain. */
function numbersOf(tag: string, form: string): number[] {
	const rules = new Intl.PluralRules(tag);
	const tried = [...Array.from({ length: 200 }, (_, index) => index), 1_000_000];
	return tried.filter((number) => rules.select(number) === form);
}

describe.each(spokenLanguages)('in %s', (language) => {
	const tag = language.toLowerCase();
	const messages = languages[language];

	test('every message is translated', () => {
		expect(paths(messages)).toEqual(paths(en));
		for (const [path, text] of texts(messages))
			expect([path, text.trim().length > 0]).toEqual([path, true]);
	});

	test('no message is left in English', () => {
		const left = texts(messages).filter(
			([path, text]) => text === englishAt(path) && !shared.has(text),
		);
		expect(left).toEqual(
			language === 'EN' ? [...english].filter(([, text]) => !shared.has(text)) : [],
		);
	});

	test('a message has the placeholders of English, or spells out the only number of its plural form', () => {
		for (const [path, text] of texts(messages)) {
			const form = path.split('#')[1];
			const isOneNumber = form !== undefined && numbersOf(tag, form).length === 1;
			const wanted = placeholders(englishAt(path));
			const allowed = isOneNumber
				? [wanted, wanted.filter((name) => name !== '{count}')]
				: [wanted];
			expect(allowed, `${path}: ${text}`).toContainEqual(placeholders(text));
		}
	});

	test('a plural message has exactly the plural forms of the language', () => {
		const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
		const found: Record<string, string[]> = {};
		for (const [path] of texts(messages)) {
			const [text = '', form] = path.split('#');
			if (form) found[text] = [...(found[text] ?? []), form].sort();
		}
		const plurals = [...paths(en)].filter((path) => english.has(`${path}#other`));
		const wanted = [...pluralCategories].sort();
		expect(found).toEqual(Object.fromEntries(plurals.map((path) => [path, wanted])));
	});

	test('a message has no extra white space', () => {
		for (const [path, text] of texts(messages))
			expect([path, text]).toEqual([path, text.trim().replace(/[ \n\t]+/g, ' ')]);
	});
});
