import { expect, test } from 'vitest';
import {
	after,
	chooseBank,
	chooseCard,
	contextAt,
	listBanks,
	start,
	steerTo,
	submitBank,
	testPayment,
	windowMs,
} from '../../test/support/payment.ts';
import { allowedEvents, isFinal } from './allowed.ts';
import type { PaymentEvent } from './event.ts';
import { transition } from './lifecycle.ts';
import type { Payment } from './payment.ts';
import { stateAt } from './timeline.ts';

const now = start + 1_000;
const context = contextAt(now);

const created = testPayment();
const redirected = after(created, [chooseCard(), contextAt(start)]);
const opened = after(redirected, [{ type: 'open' }, contextAt(start)]);
const processing = after(opened, [submitBank, contextAt(start)]);
const declinedFor = (reason: 'generic_decline' | 'fraudulent') =>
	after(processing, [{ type: 'decline', reason }, contextAt(start)]);

/** One payment in every state; `declined` both with a retry left and without one. */
const payments: Record<string, Payment> = {
	created,
	redirected,
	opened,
	'opened, code pending': after(
		opened,
		[steerTo('CHALLENGE'), contextAt(start)],
		[submitBank, contextAt(start)],
	),
	processing,
	confirmed: after(processing, [{ type: 'confirm' }, contextAt(start)]),
	'declined, retry left': declinedFor('generic_decline'),
	'declined, final': declinedFor('fraudulent'),
	cancelled: after(opened, [{ type: 'cancel' }, contextAt(start)]),
	expired: after(opened, [{ type: 'expire' }, contextAt(start)]),
	'expired, late planned': after(
		opened,
		[steerTo('LATE'), contextAt(start)],
		[{ type: 'expire' }, contextAt(start)],
	),
};

const events: Record<string, PaymentEvent> = {
	list: listBanks,
	same: chooseCard(),
	another: chooseBank(),
	open: { type: 'open' },
	submit: submitBank,
	cancel: { type: 'cancel' },
	return: { type: 'return' },
	confirm: { type: 'confirm' },
	decline: { type: 'decline', reason: 'generic_decline' },
	expire: { type: 'expire' },
	steer: steerTo('HOLD'),
	otp: { type: 'otp', answer: 'passes' },
};

/**
 * The state afterwards, or a refusal: `409` not allowed in this state, `lock` the choice is made, `410` expired.
 * A payment that was only created has no choice: both choices are its first.
 */
const table = `
state                  | list       | same       | another    | open   | submit     | cancel    | return     | confirm   | decline  | expire  | steer      | otp
created                | created    | redirected | redirected | 409    | 409        | cancelled | created    | 409       | 409      | expired | created    | 409
redirected             | redirected | redirected | redirected | opened | processing | cancelled | redirected | 409       | 409      | expired | redirected | 409
opened                 | opened     | opened     | opened     | opened | processing | cancelled | opened     | 409       | 409      | expired | opened     | 409
opened, code pending   | opened     | opened     | lock       | opened | opened     | cancelled | opened     | 409       | 409      | expired | opened     | processing
processing             | 409        | processing | lock       | 409    | 409        | 409       | processing | confirmed | declined | 409     | processing | 409
confirmed              | 409        | confirmed  | lock       | 409    | 409        | 409       | confirmed  | 409       | 409      | 409     | 409        | 409
declined, retry left   | 409        | declined   | lock       | 409    | processing | cancelled | declined   | 409       | 409      | 409     | declined   | 409
declined, final        | 409        | declined   | lock       | 409    | 409        | 409       | declined   | 409       | 409      | 409     | 409        | 409
cancelled              | 409        | 409        | 409        | 409    | 409        | 409       | cancelled  | 409       | 409      | 409     | 409        | 409
expired                | 410        | 410        | 410        | 409    | 409        | 409       | expired    | confirmed | 409      | 409     | 409        | 409
expired, late planned  | 410        | 410        | 410        | 409    | 409        | 409       | expired    | confirmed | 409      | 409     | expired    | 409
`;

const refusals: Record<string, string> = {
	409: 'not_allowed_in_state',
	410: 'session_expired',
	lock: 'choice_locked',
};

const [names = [], ...rows] = table
	.trim()
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()));

const cases = rows.flatMap(([state = '', ...cells]) =>
	cells.map((expected, index) => ({ state, event: names[index + 1] ?? '', expected })),
);

test('the table has every state and every event', () => {
	expect(rows.map(([state]) => state)).toEqual(Object.keys(payments));
	expect(names.slice(1)).toEqual(Object.keys(events));
	expect(cases).toHaveLength(132);
	for (const [name, payment] of Object.entries(payments)) {
		expect(stateAt(payment, now)).toBe(name.replace(/,.*/, ''));
	}
});

test.each(cases)('$event in $state gives $expected', ({ state, event, expected }) => {
	const before = payments[state] as Payment;
	const untouched = structuredClone(before);
	const done = transition(before, events[event] as PaymentEvent, context);
	const result = done.ok ? stateAt(done.payment, now) : done.refusal.code;
	expect(result).toBe(refusals[expected] ?? expected);
	expect(before).toEqual(untouched);
});

test.each(cases.filter(({ expected }) => expected === '409'))(
	'the refusal of $event in $state names the state and what is allowed',
	({ state, event }) => {
		const payment = payments[state] as Payment;
		const { type } = events[event] as PaymentEvent;
		const done = transition(payment, events[event] as PaymentEvent, context);
		const allowed = allowedEvents(payment, context);
		const refusal = { code: 'not_allowed_in_state', event: type, state: stateAt(payment, now) };
		const another = cases.find((row) => row.state === state && row.event === 'another')?.expected;
		const choosing = another === 'lock' ? 'repeat-choice' : 'choose';
		const listed = allowed.map((name) => (name === 'choose' ? choosing : name));
		expect(done).toEqual({ ok: false, refusal: { ...refusal, allowed: listed } });
		expect(allowed).not.toContain(type);
		expect(allowed).toContain('return');
	},
);

test.each(Object.keys(payments))('%s is final only when no state can follow', (name) => {
	const final = ['confirmed', 'declined, final', 'cancelled', 'expired'];
	expect(isFinal(payments[name] as Payment, context.now)).toBe(final.includes(name));
});

test('listing suboptions and returning change nothing', () => {
	expect(transition(opened, { type: 'return' }, context)).toEqual({ ok: true, payment: opened });
	const listed = transition(opened, listBanks, context);
	expect(listed).toEqual({ ok: true, payment: { ...opened, listedOptions: ['co-pse'] } });
	expect(listed.ok && transition(listed.payment, listBanks, context)).toEqual(listed);
});

test('a payment whose window has ended rejects the documented calls as expired', () => {
	const late = contextAt(start + windowMs);
	for (const event of [listBanks, chooseCard(), chooseBank()]) {
		const done = transition(redirected, event, late);
		expect(done).toEqual({ ok: false, refusal: { code: 'session_expired' } });
	}
});
