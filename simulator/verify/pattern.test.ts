import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../contract/json.ts';
import type { Pattern } from '../contract/verify.ts';
import { maskCardData } from '../domain/card-data.ts';
import type { PatternProblems } from './pattern.ts';
import { compilePattern } from './pattern.ts';

function compile(pattern: unknown) {
	const problems: PatternProblems = { parts: 0, expressions: 0, errors: [] };
	return { ...compilePattern(pattern, 'match.body', problems), errors: problems.errors };
}

function fits(pattern: Pattern, actual: unknown) {
	const { fits: fit, errors } = compile(pattern);
	expect(errors).toEqual([]);
	return fit(actual);
}

test.each<[Pattern, unknown, unknown]>([
	['a', 'a', 'b'],
	[1, 1, '1'],
	[null, null, undefined],
	[true, true, false],
	['/^order-\\d+$/', 'order-7', 'order-x'],
	['/(?i)TORRES/', 'Ana Torres', 7],
	[{ $gt: 5 }, 6, 5],
	[{ $gte: 5 }, 5, 4],
	[{ $lt: 5 }, 4, 5],
	[{ $lte: 5 }, 5, 6],
	[{ $gt: 5, $lt: 9 }, 7, 9],
	[{ $gt: '2027-01-01' }, '2027-02-01', 20270201],
	[{ $in: ['a', null, 1] }, null, '1'],
	[{ $in: ['/a/'] }, '/a/', 'a'],
	[{ $in: ['/orders/7'] }, '/orders/7', '/orders/8'],
	[{ a: { $exists: true } }, { a: null }, {}],
	[{ a: { $exists: false } }, {}, { a: 1 }],
	[{ a: { $absent: true } }, { b: 1 }, { a: 1 }],
	[{}, { a: 1 }, null],
	[{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, { a: { c: 1 } }],
	[[], [1], {}],
	[
		[2, 3],
		[1, 2, 9, 3],
		[3, 2],
	],
	[[{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }]],
])('%j fits %j, and not %j', (pattern, fitting, other) => {
	expect(fits(pattern, fitting)).toBe(true);
	expect(fits(pattern, other)).toBe(false);
});

/** The same rules without any thrift: a list fits when some choice of increasing places does. */
function naive(pattern: unknown, actual: unknown): boolean {
	if (Array.isArray(pattern)) return Array.isArray(actual) && naiveList(pattern, actual);
	if (typeof pattern === 'string' && pattern.startsWith('/'))
		return typeof actual === 'string' && new RegExp(pattern.slice(1, -1)).test(actual);
	if (!isObject(pattern)) return pattern === actual;
	if ('$in' in pattern) return (pattern.$in as unknown[]).includes(actual);
	if ('$gt' in pattern) return typeof actual === 'number' && actual > Number(pattern.$gt);
	if ('$exists' in pattern) return pattern.$exists === (actual !== undefined);
	return (
		isObject(actual) &&
		Object.entries(pattern).every(([name, inner]) =>
			naive(inner, Object.hasOwn(actual, name) ? actual[name] : undefined),
		)
	);
}

function naiveList([item, ...rest]: unknown[], list: unknown[]): boolean {
	if (item === undefined) return true;
	return list.some((one, at) => naive(item, one) && naiveList(rest, list.slice(at + 1)));
}

const scalar = fc.constantFrom<unknown>(0, 1, 2, 'a', 'b', true, null);
const name = fc.constantFrom('a', 'b', '__proto__', 'toString');
const { value } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		scalar,
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(name, tie('value'), { maxKeys: 3 }),
	),
}));
const { pattern } = fc.letrec((tie) => ({
	pattern: fc.oneof(
		{ maxDepth: 3 },
		scalar,
		fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
		fc.record({ $gt: fc.constantFrom(0, 1) }),
		fc.record({ $exists: fc.boolean() }),
		fc.array(tie('pattern'), { maxLength: 3 }),
		fc.dictionary(name, tie('pattern'), { maxKeys: 2 }),
	),
}));

/** A value, and a pattern that is often a part of it. */
const pair = fc.oneof(
	fc.tuple(value, pattern),
	value.map((one) => [one, one] as const),
	fc.tuple(value, fc.array(value, { maxLength: 3 })).map(([one, others]) => {
		return [
			[...others, one, ...others],
			[one, ...others.slice(0, 1)],
		] as const;
	}),
);

test('a pattern fits the values that the naive rules accept, and every other value has differences', () => {
	let fitting = 0;
	fc.assert(
		fc.property(pair, ([actual, wanted]) => {
			const compiled = compile(wanted);
			const expected = naive(wanted, actual);
			expect(compiled.fits(actual)).toBe(expected);
			fitting += Number(expected);
			const found: unknown[] = [];
			if (!expected) compiled.explain(actual, 'body', found as never);
			expect(found.length > 0).toBe(!expected);
		}),
		{ numRuns: 1_000 },
	);
	expect(fitting).toBeGreaterThan(100);
});

/** Texts and names that the journal masks, completely or partly, beside others. */
const maskedText = fc
	.array(
		fc.constantFrom('4111', '1111', '4242424242424242', '?cvv=123', '&code=9', 'a', ' ', '…'),
		{
			maxLength: 5,
		},
	)
	.map((pieces) => pieces.join(''));
const maskedName = fc.constantFrom(
	'a',
	'cvv',
	'code',
	'123456789012',
	'4242424242424242',
	'{number}',
	...['paymentReference', 'redirectUrl', 'name', 'value', 'card'],
);
const { sent } = fc.letrec((tie) => ({
	sent: fc.oneof(
		{ maxDepth: 3 },
		maskedText,
		fc.constantFrom<unknown>(4111, 1111, 4242424242424242, null),
		fc.array(tie('sent'), { maxLength: 5 }),
		fc.dictionary(maskedName, tie('sent'), { maxKeys: 3 }),
	),
}));
const asked = fc.oneof(
	sent,
	fc.dictionary(maskedName, fc.record({ $exists: fc.boolean() }), { minKeys: 1, maxKeys: 2 }),
	fc.record({ $in: fc.array(maskedText, { maxLength: 2 }) }),
	fc.dictionary(maskedName, fc.constantFrom('/4111/', '/cvv=[0-9]/', '/a/'), { maxKeys: 2 }),
);

test('a masked value never makes an answer wrong', () => {
	let unknown = 0;
	const question = fc.oneof(
		fc.tuple(sent, asked),
		sent.map((one) => [one, one] as const),
	);
	fc.assert(
		fc.property(question, ([original, wanted]) => {
			const shown = JSON.parse(maskCardData(JSON.stringify(original)));
			const answer = compile(wanted).fits(shown);
			unknown += Number(answer === null);
			if (answer !== null) expect(answer).toBe(naive(wanted, original));
		}),
		{ numRuns: 5_000 },
	);
	expect(unknown).toBeGreaterThan(100);
});

test('differences name the path, the expected and the actual value', () => {
	const found: unknown[] = [];
	const wanted = { a: { b: [1, 2] }, c: '/x/', 'odd name': true, same: 1 };
	compile(wanted).explain({ a: { b: [1, 3] }, 'odd name': false, same: 1 }, 'body', found as never);
	expect(found).toEqual([
		{ path: 'body.a.b[1]', expected: 2, actual: 3 },
		{ path: 'body.c', expected: '/x/', actual: undefined },
		{ path: 'body["odd name"]', expected: true, actual: false },
	]);
});

test.each<[unknown, unknown]>([
	['order-20260101120000123', 'order-{number}'],
	['/order/', 'order-{number}'],
	[4242424242424242, '{number}'],
	[{ $gt: 5 }, '{number}'],
	[{ $in: ['20260101120000123'] }, '{number}'],
	['order-4242424242424242', 'order-424242******4242'],
	['/order/', 'order-424242******4242'],
	['737', '…'],
	[{ cvv: '737' }, '…'],
	[[{ a: '20260101120000123' }], [{ a: '{number}' }]],
	['/cvv=[0-9]/', 'https://shop.example/return?cvv=…'],
	['https://shop.example/return?cvv=123', 'https://shop.example/return?cvv=…'],
	['/cvv%3D12/', 'https://shop.example/?next=%2Fpay%3Fcvv%3D…'],
	['x=4242.42.42.42.4242.42&code=123', 'x=424242******4242&code=…'],
	[{ $in: ['a', 'cvv=123'] }, 'cvv=…'],
	[['4111'], ['…', '…', '…', '…']],
	[{ '123456789012': 1 }, { '{number}': 1 }],
	[{ '4111111111111111': { $absent: true } }, { '{number}': 'x' }],
	[{ '{number}': { $exists: true } }, { '{number}': 'x' }],
])('whether %j fits is unknown where the journal has %j', (wanted, masked) => {
	expect(compile(wanted).fits(masked)).toBe(null);
	expect(compile({ a: 1, b: wanted }).fits({ a: 2, b: masked })).toBe(false);
});

test('what a masked value cannot have been does not fit', () => {
	expect(compile('order-7').fits('order-{number}')).toBe(false);
	expect(compile('https://shop.example/?id=7').fits('https://shop.example/?cvv=…')).toBe(false);
	expect(compile({ note: 1 }).fits({ '{number}': 1 })).toBe(false);
	expect(compile({ '123456789012': { $absent: true } }).fits({ note: 1 })).toBe(true);
	expect(compile('size M…').fits('size M…')).toBe(true);
	expect(compile({ $exists: true }).fits('{number}')).toBe(true);
});

test.each<[unknown, string]>([
	[
		'/(a/',
		'match.body must be a regular expression of RE2, without look-around: missing closing ): `(a`.',
	],
	['/(?=a)/', 'without look-around'],
	['/order', 'match.body begins with a slash, but is no regular expression /…/.'],
	['/ORDER/i', 'match.body begins with a slash'],
	['//', 'match.body begins with a slash'],
	[`/${'a'.repeat(201)}/`, 'match.body must be a regular expression of at most 200 characters.'],
	['/(\\w{500}){2}\\w{900}/', 'match.body repeats too much, alone or with'],
	[{ a: { $near: 5 } }, 'match.body.a.$near is not a comparison'],
	[{ $gt: 5, name: 1 }, 'match.body.name is not a comparison'],
	[{ $lt: true }, 'match.body.$lt must be a number or a text.'],
	[{ $in: 'a' }, 'match.body.$in must be a list of at most 100 plain values.'],
	[{ $in: [{}] }, 'match.body.$in must be a list of at most 100 plain values.'],
	[{ $exists: 1 }, 'match.body.$exists must be true or false.'],
	[Array.from({ length: 501 }, () => 1), 'is one value too many: 500 are possible.'],
])('the pattern %j is refused', (wanted, detail) => {
	expect(compile(wanted).errors.map((error) => error.detail)).toEqual([
		expect.stringContaining(detail),
	]);
});

test('expressions beyond the limit are not compiled, so the limit is the only error', () => {
	const large = '/(\\w{500}){2}\\w{900}/';
	expect(compile(Array(100).fill(large)).errors).toHaveLength(1);
});

test('neither an expression nor nested lists can block the server', () => {
	const nested = (depth: number): unknown => (depth === 0 ? 'b' : [nested(depth - 1)]);
	const many = (depth: number): unknown =>
		depth === 0 ? 'a' : [many(depth - 1), ...(depth > 28 ? [many(depth - 1)] : [])];
	const startedMs = performance.now();
	expect(fits('/^(a+)+$/', `${'a'.repeat(4_000)}!`)).toBe(false);
	expect(fits('/(.*)(.*)(.*)(.*)x/', 'a'.repeat(4_096))).toBe(false);
	expect(fits('/a/', 'a'.repeat(4_097))).toBe(null);
	const deep = compile(nested(30));
	expect(deep.fits(many(30))).toBe(false);
	deep.explain(many(30), 'body', []);
	expect(performance.now() - startedMs).toBeLessThan(2_000);
});
