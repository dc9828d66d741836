import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsGlob, maxGlobTextLength } from './glob.ts';

test.each([
	['order-*', 'order-7', 'xorder-7'],
	['order-?', 'order-7', 'order-77'],
	['*-7*', 'order-7-b', 'order-8'],
	['a\\*b', 'a*b', 'axb'],
	['', '', 'a'],
	['*', '', null],
	['a.c', 'a.c', 'abc'],
	['*ab*b', 'aabab', 'aaba'],
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

test('a text beyond the bound fits no pattern, because the comparison takes quadratic time', () => {
	expect(fitsGlob('a'.repeat(maxGlobTextLength), '*a')).toBe(true);
	expect(fitsGlob('a'.repeat(maxGlobTextLength + 1), '*a')).toBe(false);
	expect(fitsGlob('a'.repeat(100_000), '*')).toBe(false);
});
