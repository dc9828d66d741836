import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import { fingerprintOf } from './fingerprint.ts';

const text = fc.option(fc.string(), { nil: undefined });
const request: fc.Arbitrary<PaymentOptionsRequest> = fc
	.record({
		amount: fc.double({ min: 0.01, max: 1e12, noNaN: true }),
		paymentReference: text,
		userId: text,
		name: text,
		street: text,
	})
	.map(({ name, street, amount, paymentReference, userId }) => ({
		...paymentOptionsExample,
		amount,
		paymentReference,
		userId,
		customer: { ...paymentOptionsExample.customer, name, address: { street } },
	}));

function reversed(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).reverse();
	return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]));
}

test('the order of fields changes nothing', () => {
	fc.assert(
		fc.property(request, (one) => {
			expect(fingerprintOf(reversed(one) as PaymentOptionsRequest)).toBe(fingerprintOf(one));
		}),
	);
});

test('two requests are the same exactly when all their fields are', () => {
	fc.assert(
		fc.property(request, request, (one, other) => {
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(fingerprintOf(one) === fingerprintOf(other)).toBe(isSame);
		}),
	);
});

test.each([
	['another amount', { amount: 1 }],
	['another type in a free text', { userId: '1' }],
	['a field left out', { userId: undefined }],
	['another way back', { redirectUrl: 'https://shop.example/return?' }],
	['another customer', { customer: { ...paymentOptionsExample.customer, name: 'Ana' } }],
	['no address', { customer: { ...paymentOptionsExample.customer, address: undefined } }],
])('%s is another request', (_name, change) => {
	const other = { ...paymentOptionsExample, ...change } as PaymentOptionsRequest;
	expect(fingerprintOf(other)).not.toBe(fingerprintOf(paymentOptionsExample));
});
