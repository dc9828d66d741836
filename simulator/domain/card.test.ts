import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testCards } from '../contract/test-values.ts';
import { hideNumbers, maskCard, mayBeCard, passesLuhn } from './card.ts';

const digits = fc.stringMatching(/^[0-9]{12,19}$/);

test.each(testCards)('the listed $brand number $number passes', ({ number }) => {
	expect(passesLuhn(number)).toBe(true);
});

test.each(['', '4242424242424243', '1', '79927398710', '42424242a2424242'])(
	'"%s" does not pass',
	(text) => {
		expect(passesLuhn(text)).toBe(false);
	},
);

test('exactly one of ten last digits passes', () => {
	fc.assert(
		fc.property(digits, (number) => {
			const passing = [...'0123456789'].filter((last) => passesLuhn(number.slice(0, -1) + last));
			expect(passing).toHaveLength(1);
		}),
	);
});

test('changing any one digit of a right number makes it wrong', () => {
	fc.assert(
		fc.property(fc.constantFrom(...testCards), fc.nat(100), fc.integer({ min: 1, max: 9 }), check),
	);
	function check({ number }: { number: string }, position: number, by: number) {
		const index = position % number.length;
		const changed = (Number(number[index]) + by) % 10;
		expect(passesLuhn(number.slice(0, index) + changed + number.slice(index + 1))).toBe(false);
	}
});

test('a masked card keeps the first six and last four digits and its length', () => {
	expect(maskCard('4242424242424242')).toBe('424242******4242');
	expect(maskCard('378282246310005')).toBe('378282*****0005');
	fc.assert(
		fc.property(digits, (number) => {
			const masked = maskCard(number);
			expect(masked).toHaveLength(number.length);
			expect(masked).toMatch(/^\d{6}\*{2,9}\d{4}$/);
			expect(number.startsWith(masked.slice(0, 6))).toBe(true);
			expect(number.endsWith(masked.slice(-4))).toBe(true);
		}),
	);
});

test('what may be a number is hidden, in whichever groups, and a UUID is not', () => {
	const separator = fc.constantFrom('', ' ', '-', '%20', '\u00a0');
	fc.assert(
		fc.property(
			digits,
			separator,
			fc.constantFrom('', 'No ', 'a=', '/'),
			(number, between, before) => {
				const grouped = number.replace(/(\d{4})(?=\d)/g, `$1${between}`);
				expect(hideNumbers(`${before}${grouped}!`)).toBe(`${before}{number}!`);
			},
		),
	);
	fc.assert(fc.property(fc.uuid(), (uuid) => hideNumbers(`No ${uuid}.`) === `No ${uuid}.`));
	expect(hideNumbers('12345678-1234-4123-8123-123456789012')).toContain('123456789012');
	expect(hideNumbers('at most 12345678901 of 2027-01-01')).toBe(
		'at most 12345678901 of 2027-01-01',
	);
});

test('a listed number may be a card, whatever stands between its digits, and with one digit changed it is none', () => {
	const signs = fc.array(fc.constantFrom('', '.', '-', '_', ' '), { minLength: 20, maxLength: 20 });
	const between = (digits: string, found: readonly string[]) =>
		found[19] + [...digits].map((digit, index) => digit + found[index]).join('');
	fc.assert(
		fc.property(fc.constantFrom(...testCards), signs, ({ number }, found) => {
			expect(mayBeCard(between(number, found))).toBe(true);
			const other = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
			expect(mayBeCard(between(other, found))).toBe(false);
		}),
	);
});

test.each([
	['too short', '000000000000'],
	['too long', '0'.repeat(20)],
	['with a letter', 'a4242424242424242'],
	['an id of digits', '12345678-1234-4123-8123-123456789012'],
])('what is %s is no card', (_why, text) => {
	expect(mayBeCard(text)).toBe(false);
});
