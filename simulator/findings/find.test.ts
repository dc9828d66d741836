/** Rules about time, faults and re-sends: facts that calls of a test cannot have at will. */
import { expect, test } from 'vitest';
import { testPayment } from '../../test/support/payment.ts';
import type { FaultHit } from '../contract/faults.ts';
import type { FindingCode } from '../contract/finding-table.ts';
import type { JournalEntry } from '../contract/journal.ts';
import { createFirstCallCheck } from './duplicates.ts';
import type { CallFacts, PaymentFacts } from './facts.ts';
import { arrivedAtMs, callFactsOf, paymentFactsOf } from './facts.ts';
import { findFindings } from './find.ts';

const startMs = Date.parse('2027-01-01T00:00:00.000Z');

interface Sent {
	endpoint?: JournalEntry['endpoint'];
	/** When its response was ready, on the workspace's clock. */
	at?: number;
	/** The same in wall time, if it is another one. */
	wallAt?: number;
	/** How long the call took. */
	tookMs?: number;
	reference?: string;
	name?: string;
	transactionId?: string;
	status?: number;
	gone?: boolean;
	/** How long before the response was ready the client had left. */
	goneMs?: number;
	fault?: FaultHit;
	resent?: boolean;
}

const entryOf = (sent: Sent, index: number): JournalEntry => {
	const { endpoint = 'paymentOptions', at = 0, reference = 'order-1', status = 200 } = sent;
	const time = new Date(startMs + at).toISOString();
	return {
		id: index + 1,
		at: time,
		wallAt: new Date(startMs + (sent.wallAt ?? at)).toISOString(),
		method: 'POST',
		path: '/v2/payment-options',
		endpoint,
		requestId: 'r',
		status,
		gone: sent.gone ?? false,
		fault: sent.fault ?? null,
		resent: sent.resent ?? false,
		problem: null,
		transactionId: sent.transactionId ?? `t-${index + 1}`,
		authorization: 'absent',
		idempotencyKey: 'absent',
		request: {
			paymentReference: reference,
			amount: 5,
			currency: 'EUR',
			customer: { name: sent.name ?? 'Ana' },
		},
		response: {},
		timing: { queueMs: 0, serviceMs: 0, injectedMs: sent.tookMs ?? 0, ownMs: 0 },
		assumptions: [],
		warnings: [],
		cause: null,
		paymentReference: reference,
		headers: {},
	};
};

const stored = paymentFactsOf(testPayment(), { now: startMs, showIn: 'before-final' });
/** Without a market, no amount is unusual. */
const facts: PaymentFacts = { ...stored, country: 'XX', finalAtMs: Number.POSITIVE_INFINITY };

/** The payments that these calls create when they arrive. */
const paymentsOf = (calls: readonly CallFacts[]): PaymentFacts[] =>
	calls.filter(createFirstCallCheck()).map((call) => {
		const [id, reference] = [call.transactionId ?? '', call.checkout?.reference ?? null];
		const createdAtMs = arrivedAtMs(call);
		return { ...facts, transactionId: id, sessionId: id, reference, createdAtMs };
	});

const codesFor = (...sent: Sent[]) => codesIn(sent);

function codesIn(sent: readonly Sent[], known?: readonly PaymentFacts[]): FindingCode[] {
	const calls = sent.map((call, index) => {
		const arrived = (call.at ?? 0) - (call.tookMs ?? 0) + index / 1_000;
		const recorded = {
			entry: entryOf(call, index),
			order: { arrived, answered: (call.at ?? 0) + (index + 0.5) / 1_000 },
			callNumber: 1,
			closedBy: call.gone ? ('client' as const) : null,
			goneMs: call.goneMs ?? 0,
		};
		// All calls have the body of payment-options.
		return callFactsOf(recorded, { unknownFields: 'ignore' });
	});
	const payments = known ?? paymentsOf(calls);
	const steps = findFindings({ calls, payments, assumed: new Set(), duplicateReference: 'allow' });
	for (let step = steps.next(); ; step = steps.next()) {
		if (step.done) return step.value.map(({ code }) => code);
	}
}

const fault = (kind: FaultHit['kind'], phase: FaultHit['phase']): FaultHit => {
	return { id: 'f-1', kind, phase };
};
const hybrid = (sent: Sent = {}): Sent => {
	return { endpoint: 'hybridPayment', transactionId: 't-1', ...sent };
};

/** The findings for payment-options calls, each of which is followed by a hybrid-payment call of its payment. */
const codesWhenReached = (...sent: Sent[]) =>
	codesFor(
		...sent,
		...sent.map(({ at }, index) => hybrid({ transactionId: `t-${index + 1}`, at: at ?? 0 })),
	);

test('two orders of a customer within a minute may be one, and later ones are two', () => {
	const second = (at: number): Sent => ({ reference: 'order-2', at });
	expect(codesWhenReached({}, second(60_000))).toEqual(['duplicate_order']);
	expect(codesWhenReached({}, second(60_001))).toEqual([]);
});

test('the minute between two orders is one of the workspace clock, also after a lost answer', () => {
	const weekMs = 7 * 24 * 60 * 60_000;
	const later: Sent = { reference: 'order-2', at: weekMs, wallAt: 5 };
	expect(codesWhenReached({}, later)).not.toContain('duplicate_order');
	expect(codesWhenReached({ gone: true }, later)).not.toContain('duplicate_order');
	const standing: Sent = { reference: 'order-2', at: 0, wallAt: weekMs };
	expect(codesWhenReached({}, standing)).toContain('duplicate_order');
});

test('a customer is the same in other letter case and with outer spaces', () => {
	const second: Sent = { reference: 'order-2', name: ' ANA ' };
	expect(codesWhenReached({}, second)).toEqual(['duplicate_order']);
	expect(codesWhenReached({ name: ' ' }, { ...second, name: ' ' })).toEqual([]);
});

test('after a lost answer, the minute begins when the answer would have come', () => {
	const second: Sent = { reference: 'order-2', at: 100_000 };
	expect(codesWhenReached({ at: 50_000, gone: true }, second)).toContain('duplicate_order');
	expect(codesWhenReached({ at: 50_000, status: 0 }, second)).toContain('duplicate_order');
});

test.each([
	['duplicate_order', 'order-2'],
	['payment_created_twice', 'order-1'],
])('%s compares when payments were created, also if an answer is late', (code, second) => {
	const paymentOf = (transactionId: string, reference: string, at: number) => ({
		...{ ...facts, transactionId, sessionId: transactionId, reference, createdAtMs: startMs + at },
	});
	// The clock is 20 times as fast as the wall clock.
	const calls: Sent[] = [{}, { reference: second, at: 100_000, wallAt: 5_000, tookMs: 4_000 }];
	const later = { at: 200_000, wallAt: 10_000 };
	const reached = ['t-1', 't-2'].map((transactionId) => hybrid({ transactionId, ...later }));
	const codesAt = (createdAt: number) => {
		const payments = [paymentOf('t-1', 'order-1', 0), paymentOf('t-2', second, createdAt)];
		return codesIn([...calls, ...reached], payments);
	};
	expect(codesAt(60_000)).toContain(code);
	expect(codesAt(60_001)).not.toContain(code);
});

test('two orders within a minute are found with calls of one of them between', () => {
	const lost: Sent = { at: 50_000, tookMs: 50_000, gone: true };
	const retry: Sent = { at: 51_000, tookMs: 46_000 };
	const second: Sent = { reference: 'order-2', at: 111_000 };
	expect(codesWhenReached(lost, retry, second)).toContain('duplicate_order');
	expect(codesWhenReached(lost, retry, { ...second, at: 111_001 })).not.toContain(
		'duplicate_order',
	);
});

test('one order of many payments has no duplicate, and one call of another order one', () => {
	const payments = Array.from({ length: 20_000 }, (_, index): Sent => ({ at: index }));
	expect(codesWhenReached(...payments)).not.toContain('duplicate_order');
	expect(codesWhenReached(...payments, { reference: 'order-2', at: 30_000 })).toContain(
		'duplicate_order',
	);
});

test.each([
	['close', 'after', true],
	['reset', 'before', true],
	['truncate', 'after', true],
	['status', 'after', true],
	['status', 'before', false],
	['delay', 'after', false],
	['dribble', 'after', false],
] as const)(
	'a repeat after the fault %s (%s) is a retry of a lost answer: %s',
	(kind, phase, isLost) => {
		const later = { at: 5000 };
		expect(codesFor({ fault: fault(kind, phase) }, later).includes('retry_without_key')).toBe(
			isLost,
		);
		const choices = codesFor({}, hybrid({ fault: fault(kind, phase) }), hybrid(later));
		expect(choices.includes('hybrid_repeated')).toBe(!isLost);
	},
);

test('what the HTTP client sent again by itself is no repeat of the application', () => {
	const cut = { status: 0, fault: fault('reset', 'after') };
	expect(codesFor(cut, { at: 10, resent: true, transactionId: 't-1' })).toEqual([]);
	expect(codesFor({}, hybrid(), hybrid({ resent: true }))).toEqual([]);
	expect(codesFor({}, hybrid(), hybrid())).toEqual(['hybrid_repeated']);
});

test.each([
	[503, 99, true],
	[503, 100, false],
	[429, 50, true],
	[409, 50, false],
])('after a %i and %i ms, a retry without a pause: %s', (status, at, isFound) => {
	const codes = codesFor({ status, transactionId: 't-9' }, { at, transactionId: 't-9' });
	expect(codes.includes('retried_without_pause')).toBe(isFound);
});

test.each<[string, Sent, Sent[], boolean]>([
	['99 ms after it left', {}, [{ at: 5_099 }], true],
	['100 ms after it left', {}, [{ at: 5_100 }], false],
	['99 ms after it left, with a slow store', { at: 5_040, goneMs: 40 }, [{ at: 5_099 }], true],
	['100 ms after it left, with a slow store', { at: 5_040, goneMs: 40 }, [{ at: 5_100 }], false],
	['while it is open', {}, [{ at: 6_000, tookMs: 4_000, gone: true }], false],
	[
		'1 s after it left, and at once after a second client left a parallel call',
		{},
		[{ at: 6_000, tookMs: 4_000, gone: true }, { at: 6_000 }],
		false,
	],
])('a call that a client left and sends again %s', (...row) => {
	const [, changes, later, isFound] = row;
	const left = { at: 5_000, tookMs: 4_000, gone: true, ...changes };
	expect(codesFor(left, ...later).includes('retried_without_pause')).toBe(isFound);
});

const cut = (at: number, tookMs: number, changes: Sent = {}): Sent => {
	return { at, tookMs, status: 0, fault: fault('hang', 'after'), ...changes };
};
const resend = (changes: Sent = {}) => cut(800, 400, { resent: true, ...changes });

test.each<[string, Sent[], boolean]>([
	['99 ms after its re-send', [cut(400, 400), resend(), { at: 899 }], true],
	['100 ms after its re-send', [cut(400, 400), resend(), { at: 900 }], false],
	['while its re-send is open', [cut(400, 400), resend(), { at: 450 }], false],
	[
		'99 ms after the client left its re-send',
		[cut(400, 400), resend({ gone: true }), { at: 899 }],
		true,
	],
	[
		'1 s after it, with a re-send of an earlier call',
		[cut(400, 400), resend(), cut(2_000, 200), { at: 3_000 }],
		false,
	],
	[
		'99 ms after the re-send of a parallel call',
		[cut(400, 400), cut(400, 390), resend(), { at: 899 }],
		false,
	],
])('a lost call that the application sends again %s', (_, sent, isFound) => {
	expect(codesFor(...sent).includes('retried_without_pause')).toBe(isFound);
});

test('a call that came after the client had left is a retry, also if a slow store answered both later', () => {
	const left: Sent = { at: 8_000, tookMs: 7_000, gone: true, goneMs: 5_000 };
	const codes = codesFor(left, { at: 8_010, tookMs: 4_600 });
	expect(codes).toContain('retry_without_key');
	expect(codes).not.toContain('payment_created_twice');
});

test.each([
	['just before the sandbox noticed that the client had left', 49, true],
	['long before', 51, false],
])('a call that arrived %s is a retry or not', (_, beforeMs, isFound) => {
	const retry = { at: 5_000 - beforeMs };
	const codes = codesFor({ at: 5_000, tookMs: 4_000, gone: true }, retry);
	expect(codes.includes('retry_without_key')).toBe(isFound);
	expect(codes.includes('payment_created_twice')).toBe(!isFound);
});

test.each<[string, Sent[], boolean]>([
	['within a minute', [{}, { at: 60_000 }], true],
	['after a minute', [{}, { at: 60_001 }], false],
	[
		'at the same time',
		[
			{ at: 100, tookMs: 100 },
			{ at: 100, tookMs: 90 },
		],
		true,
	],
	['after the first was used', [{}, hybrid(), { at: 10 }], false],
	['after the first answer was lost', [{ gone: true }, { at: 500 }], false],
	['after a lost answer, twice', [{ gone: true }, { at: 500 }, { at: 600 }], true],
	['in an answer that was lost', [{}, { at: 500, gone: true }], true],
	['as the same payment', [{}, { at: 500, transactionId: 't-1' }], false],
	['under another reference', [{}, { at: 500, reference: 'order-2' }], false],
	['a week later on a clock that was moved', [{}, { at: 7 * 86_400_000, wallAt: 5 }], false],
])('a payment that is created again %s is found or not', (_name, sent, isFound) => {
	expect(codesFor(...sent).includes('payment_created_twice')).toBe(isFound);
});
