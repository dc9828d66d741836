import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, nearestName } from './nearest.ts';

const known = ['port', 'publicUrl', 'allowedHost', 'seed', 'now', 'log'];

test.each([
	['prot', 'port'],
	['porr', 'port'],
	['port ', 'port'],
	['publicURL', 'publicUrl'],
	['allowed-host', 'allowedHost'],
	['lg', 'log'],
	['sed', 'seed'],
])('%j most likely means %s', (name, meant) => {
	expect(nearestName(name, known)).toBe(meant);
	expect(didYouMean(name, known)).toBe(` (did you mean ${meant}?)`);
});

test.each(['', 'database', 'xy', 'timeout', 'p'.repeat(1_000)])(
	'%j is similar to none of them',
	(name) => {
		expect(nearestName(name, known)).toBeNull();
		expect(didYouMean(name, known)).toBe('');
	},
);

test('a known name is its own nearest, also with one extra letter if it is long enough', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...known),
			fc.nat(),
			fc.constantFrom('', 'x'),
			(name, at, letter) => {
				expect(nearestName(name, known)).toBe(name);
				const place = at % name.length;
				const misspelt = name.slice(0, place) + letter + name.slice(place + 1);
				if (name.length > 3) expect(nearestName(misspelt, known)).toBe(name);
			},
		),
	);
});
