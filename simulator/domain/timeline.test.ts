import { expect, test } from 'vitest';
import {
	after,
	chooseBank,
	contextAt,
	minuteMs,
	start,
	submitBank,
	testPayment,
} from '../../test/support/payment.ts';
import type { Payment } from './payment.ts';
import { pastStatesOf, plannedStatesOf, replaceFuture, stateAt } from './timeline.ts';

const chosen = () => after(testPayment(), [chooseBank(), contextAt(start + 1)]);

test('the state is that of the latest entry that is not in the future', () => {
	const payment = chosen();
	const at = (now: number) => [
		stateAt(payment, now),
		pastStatesOf(payment, now).length,
		plannedStatesOf(payment, now).length,
	];
	expect(at(start - 1)).toEqual(['created', 1, 2]);
	expect(at(start)).toEqual(['created', 1, 2]);
	expect(at(start + 1)).toEqual(['redirected', 2, 1]);
	expect(at(start + 30 * minuteMs + 1)).toEqual(['expired', 3, 0]);
});

test('a new plan keeps the past and replaces everything that was planned', () => {
	const opened = { state: 'opened', at: start + 5, cause: 'a test' } as const;
	const timeline = replaceFuture(chosen(), start + 5, [opened]);
	expect(timeline.map(({ state, at }) => [state, at - start])).toEqual([
		['created', 0],
		['redirected', 1],
		['opened', 5],
	]);
});

test('a payment that was written as JSON and read again continues in the same way', () => {
	const read: Payment = JSON.parse(JSON.stringify(chosen()));
	const submit = [submitBank, contextAt(start + minuteMs)] as const;
	expect(after(read, [...submit])).toEqual(after(chosen(), [...submit]));
});
