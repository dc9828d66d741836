import { describe, expect, test } from 'vitest';
import { spokenLanguages } from '../../contract/gaps/cashier-values.ts';
import { en } from './en.ts';
import { Plural } from './plural.ts';
import { languages } from './words.ts';

/** What is written the same elsewhere. */
const same = new Set(['CVV', 'MM', 'YYYY', 'Bank', 'Code', '{date}, {time}']);

/** Every text by its path; the forms of a plural by the path of the text and their own name. */
function texts(said: object, path = ''): [path: string, text: string][] {
	return Object.entries(said).flatMap(([key, value]): [string, string][] => {
		if (typeof value === 'string') return [[path + key, value]];
		if (value instanceof Plural) return texts(value.forms, `${path}${key}#`);
		return texts(value, `${path}${key}.`);
	});
}

const textOf = (path: string) => path.replace(/#.*/, '');
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

const english = new Map(texts(en));
const paths = (said: object) => new Set(texts(said).map(([path]) => textOf(path)));
const englishAt = (path: string) => english.get(path) ?? english.get(`${textOf(path)}#other`) ?? '';

/** Numbers that the form of a plural may stand for, as far as texts meet them. */
function numbersOf(tag: string, form: string): number[] {
	const rules = new Intl.PluralRules(tag);
	const tried = [...Array.from({ length: 200 }, (_, index) => index), 1_000_000];
	return tried.filter((number) => rules.select(number) === form);
}

describe.each(spokenLanguages)('in %s', (language) => {
	const tag = language.toLowerCase();
	const words = languages[language];

	test('everything is said', () => {
		expect(paths(words)).toEqual(paths(en));
		for (const [path, text] of texts(words))
			expect([path, text.trim().length > 0]).toEqual([path, true]);
	});

	test('nothing is said in English', () => {
		const left = texts(words).filter(([path, text]) => text === englishAt(path) && !same.has(text));
		expect(left).toEqual(
			language === 'EN' ? [...english].filter(([, text]) => !same.has(text)) : [],
		);
	});

	test('what is inserted in English is inserted, or a number that can be no other is said in a word', () => {
		for (const [path, text] of texts(words)) {
			const form = path.split('#')[1];
			const isOneNumber = form !== undefined && numbersOf(tag, form).length === 1;
			const wanted = holes(englishAt(path));
			const allowed = isOneNumber
				? [wanted, wanted.filter((hole) => hole !== '{count}')]
				: [wanted];
			expect(allowed, `${path}: ${text}`).toContainEqual(holes(text));
		}
	});

	test('a text with a number has the forms of the language, and no other', () => {
		const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
		const found: Record<string, string[]> = {};
		for (const [path] of texts(words)) {
			const [text = '', form] = path.split('#');
			if (form) found[text] = [...(found[text] ?? []), form].sort();
		}
		const plurals = [...paths(en)].filter((path) => english.has(`${path}#other`));
		const wanted = [...pluralCategories].sort();
		expect(found).toEqual(Object.fromEntries(plurals.map((path) => [path, wanted])));
	});

	test('no blank or line break stands where none is read', () => {
		for (const [path, text] of texts(words))
			expect([path, text]).toEqual([path, text.trim().replace(/[ \n\t]+/g, ' ')]);
	});
});
