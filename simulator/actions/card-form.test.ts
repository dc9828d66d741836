import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cards, testCards } from '../contract/test-values.ts';
import { passesLuhn } from '../domain/card.ts';
import type { CardFields } from './card-form.ts';
import { cardFieldNames, checkCard, testCardFields } from './card-form.ts';

const now = Date.parse('2027-01-31T12:00:00.000Z');
const amex = '378282246310005';

/** The errors of a form that is valid but for these fields, as `param: detail`. */
function setup(changes: Partial<CardFields>, at = now): string[] {
	const checked = checkCard({ ...testCardFields(now, null), ...changes }, at);
	return checked.ok ? [] : checked.errors.map(({ detail }) => detail);
}

test('the fields are the five documented ones', () => {
	expect(Object.keys(testCardFields(now, null)).sort()).toEqual([...cardFieldNames].sort());
});

test.each(testCards)('the $brand test card $number is taken and only its mask kept', (card) => {
	const checked = checkCard(testCardFields(now, 'Ana Torres', card.number), now);
	expect(checked.ok).toBe(true);
	if (!checked.ok) return;
	expect(checked.card).toBe(
		card.number.replace(/^(\d{6})(\d+)(\d{4})$/, (_all, first, middle, last) => {
			return first + '*'.repeat(middle.length) + last;
		}),
	);
	expect(checked.typed?.outcomes ?? ['APPROVE']).toEqual([card.outcome]);
	expect(JSON.stringify(checked)).not.toContain(card.number);
});

test.each([
	['4242 4242 4242 4242'],
	['4242-4242-4242-4242'],
	[' 4242424242424242 '],
	['4242\u00a04242\u00a04242\u00a04242'],
])('the number may be grouped: %j', (cardnum) => {
	expect(setup({ cardnum })).toEqual([]);
});

test.each([
	[{ cardnum: '' }, 'cardnum is required.'],
	[{ cardnum: ' - ' }, 'cardnum is required.'],
	[{ cardnum: '42424242424' }, 'cardnum must be 12 to 19 digits.'],
	[{ cardnum: '4'.repeat(20) }, 'cardnum must be 12 to 19 digits.'],
	[{ cardnum: '4242x24242424242' }, 'cardnum must be 12 to 19 digits.'],
	[{ cardnum: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }, 'cardnum must be 12 to 19 digits.'],
	[{ cardnum: '4242424242424241' }, 'cardnum has a wrong check digit.'],
	[
		{ cardnum: '4111111111111111' },
		'cardnum is not one of the listed test numbers, and no other is accepted.',
	],
	[
		{ cardnum: '341111111111111', cardcvv: '1234' },
		'cardnum is not one of the listed test numbers, and no other is accepted.',
	],
	[
		{ cardnum: '371449635398456', cardcvv: '1234' },
		'cardnum is not one of the listed test numbers, and no other is accepted.',
	],
	[{ cardholder: '' }, 'cardholder is required.'],
	[{ cardholder: '  ' }, 'cardholder is required.'],
	[{ cardholder: '4111 1111 1111 1111' }, 'cardholder must be a name, not a number.'],
	[{ cardholder: '4111.1111.1111.1111' }, 'cardholder must be a name, not a number.'],
	[{ cardholder: 'Ana ٤١١١١١١١١١١١١١١١' }, 'cardholder must be a name, not a number.'],
	[{ expirymonth: ' ' }, 'expirymonth is required.'],
	[{ expirymonth: '0' }, 'expirymonth must be a month from 1 to 12.'],
	[{ expirymonth: '13' }, 'expirymonth must be a month from 1 to 12.'],
	[{ expirymonth: '1.5' }, 'expirymonth must be a month from 1 to 12.'],
	[{ expirymonth: '012' }, 'expirymonth must be a month from 1 to 12.'],
	[{ expiryyear: '' }, 'expiryyear is required.'],
	[{ expiryyear: '203' }, 'expiryyear must be a year of two or four digits.'],
	[{ expiryyear: '+030' }, 'expiryyear must be a year of two or four digits.'],
	[{ expiryyear: '2026' }, 'expiryyear is in the past.'],
	[{ expiryyear: '26' }, 'expiryyear is in the past.'],
	[{ expiryyear: '0027' }, 'expiryyear is in the past.'],
	[{ cardcvv: '' }, 'cardcvv is required.'],
	[{ cardcvv: '12' }, 'cardcvv must be 3 digits.'],
	[{ cardcvv: '1234' }, 'cardcvv must be 3 digits.'],
	[{ cardcvv: '12a' }, 'cardcvv must be 3 digits.'],
	[{ cardnum: amex, cardcvv: '123' }, 'cardcvv must be 4 digits.'],
	[{ cardnum: '3782 822463 10005', cardcvv: '123' }, 'cardcvv must be 4 digits.'],
])('%j is refused: %s', (changes, detail) => {
	expect(setup(changes)).toEqual([detail]);
});

test.each([
	[{ expirymonth: '1' }],
	[{ expirymonth: ' 01 ' }],
	[{ expiryyear: '30' }],
	[{ expiryyear: ' 2030 ' }],
	[{ cardcvv: ' 123 ' }],
	[{ cardholder: 'محمد' }],
])('%j is taken', (changes) => {
	expect(setup(changes)).toEqual([]);
});

test("a card is valid to the end of its month, on the workspace's clock", () => {
	const january = { expirymonth: '1', expiryyear: '27' };
	expect(setup(january, Date.parse('2027-01-31T23:59:59.999Z'))).toEqual([]);
	expect(setup(january, Date.parse('2027-02-01T00:00:00.000Z'))).toEqual([
		'expiryyear is in the past.',
	]);
	const december = { expirymonth: '12', expiryyear: '2027' };
	expect(setup(december, Date.parse('2027-12-31T23:59:59.999Z'))).toEqual([]);
	expect(setup(december, Date.parse('2028-01-01T00:00:00.000Z'))).toHaveLength(1);
});

test('all wrong fields are reported together, each with a fix', () => {
	const empty = Object.fromEntries(cardFieldNames.map((name) => [name, ''])) as CardFields;
	const checked = checkCard(empty, now);
	expect(checked.ok).toBe(false);
	if (checked.ok) return;
	expect(checked.errors.map(({ param }) => param).sort()).toEqual([...cardFieldNames].sort());
	for (const { fix } of checked.errors) expect(fix).toMatch(/^Send, for example, .+\.$/);
});

test.each([null, '', '  ', 'Lía Gómez', '日本 太郎'])(
	'the test values for the holder %j are valid for every card, grouped or not',
	(holder) => {
		for (const number of [...testCards.map((card) => card.number), '3782 822463 10005']) {
			const fields = testCardFields(now, holder, number);
			expect(checkCard(fields, now).ok).toBe(true);
			expect(fields.cardholder).toBe(holder?.trim() || 'Ana Torres');
		}
	},
);

test('no error repeats a refused number, in any field', () => {
	const digits = fc.stringMatching(/^[0-9]{12,19}$/);
	const withCheckDigit = digits.map((number) => {
		const last = [...'0123456789'].find((digit) => passesLuhn(number.slice(0, -1) + digit));
		return number.slice(0, -1) + last;
	});
	const example = cards.approve;
	const number = fc
		.oneof(digits, withCheckDigit)
		.filter((one) => !testCards.some((card) => card.number === one) && !example.includes(one));
	const field = fc.constantFrom(...cardFieldNames);
	fc.assert(
		fc.property(number, field, fc.constantFrom('', ' ', '-'), (refused, other, separator) => {
			const typed = refused.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
			const fields = { ...testCardFields(now, null), cardnum: typed, [other]: typed };
			const checked = checkCard(fields, now);
			expect(checked.ok).toBe(false);
			const serialized = JSON.stringify(checked);
			expect(serialized).not.toContain(refused);
			expect(serialized).not.toContain(typed);
		}),
		{ numRuns: 1_000 },
	);
});
