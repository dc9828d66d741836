import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsGlob } from './glob.ts';

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

test('many stars take quadratic time at worst', () => {
	const startedMs = performance.now();
	expect(fitsGlob('a'.repeat(1_000), `${'*a'.repeat(250)}b`)).toBe(false);
	expect(performance.now() - startedMs).toBeLessThan(1_000);
});
