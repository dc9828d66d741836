import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOf, precisionOf, toMinor } from './money.ts';

test.each([
	['EUR', 2, 2],
	['COP', 2, 0],
	['IDR', 2, 0],
	['CLP', 0, 0],
	['JPY', 0, 0],
	['VND', 0, 0],
	['KRW', 0, 2],
	['KWD', 3, 3],
	['BHD', 3, 3],
	['TND', 3, 3],
	['CLF', 4, 2],
	['XXX', 2, 2],
])('%s has %i decimals by ISO 4217 and %i at a provider', (currency, byIso, byProvider) => {
	expect(precisionOf(currency, 'iso')).toBe(byIso);
	expect(precisionOf(currency, 'provider')).toBe(byProvider);
});

test.each([
	[0, 0],
	[150_000, 0],
	[19.9, 1],
	[19.99, 2],
	[-0.001, 3],
	[1e-7, 7],
	[1.25e-7, 9],
	[1e21, 0],
	[1.5e21, 0],
])('%d has %i decimals', (amount, decimals) => {
	expect(decimalsOf(amount)).toBe(decimals);
});

test.each([
	[19.99, 2, 1_999n],
	[19.9, 2, 1_990n],
	[19.999, 2, null],
	[1.005, 3, 1_005n],
	[150_000, 0, 150_000n],
	[150_000.5, 0, null],
	[-19.99, 2, -1_999n],
	[1e-7, 7, 1n],
	[1e-7, 6, null],
	[1e21, 2, 10n ** 23n],
	[Number.NaN, 2, null],
	[Number.POSITIVE_INFINITY, 2, null],
])('%d with %i decimals is %s in minor units', (amount, decimals, minor) => {
	expect(toMinor(amount, decimals)).toBe(minor);
});

const decimals = fc.integer({ min: 0, max: 4 });

test('minor units written as a decimal text and read back are the same, for amounts of 15 digits', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), decimals, (minor, places) => {
			const digits = String(minor).padStart(places + 1, '0');
			const text = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`;
			expect(toMinor(Number(text), places)).toBe(minor);
		}),
	);
});

test('minor units exist exactly when the decimals are enough, and grow tenfold with each more', () => {
	const amounts = fc.double({ min: -1e12, max: 1e12, noNaN: true });
	fc.assert(
		fc.property(amounts, decimals, (amount, places) => {
			const minor = toMinor(amount, places);
			expect(minor === null).toBe(decimalsOf(amount) > places);
			if (minor !== null) expect(toMinor(amount, places + 1)).toBe(minor * 10n);
		}),
	);
});

test('any finite number comes back from its own minor units', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
			const places = decimalsOf(amount);
			expect(Number(`${toMinor(amount, places)}e-${places}`)).toBe(amount === 0 ? 0 : amount);
		}),
	);
});
