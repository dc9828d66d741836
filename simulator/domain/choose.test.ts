import { expect, test } from 'vitest';
import {
	after,
	chooseBank,
	chooseCard,
	contextAt,
	start,
	submitBank,
	testPayment,
} from '../../test/support/payment.ts';
import { transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { stateAt } from './timeline.ts';

const context = contextAt(start);
const redirected = after(testPayment(), [chooseCard(), context]);
const opened = after(redirected, [{ type: 'open' }, context]);
const processing = after(opened, [submitBank, context]);
const payments: Record<string, Payment> = {
	created: testPayment(),
	redirected,
	opened,
	processing,
	confirmed: after(processing, [{ type: 'confirm' }, context]),
	cancelled: after(opened, [{ type: 'cancel' }, context]),
	expired: after(opened, [{ type: 'expire' }, context]),
};

/** The card again, or another choice, for each setting of repeat: the resulting choice, or the refusal. */
const table = `
state      | same: card           | same: bank           | replace: card        | replace: bank        | reject: card         | reject: bank
created    | card                 | co-pse               | card                 | co-pse               | card                 | co-pse
redirected | card                 | choice_locked        | card                 | co-pse               | choice_made          | choice_made
opened     | card                 | choice_locked        | card                 | co-pse               | choice_made          | choice_made
processing | card                 | choice_locked        | card                 | choice_locked        | choice_made          | choice_made
confirmed  | card                 | choice_locked        | card                 | choice_locked        | choice_made          | choice_made
cancelled  | not_allowed_in_state | not_allowed_in_state | not_allowed_in_state | not_allowed_in_state | not_allowed_in_state | not_allowed_in_state
expired    | session_expired      | session_expired      | session_expired      | session_expired      | session_expired      | session_expired
`;

const [head = [], ...rows] = table
	.trim()
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()));
const cases = rows.flatMap(([state = '', ...cells]) =>
	cells.map((expected, index) => {
		const [repeat, choice] = (head[index + 1] ?? '').split(': ') as ['same', string];
		return { state, repeat, choice, expected };
	}),
);

test('the table has every state and every rule', () => {
	expect(rows.map(([state]) => state)).toEqual(Object.keys(payments));
	expect(cases).toHaveLength(42);
	for (const [state, payment] of Object.entries(payments)) {
		expect(stateAt(payment, start)).toBe(state);
	}
});

test.each(cases)('$choice in $state under "$repeat" gives $expected', (row) => {
	const before = payments[row.state] as Payment;
	const event = row.choice === 'card' ? chooseCard() : chooseBank();
	const done = transition(before, event, { ...context, repeat: row.repeat });
	expect(done.ok ? done.payment.choice?.optionCode : done.refusal.code).toBe(row.expected);
});
