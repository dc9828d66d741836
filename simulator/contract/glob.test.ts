import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, longestReference } from './glob.ts';

const fitsGlob = (text: string | null, glob: string) => compileGlob(glob)(text);

test.each([
	['order-*', 'order-7', 'xorder-7'],
	['order-?', 'order-7', 'order-77'],
	['*-7*', 'order-7-b', 'order-8'],
	['a\\*b', 'a*b', 'axb'],
	['', '', 'a'],
	['*', '', null],
	['a.c', 'a.c', 'abc'],
	['*ab*b', 'aabab', 'aaba'],
	['a?b', 'a😀b', 'a😀😀b'],
	['?', '😀', 'e\u0301'],
	['😀?*', '😀x', '😀'],
	['\\😀?', '😀1', '😁1'],
	['\ud83d*', '\ud83d', '😀'],
	['?', '\ud83d', '😀😀'],
])('the reference pattern %j is that of %j, and not of %j', (glob, fitting, other) => {
	expect(fitsGlob(fitting, glob)).toBe(true);
	if (other !== null) expect(fitsGlob(other, glob)).toBe(false);
});

test('a reference pattern accepts what the same regular expression accepts', () => {
	const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
	fc.assert(
		fc.property(
			letters,
			fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }),
			(glob, text) => {
				const source = glob.replaceAll('*', '.*').replaceAll('?', '.');
				expect(fitsGlob(text, glob)).toBe(new RegExp(`^${source}$`).test(text));
			},
		),
		{ numRuns: 1_000 },
	);
});

test('patterns of every length are compared', () => {
	const unit = fc.constantFrom('a', 'b', '*', '?', '\\*');
	fc.assert(
		fc.property(
			fc.string({ unit, maxLength: 100 }),
			fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 100 }),
			(glob, text) => {
				const source = glob.replace(/\\?./g, (one) => ({ '*': '[^]*', '?': '[^]' })[one] ?? one);
				expect(fitsGlob(text, glob)).toBe(new RegExp(`^${source}$`).test(text));
				const own = glob.replaceAll('\\*', '*').replaceAll('?', 'b');
				expect(fitsGlob(own, glob)).toBe(true);
			},
		),
		{ numRuns: 300 },
	);
});

test('a wildcard stands for code points, as in the same regular expression', () => {
	const characters = ['a', '\u0301', '\ud83d', '\ude00', '😀', '😁'];
	const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
	const unit = fc.constantFrom(...characters, '*', '?', '\\😀', '\\?');
	fc.assert(
		fc.property(fc.string({ unit, maxLength: 8 }), text, (glob, sent) => {
			const source = glob.replace(
				/\\?./gsu,
				(one) =>
					({ '*': '.*', '?': '.', '\\?': '\\?' })[one] ?? one.slice(one.startsWith('\\') ? 1 : 0),
			);
			expect(fitsGlob(sent, glob)).toBe(new RegExp(`^${source}$`, 'su').test(sent));
		}),
		{ numRuns: 2_000 },
	);
});

test('a text that almost fits at each place is compared in linear time', () => {
	const texts = ['a'.repeat(longestReference), '😀'.repeat(longestReference / 2)];
	const globs = ['a', '?', '😀'].map((unit) => `*${unit.repeat(120)}*${unit.repeat(120)}b`);
	const fitting = Array.from({ length: 5_000 }, (_, index) => globs[index % 3] ?? '').filter(
		(glob, index) => fitsGlob(texts[index % 2] ?? '', glob),
	);
	expect(fitting).toEqual([]);
	// A search that goes back to the last star takes longer.
}, 5_000);

test('a text beyond the bound fits no pattern', () => {
	expect(fitsGlob('a'.repeat(longestReference), '*a')).toBe(true);
	expect(fitsGlob('a'.repeat(longestReference + 1), '*a')).toBe(false);
	expect(fitsGlob('a'.repeat(100_000), '*')).toBe(false);
});
