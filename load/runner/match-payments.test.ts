import { expect, test } from 'vitest';
import { judgeLoad } from '../../reports/verdict.ts';
import type { MeasuredLoad } from '../../reports/verdict-rules.ts';
import { toMinorUnits } from '../../simulator/contract/currency-decimals.ts';
import type { MerchantLoad } from '../../simulator/contract/load-results.ts';
import { sampleHistogram, sampleStep } from '../../test/support/reports.ts';
import { orderReference, shopFlowFacts, stepPrefix } from '../merchant-orders.ts';
import { averagePlan } from '../profiles.ts';
import type { MatchedPayment } from './match-payments.ts';
import { countPayments, describeWrongAmounts, matchOrders } from './match-payments.ts';
import { measuredFields } from './report.ts';
import { findCreatedTwice } from './second-payments.ts';
import { createSpanReader } from './series.ts';
import { createTally } from './tally.ts';

const prefix = 'labc';
const reference = (order: number) => orderReference(prefix, 'hold', order);

/** Orders whose checkout led to the session `s-<number>`; to an error where `failed` has the number. */
const checkedOut = (count: number, failed: readonly number[] = []) =>
	new Map(
		Array.from({ length: count }, (_, order) => {
			const session = failed.includes(order) ? undefined : `s-${order}`;
			return [reference(order), { story: 'merchant/card', session }];
		}),
	);

let payments = 0;
function payment(facts: Partial<MatchedPayment>): MatchedPayment {
	payments += 1;
	return {
		...{
			majorAmount: '100',
			currency: 'COP',
			transactionId: `t-${payments}`,
			sessionId: `lost-${payments}`,
			paymentReference: null,
			redirectUrl: 'https://shop.example/return',
			option: null,
			suboption: null,
		},
		...{ state: 'created', final: false, ...facts },
	};
}
const paid = (order: number, facts: Partial<MatchedPayment> = {}) =>
	payment({
		...{ sessionId: `s-${order}`, paymentReference: reference(order), state: 'confirmed' },
		...{ final: true, ...facts },
	});

const countOf = (
	orders: Parameters<typeof matchOrders>[0],
	all: MatchedPayment[],
	countsUnpaid = false,
) => countPayments(matchOrders(orders, all, prefix), { countsUnpaid, createdTwice: [] });

test('one confirmed payment for each order is right, whatever the reference is', () => {
	const { figures, seconds } = countOf(checkedOut(2), [
		paid(0),
		paid(1, { paymentReference: 'x' }),
	]);
	expect(figures).toMatchObject({
		...{ orders: 2, payments: 2, confirmed: 2, orphans: 0, doublePaid: 0, withoutOrder: 0 },
		...{ secondPayments: 0, unknownSessions: 0, examples: [] },
	});
	expect(seconds.count).toBe(0);
});

test('a payment whose answer was lost is an orphan, and no second payment', () => {
	const lost = payment({ paymentReference: reference(1) });
	const { figures, seconds } = countOf(checkedOut(2, [1]), [paid(0), lost]);
	expect(figures).toMatchObject({ payments: 1, orphans: 1, secondPayments: 0 });
	expect(seconds.count).toBe(0);
});

test.each(['1', '-2', '1764276000000'])(
	'a payment under the reference of an order and "%s" is a second one of that order',
	(added) => {
		const again = payment({ paymentReference: `${reference(0)}${added}` });
		const counted = countOf(checkedOut(1), [paid(0), again], true);
		expect(counted.figures).toMatchObject({ orders: 1, orphans: 1, secondPayments: 1 });
		expect(counted.seconds.count).toBe(1);
	},
);

test('a payment of a checkout that k6 stopped is no second payment', () => {
	const stopped = payment({ paymentReference: reference(7) });
	const { figures, seconds } = countOf(checkedOut(1), [paid(0), stopped]);
	expect(figures).toMatchObject({ orders: 2, orphans: 1, secondPayments: 0, withoutOrder: 0 });
	expect(seconds.count).toBe(0);
});

test('a payment under a second reference that no shopper reached is an orphan, and its order is named', () => {
	const lost = payment({ paymentReference: reference(0) });
	const retried = paid(0, { paymentReference: `${reference(0)}-5f3a` });
	const named = `${reference(0)}: ${reference(0)}-5f3a confirmed, ${reference(0)} created`;
	const { figures, seconds } = countOf(checkedOut(1), [retried, lost]);
	expect(figures).toMatchObject({
		...{ orphans: 1, doublePaid: 0, secondPayments: 1 },
		examples: [`two references: ${named}`],
	});
	expect(seconds).toEqual({ count: 0, examples: [] });
	// The profile idempotency counts it: a repeated call created a second payment.
	expect(countOf(checkedOut(1), [retried, lost], true).seconds).toEqual({
		count: 1,
		examples: [named],
	});
});

test('the report names both orders when a shopper got the payment of another one', () => {
	const { figures } = countOf(checkedOut(4), [
		paid(0, { paymentReference: reference(1) }),
		paid(1, { paymentReference: `${reference(0)}-again` }),
		paid(2, { paymentReference: `${reference(2)}2` }),
		paid(3, { paymentReference: 'a reference of the shop' }),
	]);
	expect(figures.wrongOrder).toBe(2);
	expect(figures.examples).toContainEqual(
		expect.stringMatching(
			`^payment of another order: ${reference(0)} got t-\\d+ of ${reference(1)}$`,
		),
	);
});

test('a payment may belong to an order of another step of the run', () => {
	const named = `${stepPrefix(prefix, 2)}-hold-0000000`;
	const stopped = `${prefix}-hold-0000099`;
	const all = [paid(0, { paymentReference: named }), paid(1, { paymentReference: stopped })];
	const { figures } = countOf(checkedOut(2), all);
	// An order of this step that is not known is one whose checkout k6 stopped.
	expect(figures.wrongOrder).toBe(1);
	expect(figures.examples).toContainEqual(expect.stringContaining(` of ${named}`));
});

test('a payment that returns its shopper to another order belongs to that one', () => {
	const returningTo = (order: number) => `https://shop.example/return?order=${reference(order)}`;
	const { figures } = countOf(checkedOut(3), [
		paid(0, { paymentReference: 'x0', redirectUrl: returningTo(0) }),
		paid(1, { paymentReference: 'x1', redirectUrl: returningTo(0) }),
		// No order of this run.
		paid(2, { paymentReference: 'x2', redirectUrl: returningTo(9) }),
	]);
	expect(figures.wrongOrder).toBe(1);
	expect(figures.examples).toContainEqual(
		expect.stringMatching(
			`^payment of another order: ${reference(1)} got t-\\d+ of ${reference(0)}$`,
		),
	);
});

test('a retry under the same reference is one payment for the shop', () => {
	const lost = payment({ paymentReference: reference(0) });
	expect(countOf(checkedOut(1), [paid(0), lost]).seconds.count).toBe(0);
});

test.each<[string, ('received' | 'lost' | 'unread')[], object]>([
	['after a lost answer', ['lost'], { createdTwice: 0, unread: 0 }],
	['after a received answer', ['received'], { createdTwice: 1, unread: 0 }],
	['after two lost answers', ['lost', 'lost'], { createdTwice: 0, unread: 0 }],
	['after a lost and a received answer', ['lost', 'received'], { createdTwice: 1, unread: 0 }],
	['after an answer that the journal dropped', ['unread'], { createdTwice: 0, unread: 1 }],
])('another payment under the same reference %s', (_name, earlier, expected) => {
	for (const paymentReference of [reference(0), 'a reference of the shop']) {
		const orphans = earlier.map(() => payment({ paymentReference }));
		const all = [paid(0, { paymentReference }), paid(1, { paymentReference: 'x' }), ...orphans];
		const matched = matchOrders(checkedOut(2), all, prefix);
		const calls = new Map(
			orphans.flatMap(({ transactionId }, index) => {
				const answer = earlier[index];
				const known = { isWhole: true, isAnswerLost: answer === 'lost' };
				return answer === 'unread' ? [] : [[transactionId, known] as const];
			}),
		);
		const { createdTwice, unread } = findCreatedTwice(matched, calls);
		expect({ createdTwice: createdTwice.length, unread }).toEqual(expected);
		const { figures, seconds } = countPayments(matched, { countsUnpaid: true, createdTwice });
		expect(figures).toMatchObject({ createdTwice: createdTwice.length, secondPayments: 0 });
		expect(seconds.count).toBe(createdTwice.length);
	}
});

test('an order with two confirmed payments is paid twice', () => {
	const twice = paid(0, { sessionId: 'other' });
	const { figures, seconds } = countOf(checkedOut(1), [paid(0), twice]);
	expect(figures).toMatchObject({ doublePaid: 1, confirmed: 2, withoutOrder: 0 });
	expect(seconds.count).toBe(1);
});

test('without references, more payments than orders are second payments of repeated calls', () => {
	const unnamed = [0, 1, 2].map((order) => paid(order, { paymentReference: `x${order}` }));
	const lost = [payment({ paymentReference: 'y1' }), payment({ paymentReference: 'y2' })];
	const { figures, seconds } = countOf(checkedOut(4, [3]), [...unnamed, ...lost], true);
	expect(figures).toMatchObject({ orphans: 2, secondPayments: 1 });
	expect(seconds).toEqual({ count: 1, examples: [] });
	expect(countOf(checkedOut(4, [3]), [...unnamed, ...lost]).seconds.count).toBe(0);
});

test('confirmed payments without an order, and sessions that the sandbox does not have, are counted', () => {
	const stray = payment({ state: 'confirmed', paymentReference: 'older' });
	expect(countOf(checkedOut(2), [paid(0), stray]).figures).toMatchObject({
		...{ withoutOrder: 1, unknownSessions: 1 },
		examples: expect.arrayContaining([
			`without an order: ${stray.transactionId}, reference older`,
			`unknown session: s-1 of order ${reference(1)}`,
		]),
	});
});

/** A request of a merchant file that sends these values. */
const sending = (json: object) => ({
	prepare: [],
	checkout: { method: 'POST', url: 'http://x', json, redirect: { header: 'Location' } } as const,
});

test.each([
	[{ amount: '{amount}' }, { majorAmount: '100' }, false],
	[{ amount: '{amount}' }, { majorAmount: '100.00' }, false],
	[{ amount: '{amount}' }, { majorAmount: '99' }, true],
	[{ amount: '{amount}' }, { majorAmount: '100.01' }, true],
	[{ amount: '{amount}' }, { majorAmount: '100.00000000001' }, false],
	[{ amount: '{amount}' }, { majorAmount: '0.03', currency: 'USD' }, true],
	[{ cents: '{amountMinor}' }, { majorAmount: '0.03', currency: 'USD' }, true],
	[{ currency: '{currency}' }, { majorAmount: '100', currency: 'USD' }, true],
	[{ currency: '{currency}' }, { majorAmount: '99' }, false],
	[{ id: '{reference}' }, { majorAmount: '99', currency: 'USD' }, false],
])('a shop that gets %j, and a payment of %j: wrong is %s', (json, facts, isWrong) => {
	const matched = matchOrders(checkedOut(1), [paid(0, facts)], prefix);
	const order = { amount: 100, amountMinor: toMinorUnits(100, 'COP'), currency: 'COP' };
	expect(describeWrongAmounts(matched, () => order, sending(json))).toHaveLength(isWrong ? 1 : 0);
});

const usual: MerchantLoad = {
	...{ file: 'merchant.jsonc', command: null, orders: 100, payments: 100, confirmed: 100 },
	...{ orphans: 0, doublePaid: 0, withoutOrder: 0, examples: [] },
};

/** A run whose 100 flows were all right. */
function judge(merchant: Partial<MerchantLoad>) {
	const stories = shopFlowFacts(true);
	const mix = { 'merchant/card': 1 };
	const plan = averagePlan({ ratePerSecond: 10, holdMs: 10_000, mix, stories });
	const flows = { started: 100, ok: 100, failed: 0, rate: 10 };
	const checkout = sampleStep({ count: 400 });
	const measured: MeasuredLoad = {
		...{ plan, ...measuredFields(createTally(), plan), flows },
		readSpan: createSpanReader(createTally()),
		steps: { 'merchant-checkout': checkout },
		histograms: { 'merchant-checkout/hold': sampleHistogram(checkout) },
		limits: {
			...{ schemaVersion: 1, steps: { 'merchant-checkout': { p95Ms: 200, maxFailureRatio: 0.1 } } },
			flow: { maxFailureRatio: 0.1, minAchievedRatio: 0.9 },
		},
		generator: { startLagP99Ms: 1, dropped: 0, cpu: 0.2, k6Version: '2.2.0', k6ExitCode: 0 },
		...{ iterationExceptions: 0, summaryMissing: false, interrupted: false },
		merchant: { ...usual, ...merchant },
	};
	const { verdict, reasons } = judgeLoad(measured);
	return [verdict, ...reasons.map(({ id }) => id)];
}

test.each([
	[{}, ['GO']],
	[{ orphans: 3 }, ['GO', 'orphans']],
	[{ orphans: 3, secondPayments: 2 }, ['GO', 'orphans']],
	[{ wrongOrder: 1 }, ['NO-GO', 'wrong-order']],
	[{ wrongAmount: 1 }, ['NO-GO', 'order-amount']],
	[{ wrongCustomer: 1 }, ['NO-GO', 'order-customer']],
	[{ wrongMethod: 1 }, ['NO-GO', 'order-option']],
	[{ otherFlow: 1 }, ['INCONCLUSIVE', 'order-flow']],
	[{ sharedReferences: 1 }, ['NO-GO', 'shared-reference']],
	[{ verified: 90, unread: 10 }, ['INCONCLUSIVE', 'orders-unread']],
	[{ unreadAnswers: 1 }, ['INCONCLUSIVE', 'answers-unread']],
	[{ withoutOrder: 1 }, ['NO-GO', 'payment-without-order']],
	[{ verified: 100, wrongState: 1 }, ['NO-GO', 'order-state']],
	[{ ended: 'ended with code 1.' }, ['NO-GO', 'shop-ended']],
	[{ unknownSessions: 1 }, ['INCONCLUSIVE', 'unknown-session']],
	[{ unknownSessions: 100, payments: 0 }, ['ERROR', 'unknown-session']],
])('%j is %j', (merchant, expected) => {
	expect(judge(merchant)).toEqual(expected);
});

test('a second call under a masked reference belongs to the order that has it', () => {
	const masked = { paymentReference: '411111******1111' };
	const { seconds } = countOf(checkedOut(1), [paid(0, masked), payment(masked)], true);
	expect(seconds.count).toBe(0);
});
