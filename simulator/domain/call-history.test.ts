import { expect, test } from 'vitest';
import { start, testPayment } from '../../test/support/payment.ts';
import type { WarningCode } from '../contract/warnings.ts';
import { latestCallsOf, withCall, withLostResponse } from './call-history.ts';
import type { Payment } from './payment.ts';

const called = (payment: Payment, calls: readonly (readonly [string, string])[], from = start) =>
	calls.reduce(
		(before, [call, result], index) =>
			withCall(before, { at: from + index, call, result, warnings: [] }),
		payment,
	);

test('the latest twenty calls are kept, each with its own time, and all are counted', () => {
	const calls = Array.from({ length: 25 }, (_, n) => ['act open', `result ${n}`] as const);
	const payment = called(testPayment(), calls, start + 1);
	const kept = Array.from({ length: 20 }, (_, place) => {
		return { call: 'act open', result: `result ${place + 5}`, warnings: [], at: start + place + 6 };
	});
	expect(latestCallsOf(payment)).toEqual(kept);
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
	expect(latestCallsOf(one).map(({ at }) => at - start)).toEqual([0, 0, 1]);
	expect(latestCallsOf(other).map(({ at }) => at - start)).toEqual([0, 60, 61]);
});

test('a history with an error or with many calls is not shared', () => {
	const failed = [['hybrid-payment', 'option_not_in_session']] as const;
	const payment = called(testPayment(), [...failed, ['payment-suboptions', 'ok']]);
	expect(latestCallsOf(payment).map(({ result }) => result)).toEqual([
		'ok',
		'option_not_in_session',
		'ok',
	]);
	expect(payment.callHistory).not.toBe(called(testPayment(), failed).callHistory);
	const long = () => called(testPayment(), Array(4).fill(['hybrid-payment', 'ok']));
	expect(long()).toEqual(long());
	expect(long().callHistory).not.toBe(long().callHistory);
});

test('payments with the same warnings share their history, and payments with other warnings do not', () => {
	const noted = (payment: Payment, warnings: readonly WarningCode[]) =>
		withCall(payment, { at: start, call: 'hybrid-payment', result: 'ok', warnings });
	const one = noted(testPayment(), ['suboptions_not_listed']);
	expect(latestCallsOf(one).at(-1)).toMatchObject({ warnings: ['suboptions_not_listed'] });
	expect(noted(testPayment(), ['suboptions_not_listed']).callHistory).toBe(one.callHistory);
	expect(noted(testPayment(), []).callHistory).not.toBe(one.callHistory);
	expect(latestCallsOf(noted(testPayment(), [])).at(-1)).toMatchObject({ warnings: [] });
});

test('the n-th call of a name notes who ended its connection, unless it was dropped', () => {
	const calls = Array.from({ length: 22 }, () => ['hybrid-payment', 'ok'] as const);
	const payment = called(testPayment(), calls);
	const goneIn = (marked: Payment) => latestCallsOf(marked).map(({ closedBy = false }) => closedBy);
	const withLost = (call: string, n: number) =>
		withLostResponse(payment, { call, n, closedBy: 'client' });
	expect(goneIn(payment)).toEqual(Array(20).fill(false));
	const second = withLost('hybrid-payment', 21);
	expect(goneIn(second).map((gone, index) => gone && index)).toEqual([
		...Array(18).fill(false),
		18,
		false,
	]);
	expect(withLost('hybrid-payment', 2)).toEqual(payment);
	expect(withLost('act open', 1)).toEqual(payment);
	expect(goneIn(payment)).toEqual(Array(20).fill(false));
});
