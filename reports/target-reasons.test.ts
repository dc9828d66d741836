import { expect, test } from 'vitest';
import {
	isIn,
	sampleMeasured,
	sampleStep,
	sampleTimes,
	windowReader,
} from '../test/support/reports.ts';
import { judgeLoad } from './verdict.ts';
import type { MeasuredLoad } from './verdict-rules.ts';

type Changes = Parameters<typeof sampleMeasured>[0];

function judge(changes: Changes) {
	const { verdict, reasons } = judgeLoad(sampleMeasured(changes));
	return { verdict, reasons, ids: reasons.map(({ id }) => id) };
}

const sampleMerchant: NonNullable<MeasuredLoad['merchant']> = {
	...{ file: 'merchant.jsonc', command: null, orders: 40, payments: 40, confirmed: 40 },
	...{ orphans: 0, doublePaid: 0, withoutOrder: 0, examples: [] },
};

test('a load that was stopped is a NO-GO that says when and why, not an interruption', () => {
	const collapse = { second: 58, overSeconds: 15, finished: 300, failed: 200 };
	const flows = { started: 1200, ok: 1000, failed: 200, rate: 10 };
	const { verdict, reasons, ids } = judge({ collapse, flows });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({
		...{ id: 'collapse', group: 'target', severity: 'no-go' },
		text: 'The load was stopped 58 s after its start: 200 of 300 flows failed in the last 15 seconds.',
	});
	expect(ids).not.toContain('interrupted');
});

test.each([
	[
		{ verified: 40, wrongState: 12, beforeSettle: { orders: 40, read: 40, paid: 12 } },
		'12 orders were paid before your shop received the final state: by the return alone, or by a timer that reads settlements?',
		['paid before settle: b is "paid"'],
		['b is "paid"', '… and 11 more'],
	],
	[
		{ verified: 40, wrongState: 3, beforeSettle: { orders: 40, read: 40, paid: 1 } },
		'2 of 40 orders had another state than their payments, or could not be settled or read. 1 order was paid before your shop received the final state: by the return alone, or by a timer that reads settlements?',
		['order state: a is open', 'paid before settle: b is "paid"'],
		['a is open', '… and 1 more', 'b is "paid"'],
	],
])('orders in a wrong state: %j', (counts, text, examples, evidence) => {
	const { verdict, reasons } = judge({ merchant: { ...sampleMerchant, ...counts, examples } });
	expect(verdict).toBe('NO-GO');
	expect(reasons).toMatchObject([{ id: 'order-state', text, evidence }]);
});

test.each([
	[211, 'INCONCLUSIVE', ['orders-undecided']],
	[106, 'INCONCLUSIVE', ['orders-undecided']],
	[105, 'GO', []],
])('%i of 211 orders of a flow with an undecided payment: %s', (undecided, verdict, ids) => {
	const undecidedByStory = { 'merchant/bank': { orders: 211, undecided } };
	const judged = judge({ merchant: { ...sampleMerchant, undecidedByStory } });
	expect([judged.verdict, judged.ids]).toEqual([verdict, ids]);
	for (const { evidence } of judged.reasons) {
		expect(evidence).toEqual([`merchant/bank: ${undecided} of 211 orders whose shopper paid`]);
	}
});

test.each([
	[{}, '5 shoppers returned to the page of another order: it names that one, and not their own.'],
	[
		{ merchant: { ...sampleMerchant, wrongOrder: 1 } },
		'1 shopper was sent to the payment of another order: its `paymentReference` or its `redirectUrl` names that one. 5 shoppers returned to the page of another order: it names that one, and not their own.',
	],
])('return pages of another order are a NO-GO, also in the warm-up: %j', (changes, text) => {
	const pages = { step: 'merchant-return', outcome: 'wrong_order', status: 200 };
	const failures = [{ ...pages, count: 5, firstSecond: 1, lastSecond: 9 }];
	const { verdict, reasons } = judge({ ...changes, failures });
	expect(verdict).toBe('NO-GO');
	expect(reasons).toMatchObject([
		{
			id: 'wrong-order',
			text,
			evidence: [expect.stringContaining('merchant-return, wrong_order')],
		},
	]);
});

test('returns that lead paid shoppers to the service are a NO-GO, however few', () => {
	const pages = { step: 'merchant-return', outcome: 'service_page', status: 0 };
	const failures = [{ ...pages, count: 1, firstSecond: 1, lastSecond: 1 }];
	const { verdict, reasons } = judge({ failures });
	expect(verdict).toBe('NO-GO');
	expect(reasons).toMatchObject([
		{
			id: 'return-to-service',
			text: expect.stringContaining('1 shopper returned to a page of the service'),
		},
	]);
});

test.each([
	['p99', { p95Ms: 2, p99Ms: 240 }, 600, 'INCONCLUSIVE', ['standstill']],
	['p99', { p95Ms: 2, p99Ms: 15 }, 410, 'NO-GO', ['limit-broken']],
	['p99', { p95Ms: 2, p99Ms: 240 }, 900, 'NO-GO', ['limit-broken']],
	['p95', { p95Ms: 2, p99Ms: 240 }, 390, 'NO-GO', ['limit-broken']],
])('a broken %s, with the canary %j and %i ms measured: %s', (metric, canary, ms, verdict, ids) => {
	const slow = metric === 'p95' ? { p95: ms, p99: ms + 1 } : { p95: 150, p99: ms };
	const steps = { 'payment-options': sampleStep({ count: 2400, ...slow }) };
	expect(judge({ steps, generator: { canary } })).toMatchObject({ verdict, ids });
});

test('an outage is named by its seconds, although the limits are kept', () => {
	const down = { flowsOk: 0, flowsFailed: 20 };
	const series = sampleTimes(130, 1, (second) => (isIn(second, 70, 2) ? down : {}));
	const { verdict, reasons } = judge({ series });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({
		...{ id: 'outage', group: 'target' },
		evidence: ['2 seconds from 1 min 10 s on'],
	});
});

const failure = (changes: Partial<MeasuredLoad['failures'][number]>) => ({
	...{ step: 'payment-options', outcome: 'bad_contract', status: 200, count: 60 },
	...{ firstSecond: 12, lastSecond: 100, problem: 'paymentOptions is empty' },
	...changes,
});

test('a target with empty answers is told by its answers, with counts', () => {
	const steps = {
		'payment-options': sampleStep({ failed: 2400, p50: null, p95: null, p99: null }),
	};
	const flows = { started: 2400, ok: 0, failed: 2400, rate: 0 };
	const { verdict, reasons } = judge({ steps, flows, failures: [failure({ count: 2400 })] });
	expect(verdict).toBe('NO-GO');
	expect(reasons[0]).toMatchObject({
		id: 'collapse',
		text: '2,400 of 2,400 flows failed (100 %).',
	});
	expect(reasons[0]?.evidence).toEqual([
		'2,400 × payment-options, bad_contract, status 200: paymentOptions is empty; from 12 s to 1 min 40 s',
	]);
});

test('answers off the contract are counted by field', () => {
	const steps = { 'payment-options': sampleStep({ failed: 100 }) };
	const failures = [
		failure({}),
		failure({ count: 40, problem: 'paymentOptions[].logo is missing or wrong' }),
	];
	const { reasons } = judge({ steps, failures });
	expect(reasons.find(({ id }) => id === 'contract')).toMatchObject({
		text: '100 of 2,400 answers of payment-options broke the contract (4.2 %).',
		evidence: ['60 × paymentOptions is empty', '40 × paymentOptions[].logo is missing or wrong'],
	});
});

test('one session of two flows, or one foreign answer, is a NO-GO, whatever the generator', () => {
	const generator = { canary: { p95Ms: 900 } };
	const shared = judge({ generator, sharedSessions: { count: 1, examples: ['s-1'] } });
	expect(shared).toMatchObject({ verdict: 'NO-GO', reasons: [{ id: 'wrong-session' }, {}] });
	expect(shared.reasons[0]?.evidence).toEqual(['session s-1']);
	const transactions = judge({ generator, sharedTransactions: { count: 2, examples: ['t-1'] } });
	expect(transactions.reasons[0]).toMatchObject({
		...{ id: 'wrong-session', severity: 'no-go', evidence: ['transaction t-1', '… and 1 more'] },
		text: '2 transaction ids belonged to more than one flow: a shop could not tell these payments apart.',
	});
	const foreign = failure({ count: 1, outcome: 'wrong_session', problem: 'result.sessionId' });
	expect(judge({ failures: [foreign] }).ids).toEqual(['wrong-session']);
	const twice = { count: 2, examples: ['order-1', 'order-2'] };
	expect(judge({ duplicatePayments: twice, generator })).toMatchObject({
		...{ verdict: 'NO-GO', reasons: [{ id: 'two-payments' }, {}] },
	});
});

test.each([
	['cold-start', 0, 600, 'GO'],
	['cold-start', 10, 190, 'GO'],
	['cold-start', 10, 600, 'NO-GO'],
	['degrading', 60, 195, 'GO'],
	['degrading', 60, 600, 'NO-GO'],
])('%s from second %i with a p95 of %i ms: %s', (id, from, p95, verdict) => {
	const plan = { warmUpMs: from === 10 ? 0 : 10_000 };
	const start = from === 10 ? 0 : from;
	const length = id === 'degrading' ? 99 : 10;
	const windows = sampleTimes(13, 10, (second) => ({
		p95: isIn(second, start, length) ? p95 : 80,
	}));
	const judged = judge({ plan, windows });
	expect(judged).toMatchObject({ verdict, ids: [id] });
});

test('a window beyond its limit after the time to recover is a NO-GO', () => {
	const windows = sampleTimes(13, 10, (second) => ({ p95: isIn(second, 60, 30) ? 900 : 150 }));
	expect(judge({ windows, recoverBySecond: 90 }).ids).toEqual([]);
	const { verdict, ids } = judge({ windows, recoverBySecond: 80 });
	expect({ verdict, ids }).toEqual({ verdict: 'NO-GO', ids: ['not-recovered'] });
});

test.each([
	[{ p95Ms: 700, p99Ms: 900, lateMs: 1_000 }, 'INCONCLUSIVE'],
	[{ p95Ms: 100, p99Ms: 300, lateMs: 300 }, 'NO-GO'],
	[{ p95Ms: 5, p99Ms: 8, lateMs: 0 }, 'NO-GO'],
	[null, 'NO-GO'],
])('a window of 900 ms after the time to recover, with the canary %j: %s', (canary, expected) => {
	const windows = sampleTimes(13, 10, (second) => ({ p95: second === 100 ? 900 : 150 }));
	const read = windowReader(windows);
	const readSpan = (span: Parameters<MeasuredLoad['readSpan']>[0]) => ({ ...read(span), canary });
	const { verdict, ids } = judge({ windows, readSpan, recoverBySecond: 80 });
	expect([verdict, ids]).toEqual([expected, ['not-recovered']]);
});

test('a limit names its worst ten seconds', () => {
	const windows = sampleTimes(13, 10, (second) => (second === 40 ? { p95: 190 } : {}));
	const { slo } = judgeLoad(sampleMeasured({ windows }));
	expect(slo[0]).toMatchObject({
		...{ id: 'payment-options.p95', state: 'kept' },
		worstWindow: { second: 40, measured: 190 },
	});
});
