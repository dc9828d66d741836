import { expect, test } from 'vitest';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { findEarlyRetries } from './early-retries.ts';

const rule = {
	ruleId: 'limit',
	fault: { kind: 'status', status: 429, retryAfter: '1s' },
} as const;
const noTime = { queueMs: 0, serviceMs: 0, injectedMs: 0, ownMs: 0 };
const startMs = Date.parse('2026-01-01T00:00:00Z');

interface CallTimes {
	arrivesMs: number;
	takesMs?: number;
	request?: object;
	isRefused?: boolean;
}

/** A call of the journal that arrives so many milliseconds after the start. */
const callOf = (
	{ arrivesMs, takesMs = 0, request = { amount: 1, currency: 'COP' }, isRefused }: CallTimes,
	index: number,
) =>
	({
		...{ id: index + 1, path: '/v2/payment-options', request },
		wallAt: new Date(startMs + arrivesMs + takesMs).toISOString(),
		fault: isRefused ? { id: 'limit' } : null,
		timing: { ...noTime, ownMs: takesMs },
	}) as unknown as JournalEntry;

/** The pauses of the early retries, in milliseconds. The first call is the refused one. */
const pausesOf = (refused: CallTimes, ...calls: CallTimes[]) =>
	findEarlyRetries([{ ...refused, isRefused: true }, ...calls].map(callOf), [rule], []).map(
		({ pauseMs }) => pauseMs,
	);

test('an equal call before the time in Retry-After is an early retry', () => {
	expect(pausesOf({ arrivesMs: 0 }, { arrivesMs: 150 })).toEqual([150]);
	expect(pausesOf({ arrivesMs: 0 }, { arrivesMs: 950 })).toEqual([]);
	const sameFields = { currency: 'COP', amount: 1 };
	expect(pausesOf({ arrivesMs: 0 }, { arrivesMs: 150, request: sameFields })).toEqual([150]);
});

test('another call on the same path is no retry', () => {
	const other = { arrivesMs: 150, request: { amount: 2, currency: 'COP' } };
	expect(pausesOf({ arrivesMs: 0 }, other)).toEqual([]);
	expect(pausesOf({ arrivesMs: 0 }, other, { arrivesMs: 200 })).toEqual([200]);
});

test('a call that arrived before the refusal is no retry, apart from the rounding of the times', () => {
	const refused = { arrivesMs: 0, takesMs: 5 };
	expect(pausesOf(refused, { arrivesMs: 1, takesMs: 5 })).toEqual([]);
	expect(pausesOf(refused, { arrivesMs: 1, takesMs: 5 }, { arrivesMs: 100 })).toEqual([95]);
	expect(pausesOf(refused, { arrivesMs: 4 })).toEqual([-1]);
});
