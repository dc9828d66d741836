/** Finds calls that a shop sent again before the time in the Retry-After of the refusal. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { toMs } from '../../simulator/contract/duration.ts';
import type { FaultRuleInput } from '../../simulator/contract/faults.ts';
import type { JournalEntry } from '../../simulator/contract/journal.ts';
import { arrivedMsOf, faultsOf } from '../../simulator/contract/journal.ts';
import type { OrderRequest } from './order-calls.ts';
import { requestOfCall } from './order-calls.ts';

/** A fault rule with which a story breaks calls. */
export interface RetryRule {
	ruleId: string;
	fault: FaultRuleInput['fault'];
}

export interface EarlyRetry {
	refused: JournalEntry;
	retry: JournalEntry;
	pauseMs: number;
}

/** The share of Retry-After that a shop must wait: timers may end early, and the times of the journal are rounded. */
const leastShare = 0.9;

/** The rounding error of the journal's times, in milliseconds. A call that came before the refusal is not a retry. */
const roundingMs = 1;

/**
 * Compares only equal calls in one request of the runner: a shopper who checks out again after an error need not wait.
 * Call times are those of the machine's clock.
 */
export function findEarlyRetries(
	calls: readonly JournalEntry[],
	rules: readonly RetryRule[],
	requests: readonly OrderRequest[],
): EarlyRetry[] {
	return calls.flatMap((refused, index) => {
		const hits = faultsOf(refused).map(({ id }) => id);
		const rule = rules.find(({ ruleId }) => hits.includes(ruleId));
		if (rule?.fault.kind !== 'status' || rule.fault.retryAfter === undefined) return [];
		const request = requestOfCall(refused, requests);
		const pauseBefore = (call: JournalEntry) => arrivedMsOf(call) - Date.parse(refused.wallAt);
		const isRepeat = (call: JournalEntry) =>
			call.path === refused.path &&
			isDeepStrictEqual(call.request, refused.request) &&
			requestOfCall(call, requests) === request &&
			pauseBefore(call) >= -roundingMs;
		const retry = calls.slice(index + 1).find(isRepeat);
		if (!retry) return [];
		const pauseMs = pauseBefore(retry);
		const isEarly = pauseMs < leastShare * toMs(rule.fault.retryAfter);
		return isEarly ? [{ refused, retry, pauseMs }] : [];
	});
}
