/** Reads the response times of the canary, and counts the requests that a starved k6 did not send in time. */
import { canaryIntervalMs, canaryTimeoutMs } from '../canary.ts';
import type { SecondTally, Tally } from './tally.ts';

interface CanarySample {
	/** When the answer arrived, in milliseconds since the epoch. */
	atMs: number;
	/** The response time in milliseconds. */
	value: number;
	isExpected: boolean;
	isMeasured: boolean;
	tally: Tally;
	/** Returns the sums of the second of a time. */
	secondAt(atMs: number): SecondTally;
}

/**
 * Returns a function that adds a request to the tally. Requests that were due since the one before, and were not sent,
 * count as late as this one: a k6 that stands still for two seconds would else show in one request at most.
 */
export function createCanaryReader() {
	let lastSentMs: number | undefined;
	return ({ atMs, value, isExpected, isMeasured, tally, secondAt }: CanarySample): void => {
		const add = (dueMs: number, ms: number) => {
			secondAt(dueMs).canary.add(ms);
			if (isMeasured) tally.canary.add(ms);
		};
		add(atMs, isExpected ? value : Math.max(value, canaryTimeoutMs));
		const sentMs = atMs - value;
		const beforeMs = lastSentMs ?? sentMs;
		lastSentMs = Math.max(beforeMs, sentMs);
		// The request that was due last may be this one, sent a little late.
		const missing = Math.floor((sentMs - beforeMs) / canaryIntervalMs) - 1;
		for (let number = 1; number <= missing; number += 1) {
			const dueMs = beforeMs + number * canaryIntervalMs;
			add(dueMs, sentMs - dueMs);
		}
	};
}
