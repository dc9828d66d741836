import { expect, test } from 'vitest';
import type { Payment } from './payment.ts';
import { callsOf, withCall } from './payment.ts';
import { start, testPayment } from './test-payment.ts';

const called = (payment: Payment, calls: readonly (readonly [string, string])[], from = start) =>
	calls.reduce(
		(before, [call, result], index) => withCall(before, { at: from + index, call, result }),
		payment,
	);

test('the latest twenty calls are kept, each with its own time, and all are counted', () => {
	const calls = Array.from({ length: 25 }, (_, n) => ['act open', `result ${n}`] as const);
	const payment = called(testPayment(), calls, start + 1);
	const kept = Array.from({ length: 20 }, (_, place) => {
		return { call: 'act open', result: `result ${place + 5}`, at: start + place + 6 };
	});
	expect(callsOf(payment)).toEqual(kept);
	expect(payment.callWay.counts).toEqual({ 'payment-options': 1, 'act open': 25 });
});

test('payments that were called alike share that, and keep the times', () => {
	const calls = [
		['payment-suboptions', 'ok'],
		['hybrid-payment', 'ok'],
	] as const;
	const one = called(testPayment(), calls);
	const other = called(testPayment(), calls, start + 60);
	expect(other.callWay).toBe(one.callWay);
	expect(callsOf(one).map(({ at }) => at - start)).toEqual([0, 0, 1]);
	expect(callsOf(other).map(({ at }) => at - start)).toEqual([0, 60, 61]);
});

test("a refused call is told, and the way from there on is nobody else's", () => {
	const calls = [
		['hybrid-payment', 'option_not_in_session'],
		['payment-suboptions', 'ok'],
	] as const;
	const payment = called(testPayment(), calls);
	expect(callsOf(payment).map(({ result }) => result)).toEqual([
		'ok',
		'option_not_in_session',
		'ok',
	]);
	expect(payment.callWay).not.toBe(called(testPayment(), calls).callWay);
});
