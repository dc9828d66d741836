import fc from 'fast-check';
import { expect, test } from 'vitest';
import { campaign } from '../../test/support/campaign.ts';
import { testCards } from '../contract/test-values.ts';
import { findCardNumbers, hideCardNumbers, maskCard, maskCards, passesLuhn } from './card.ts';

const digits = fc.stringMatching(/^[0-9]{12,19}$/);

test.each(testCards)('the test number $number ($brand) passes the Luhn check', ({ number }) => {
	expect(passesLuhn(number)).toBe(true);
});

test.each(['', '4242424242424243', '1', '79927398710', '42424242a2424242'])(
	'"%s" does not pass the Luhn check',
	(text) => {
		expect(passesLuhn(text)).toBe(false);
	},
);

test('exactly one of the ten possible last digits passes', () => {
	fc.assert(
		fc.property(digits, (number) => {
			const passing = [...'0123456789'].filter((last) => passesLuhn(number.slice(0, -1) + last));
			expect(passing).toHaveLength(1);
		}),
	);
});

test('a valid number with one changed digit is not valid', () => {
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

test('a possible card number is hidden, in any groups, and a UUID is not', () => {
	const separator = fc.constantFrom('', ' ', '-', '%20', '\u00a0');
	fc.assert(
		fc.property(
			digits,
			separator,
			fc.constantFrom('', 'No ', 'a=', '/'),
			(number, between, before) => {
				const grouped = number.replace(/(\d{4})(?=\d)/g, `$1${between}`);
				expect(hideCardNumbers(`${before}${grouped}!`)).toBe(`${before}{number}!`);
			},
		),
	);
	fc.assert(fc.property(fc.uuid(), (uuid) => hideCardNumbers(`No ${uuid}.`) === `No ${uuid}.`));
	expect(hideCardNumbers('12345678-1234-4123-8123-123456789012')).toContain('123456789012');
	expect(hideCardNumbers('at most 12345678901 of 2027-01-01')).toBe(
		'at most 12345678901 of 2027-01-01',
	);
});

/** In the digits of a script, by what the platform itself writes. */
function writtenIn(script: string, digits: string): string {
	const format = new Intl.NumberFormat(`en-u-nu-${script}`);
	return digits.replace(/\d/g, (digit) => format.format(Number(digit)));
}

const scripts = fc.constantFrom('latn', 'arab', 'arabext', 'deva', 'thai', 'fullwide', 'mathsans');
const signs = fc.constantFrom(
	...[
		'.',
		'/',
		'_',
		',',
		':',
		'|',
		'*',
		'+',
		'\u2013',
		'\u2011',
		'\u00b7',
		'\u30fb',
		'\u066b',
		'%2E',
	],
	...['\u200b', '\u2060', '\u00ad', '\u200b.\u200b', '\t', '\u3000', '%E2%80%93', '"', '\\'],
);
const printed = [
	/^(.{4})(.{4})(.{4})(.{4})$/,
	/^(.{4})(.{4})(.{4})(.{4})(.{1,3})$/,
	/^(.{4})(.{6})(.{5})$/,
	/^(.{4})(.{6})(.{4})$/,
];

test('a number is found in the groups of a card, with any separator, in every script', () => {
	const grouped = fc
		.tuple(digits, signs)
		.map(([number, sign]) => {
			const groups = printed.map((shape) => shape.exec(number)).find((found) => found !== null);
			return { number, text: groups?.slice(1).join(sign) };
		})
		.filter(({ text }) => text !== undefined);
	fc.assert(
		fc.property(grouped, scripts, ({ number, text = '' }, script) => {
			const sentence = `No ${writtenIn(script, text)}!`;
			// The digits of an escape are the same in every script.
			fc.pre(script === 'latn' || !text.includes('%'));
			expect(hideCardNumbers(sentence)).toBe('No {number}!');
			expect(findCardNumbers(sentence)).toEqual([number]);
		}),
		{ numRuns: 1000 },
	);
});

test('invisible characters do not hide a number', () => {
	const unseen = fc.constantFrom('', '\u200b', '\ufeff', '\u00ad\u200d');
	const gaps = fc.array(unseen, { minLength: 19, maxLength: 19 });
	fc.assert(
		fc.property(digits, gaps, scripts, (number, found, script) => {
			const text = [...number].map((digit, at) => (found[at] ?? '') + digit).join('');
			expect(findCardNumbers(writtenIn(script, text))).toEqual([number]);
		}),
	);
});

test('dates, addresses, ids and amounts are not card numbers', () => {
	const part = fc.nat(255);
	const anIp = fc.tuple(part, part, part, part).map((parts) => parts.join('.'));
	const amount = fc
		.tuple(fc.constantFrom('en', 'de', 'fr', 'ja'), fc.double({ min: 0, max: 1e8, noNaN: true }))
		.map(([language, value]) => new Intl.NumberFormat(language, { currency: 'EUR' }).format(value));
	const date = fc
		.date({ noInvalidDate: true, max: new Date('9999-12-31') })
		.map((at) => at.toISOString());
	const fullIpV6 = fc
		.array(fc.integer({ min: 0, max: 9999 }), { minLength: 8, maxLength: 8 })
		.map((groups) => groups.map((group) => String(group).padStart(4, '0')).join(':'));
	const text = fc.oneof(anIp, fc.ipV4(), fc.ipV6(), fullIpV6, fc.uuid(), amount, date);
	fc.assert(fc.property(text, (some) => hideCardNumbers(some) === some));
	for (const some of ['22.11.2026 00:13:02.123', '11.222.333/0001-81', '+57.300.123.4567']) {
		expect(hideCardNumbers(some)).toBe(some);
	}
});

test('card numbers are masked wherever they begin in a text of many groups', () => {
	const group = fc.stringMatching(/^[0-9]{1,6}$/);
	const some = fc.constantFrom('4539578763621486', '5425233430109903', '378282246310005');
	fc.assert(
		fc.property(fc.array(group), fc.array(group), some, (before, after, number) => {
			const cut = printed.map((shape) => shape.exec(number)).find((found) => found !== null);
			const text = [...before, ...(cut?.slice(1) ?? []), ...after].join('.');
			expect(maskCards(text)).toContain('*');
		}),
	);
	expect(maskCards('1.4539.5787.6362.1486.7')).toBe('1.453957******1486.7');
	expect(hideCardNumbers('54.25.23.34.30.10.99.03')).toBe('542523******9903');
	expect(maskCards('00005425233430109903')).toBe('0000542523******9903');
});

/** In quadratic time, the shorter one takes minutes. */
const length = campaign({ sample: 500_000, full: 2_000_000 });

test.each(['4.', '4 ', '4-', '4%20', '4444-'])(
	'a text of %j alone, where a number could begin at each group, is masked in linear time',
	(piece) => {
		const text = piece.repeat(length / piece.length);
		expect(maskCards(text)).toContain('4');
	},
);

test('the search of a long text takes linear time', () => {
	for (const piece of [
		'1',
		'1234',
		'1234.',
		'1234\u200b',
		'\u200b',
		'1 ',
		'1234\ufeff',
		'1-',
		'%20',
	]) {
		const text = `1234${piece.repeat(20_000)}x`;
		expect(hideCardNumbers(text).length).toBeLessThanOrEqual(text.length);
		expect(maskCards(text).length).toBeLessThanOrEqual(text.length);
	}
});

test('a test number in a reference or an address is masked in any text', () => {
	const before = fc.constantFrom('', 'order-', '20261101 ', '7-', '?a=%20', '?a=%3D', '%');
	const after = fc.constantFrom('', '-1', ' 7', '%20', '&b=1', ' 20261101', '_x');
	const signs = fc.constantFrom('', ' ', '-', '.', '+', '%20', '%2D');
	fc.assert(
		fc.property(
			fc.constantFrom(...testCards),
			signs,
			before,
			after,
			({ number }, sign, left, right) => {
				const groups = printed.map((shape) => shape.exec(number)).find((found) => found !== null);
				const masked = maskCards(left + (groups?.slice(1).join(sign) ?? number) + right);
				expect(masked).toContain(`${number.slice(0, 6)}*`);
				expect(masked.replace(/%[\da-f]{2}|\D/gi, '')).not.toContain(number);
			},
		),
		{ numRuns: 2000 },
	);
});

test.each([
	'order-1762000000004',
	'20261101123456782',
	'2026-11-01 10:15:30.123',
	'4242424242424241',
	'42424242424242424242',
	'order-12345678-1234-4123-8123-123456789012',
	'+57 300 123 4567',
	'order-1001',
])('the reference %s stays as it is', (text) => {
	expect(maskCards(text)).toBe(text);
});
