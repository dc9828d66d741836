import { expect, test } from 'vitest';
import type { Payment } from './payment.ts';
import {
	after,
	chooseBank,
	contextAt,
	listBanks,
	minuteMs,
	start,
	submitBank,
	testPayment,
} from './test-payment.ts';
import { stateAt, timelineOf } from './timeline.ts';

const choose = (payment: Payment, at: number) =>
	after(payment, [listBanks, contextAt(at)], [chooseBank(), contextAt(at)]);

test('payments that went the same way share it, each at its own times', () => {
	const one = choose(testPayment(), start + 1);
	const other = choose(testPayment(), start + 2);
	expect(other.stateWay).toBe(one.stateWay);
	expect(other.listedOptions).toBe(one.listedOptions);
	expect(timelineOf(one).map(({ state, at }) => [state, at - start])).toEqual([
		['created', 0],
		['redirected', 1],
		['expired', 30 * minuteMs + 1],
	]);
	expect(timelineOf(other).map(({ at }) => at - start)).toEqual([0, 2, 30 * minuteMs + 2]);
});

test('a payment that was written down and read goes on as it would have, and on the same way', () => {
	const chosen = choose(testPayment(), start);
	const read: Payment = JSON.parse(JSON.stringify(chosen));
	const submit = [submitBank, contextAt(start + minuteMs)] as const;
	const one = after(chosen, [...submit]);
	const other = after(read, [...submit]);
	expect(other).toEqual(one);
	expect(other.stateWay).toBe(one.stateWay);
});

test('a payment with more states than others has is right, and its way nobody else has', () => {
	const retried = () => {
		let payment = choose(testPayment(), start);
		for (let minute = 1; minute <= 3; minute += 1) {
			const context = contextAt(start + minute * minuteMs);
			const decline = { type: 'decline', reason: 'generic_decline' } as const;
			payment = after(payment, [submitBank, context], [decline, context]);
		}
		return payment;
	};
	const payment = retried();
	expect(payment).toEqual(retried());
	expect(payment.stateWay).not.toBe(retried().stateWay);
	expect(stateAt(payment, start + 4 * minuteMs)).toBe('declined');
	expect(payment.stateTimes).toHaveLength(payment.stateWay.length);
});
