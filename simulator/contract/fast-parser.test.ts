import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hybridPaymentExample, paymentOptionsExample } from './examples.ts';
import { fastParser } from './fast-parser.ts';
import { hybridPaymentRequestSchema } from './hybrid-payment.ts';
import { defaultRequestRules, requestSchemaFor } from './payment-options.ts';

const strictRules = {
	required: ['customer.address.city', 'customer.email'],
	refuseUnknown: true,
	refuseOddFormats: true,
	userDevices: ['MOBILE'],
	lengths: { text: 20, userAgent: 40, url: 60 },
};

const schemas = {
	'payment-options': [requestSchemaFor(defaultRequestRules).request, paymentOptionsExample],
	'payment-options, as strict as can be': [
		requestSchemaFor(strictRules).request,
		paymentOptionsExample,
	],
	'hybrid-payment': [hybridPaymentRequestSchema, hybridPaymentExample],
	'a list, which is always asked': [z.object({ list: z.array(z.string()) }), { list: ['a'] }],
	'what changes a value': [z.object({ text: z.string().trim().max(3) }), { text: ' a ' }],
	'what has a default': [z.object({ text: z.string().default('a') }), {}],
	'a rule for the whole': [
		z.object({ a: z.number() }).refine(({ a }) => a > 1, 'must be more'),
		{ a: 1 },
	],
} as const satisfies Record<string, readonly [z.ZodType, unknown]>;

const odd = fc.oneof(
	fc.jsonValue(),
	fc.constantFrom('', 'co', 'CO', 'COP', -1, 0, 1e13, 0.1 + 0.2, null, [], {}, 'x'.repeat(300)),
	fc.constantFrom(
		'javascript:alert(1)',
		'https://shop.example/a?b=1',
		'https://a b',
		'+57',
		'MOBILE',
	),
);

/** The example with some of its values, at any depth, replaced, left out or joined by others. */
const changed = (example: unknown): fc.Arbitrary<unknown> => {
	if (typeof example !== 'object' || example === null) {
		return fc.oneof({ weight: 8, arbitrary: fc.constant(example) }, odd);
	}
	const fields = Object.entries(example).map(([name, value]) =>
		fc
			.tuple(fc.integer({ min: 0, max: 15 }), changed(value))
			.map(([chance, inner]) => (chance === 0 ? [] : [[name, inner]])),
	);
	const others = fc.oneof(
		{ weight: 6, arbitrary: fc.constant([]) },
		fc.tuple(fc.string(), odd).map((other) => [other]),
	);
	return fc
		.tuple(...fields, others)
		.map((parts) => Object.fromEntries(parts.flat() as [string, unknown][]));
};

test.each(Object.entries(schemas))('%s: the answers are those of the schema', (_name, given) => {
	const [schema, example] = given;
	const parser = fastParser(schema);
	fc.assert(
		fc.property(fc.oneof({ weight: 9, arbitrary: changed(example) }, odd), (value) => {
			const [quick, slow] = [parser.safeParse(value), schema.safeParse(value)];
			expect(quick.success).toBe(slow.success);
			expect(quick.error?.issues).toEqual(slow.error?.issues);
			// Unknown fields may stand in the one and not in the other.
			if (slow.success) expect(quick.data).toMatchObject(slow.data);
		}),
		{ numRuns: 500 },
	);
});

test('what is right is not parsed at all', () => {
	const sent = structuredClone(paymentOptionsExample);
	const { data } = fastParser(requestSchemaFor(defaultRequestRules).request).safeParse(sent);
	expect(data).toBe(sent);
});
