import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentOptionsExample } from '../contract/examples.ts';
import type { PaymentOptionsRequest } from '../contract/payment-options.ts';
import type { Outcome } from '../contract/test-values.ts';
import { fingerprintOfRequest as fingerprintUnder } from './repeats.ts';

const fingerprintOf = (body: unknown) =>
	fingerprintUnder(body, { headerTrigger: null, returnLinkTiming: null });

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

test('the order of fields does not change the fingerprint', () => {
	fc.assert(
		fc.property(request, (one) => {
			expect(fingerprintOf(reversed(one))).toBe(fingerprintOf(one));
		}),
	);
});

test('two requests have the same fingerprint exactly when all their fields are equal', () => {
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
	['another return URL', { redirectUrl: 'https://shop.example/return?' }],
	['another customer', { customer: { ...paymentOptionsExample.customer, name: 'Ana' } }],
	['no address', { customer: { ...paymentOptionsExample.customer, address: undefined } }],
])('%s is another request', (_name, change) => {
	const other = { ...paymentOptionsExample, ...change };
	expect(fingerprintOf(other)).not.toBe(fingerprintOf(paymentOptionsExample));
});

test.each([
	['codes in lower case', { country: 'co', currency: ' cop ' }],
	['a field that the document does not show', { colour: 'red' }],
	['one inside the customer', { customer: { ...paymentOptionsExample.customer, shoe: 42 } }],
])('%s: the same request', (_name, change) => {
	const other = { ...paymentOptionsExample, ...change };
	expect(fingerprintOf(other)).toBe(fingerprintOf(paymentOptionsExample));
});

test('the outcome and return headers are part of the fingerprint', () => {
	const under = (...outcomes: Outcome[]) =>
		fingerprintUnder(paymentOptionsExample, {
			headerTrigger: { outcomes, cause: 'header' },
			returnLinkTiming: null,
		});
	const all = [
		under('HOLD'),
		under('HOLD', 'APPROVE'),
		under('APPROVE'),
		fingerprintOf(paymentOptionsExample),
		fingerprintUnder(paymentOptionsExample, { headerTrigger: null, returnLinkTiming: 'never' }),
	];
	expect(new Set(all).size).toBe(all.length);
	const headerTrigger = { outcomes: ['HOLD' as const], cause: 'another way to say it' };
	const again = { headerTrigger, returnLinkTiming: null };
	expect(fingerprintUnder(paymentOptionsExample, again)).toBe(under('HOLD'));
});
