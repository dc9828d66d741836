import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOfAmount, decimalsOfCurrency, decimalText, roundTo, toMinor } from './money.ts';

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
	expect(decimalsOfCurrency(currency, 'iso')).toBe(byIso);
	expect(decimalsOfCurrency(currency, 'provider')).toBe(byProvider);
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
	expect(decimalsOfAmount(amount)).toBe(decimals);
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

test('minor units written as decimal text and read again are the same, for amounts of 15 digits', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), decimals, (minor, places) => {
			const digits = String(minor).padStart(places + 1, '0');
			const text = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}`;
			expect(toMinor(Number(text), places)).toBe(minor);
		}),
	);
});

test('minor units exist exactly when the decimals suffice, and grow tenfold with each further decimal', () => {
	const amounts = fc.double({ min: -1e12, max: 1e12, noNaN: true });
	fc.assert(
		fc.property(amounts, decimals, (amount, places) => {
			const minor = toMinor(amount, places);
			expect(minor === null).toBe(decimalsOfAmount(amount) > places);
			if (minor !== null) expect(toMinor(amount, places + 1)).toBe(minor * 10n);
		}),
	);
});

test('every finite number equals its minor units', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
			const places = decimalsOfAmount(amount);
			expect(Number(`${toMinor(amount, places)}e-${places}`)).toBe(amount === 0 ? 0 : amount);
		}),
	);
});

test('a custom table overrides the table of providers, which keeps the other currencies', () => {
	expect(decimalsOfCurrency('COP', { COP: 3 })).toBe(3);
	expect(decimalsOfCurrency('JPY', { COP: 3 })).toBe(0);
	expect(decimalsOfCurrency('EUR', {})).toBe(2);
});

test.each([
	[1.005, 2, 1.01],
	[-1.005, 2, -1.01],
	[1.0049, 2, 1],
	[10.5, 0, 11],
	[0.49, 0, 0],
	[19.99, 2, 19.99],
	[1e-7, 2, 0],
	[999_999_999_999.5, 0, 1e12],
])('%d rounded to %i decimals is %d', (amount, places, rounded) => {
	expect(roundTo(amount, places)).toBe(rounded);
});

const amountsSent = fc
	.integer({ min: 1, max: 999_999_999_999_999 })
	.chain((digits) =>
		fc
			.integer({ min: 0, max: 9 })
			.map((places) => ({ digits, places, amount: Number(`${digits}e-${places}`) })),
	);

test('rounding rounds half away from zero, exactly', () => {
	fc.assert(
		fc.property(amountsSent, decimals, ({ digits, places, amount }, kept) => {
			const cut = 10n ** BigInt(Math.max(0, places - kept));
			const below = BigInt(digits) / cut;
			const up = (BigInt(digits) % cut) * 2n >= cut && cut > 1n;
			const expected = Number(`${up ? below + 1n : below}e-${Math.min(places, kept)}`);
			expect(roundTo(amount, kept)).toBe(expected);
			expect(roundTo(-amount, kept)).toBe(expected === 0 ? 0 : -expected);
			expect(decimalsOfAmount(roundTo(amount, kept))).toBeLessThanOrEqual(kept);
		}),
	);
});

test.each([
	[15_050, 2, '150.50'],
	[15_050, 0, '15050'],
	[5, 3, '0.005'],
	[-5, 2, '-0.05'],
	[19.99, 0, '19.99'],
	[1e-7, 0, '0.0000001'],
	[1.5e21, 0, '1500000000000000000000'],
	[1e21, 2, '10000000000000000000.00'],
	[0, 2, '0.00'],
])('%d with %i minor digits is written %s', (amount, minorDigits, text) => {
	expect(decimalText(amount, minorDigits)).toBe(text);
});

test('an amount written as decimal text and read again is the same, shifted by its minor digits', () => {
	const any = fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((amount) => amount !== 0);
	fc.assert(
		fc.property(any, decimals, (amount, minorDigits) => {
			expect(decimalText(amount)).toMatch(/^-?\d+(\.\d+)?$/);
			expect(Number(decimalText(amount))).toBe(amount);
			expect(
				decimalText(amount, minorDigits)
					.replace('.', '')
					.replace(/^(-?)0+/, '$1'),
			).toBe(
				decimalText(amount)
					.replace('.', '')
					.replace(/^(-?)0+/, '$1'),
			);
		}),
	);
});
