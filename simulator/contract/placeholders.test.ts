import { expect, test } from 'vitest';
import { toMinorUnits } from './currency-decimals.ts';
import { fillUrl, fillValue, valueAtPointer } from './placeholders.ts';

const values = { amount: 15.125, bank: null, reference: 'a b&c/d', sandbox: 'http://127.0.0.1:1' };

test.each([
	['{amount}', 15.125],
	['{bank}', null],
	['{amount} KWD at {bank}', '15.125 KWD at '],
	['{"not": "one"}', '{"not": "one"}'],
	[{ list: ['{amount}', true, 3] }, { list: [15.125, true, 3] }],
])('%j is filled as %j', (value, expected) => {
	expect(fillValue(value, values)).toEqual(expected);
});

test('values in an address are encoded, but not the address of the sandbox', () => {
	expect(fillUrl('{sandbox}/x/{reference}?b={bank}', values)).toBe(
		'http://127.0.0.1:1/x/a%20b%26c%2Fd?b=',
	);
});

/** RFC 6901, section 5. */
const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7, '01': 9 };

test.each([
	['', document],
	['/foo', ['bar', 'baz']],
	['/foo/0', 'bar'],
	['/', 0],
	['/a~1b', 1],
	['/m~0n', 8],
	['/ ', 7],
	['/foo/01', undefined],
	['/foo/2', undefined],
	['/missing/deeper', undefined],
	['/toString', undefined],
])('the pointer %j finds %j', (pointer, expected) => {
	expect(valueAtPointer(document, pointer)).toEqual(expected);
});

test.each([
	[150_000, 'COP', 150_000],
	[7800, 'JPY', 7800],
	[15.125, 'KWD', 15_125],
	[19.99, 'EUR', 1999],
] as const)('%d %s are %d in minor units', (amount, currency, minor) => {
	expect(toMinorUnits(amount, currency)).toBe(minor);
});
