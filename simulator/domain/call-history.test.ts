import { expect, test } from 'vitest';
import { callsOf, withCall } from './call-history.ts';
import type { Payment } from './payment.ts';
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
	expect(payment.callHistory.counts).toEqual({ 'payment-options': 1, 'act open': 25 });
});

test('payments with the same first calls share their history and keep the times', () => {
	const calls = [
		['payment-suboptions', 'ok'],
		['hybrid-payment', 'ok'],
	] as const;
	const one = called(testPayment(), calls);
	const other = called(testPayment(), calls, start + 60);
	expect(other.callHistory).toBe(one.callHistory);
	expect(callsOf(one).map(({ at }) => at - start)).toEqual([0, 0, 1]);
	expect(callsOf(other).map(({ at }) => at - start)).toEqual([0, 60, 61]);
});

test('a history with an error or with many calls is not shared', () => {
	const failed = [['hybrid-payment', 'option_not_in_session']] as const;
	const payment = called(testPayment(), [...failed, ['payment-suboptions', 'ok']]);
	expect(callsOf(payment).map(({ result }) => result)).toEqual([
		'ok',
		'option_not_in_session',
		'ok',
	]);
	expect(payment.callHistory).not.toBe(called(testPayment(), failed).callHistory);
	const long = () => called(testPayment(), Array(4).fill(['hybrid-payment', 'ok']));
	expect(long()).toEqual(long());
	expect(long().callHistory).not.toBe(long().callHistory);
});
