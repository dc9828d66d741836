/** Which calls were made to a payment, and what came of them. Payments that went the same way share it, and keep only the times of their calls. */
import { createWays } from './ways.ts';

/** How the call that creates a payment is noted with it, and whoever repeats that call. */
export const creation = 'payment-options';

export interface CallStep {
	readonly call: string;
	/** `ok`, or the code of the refusal. */
	readonly result: string;
}

export interface CallWay {
	/** How often each call was made, for naming the draws of the n-th. */
	readonly counts: Readonly<Record<string, number>>;
	/** The latest calls, oldest first. */
	readonly latest: readonly CallStep[];
}

const mostCalls = 20;

/** What is kept of a payment's calls, or of their times, before one more comes. */
export function beforeNext<T>(calls: readonly T[]): readonly T[] {
	return calls.slice(1 - mostCalls);
}

/** What every payment begins with. */
export const createdOnce = wayOf({ [creation]: 1 }, [
	Object.freeze({ call: creation, result: 'ok' }),
]);

export const withCallStep = createWays<CallWay, CallStep>({
	start: createdOnce,
	wordsOf: [({ call }) => call, ({ result }) => result],
	isUsual: ({ counts }, { call, result }) => counts[call] === undefined && result === 'ok',
	next({ counts, latest }, { call, result }) {
		const steps = beforeNext(latest).concat(Object.freeze({ call, result }));
		return wayOf({ ...counts, [call]: (counts[call] ?? 0) + 1 }, steps);
	},
});

function wayOf(counts: CallWay['counts'], latest: CallWay['latest']): CallWay {
	return Object.freeze({ counts: Object.freeze(counts), latest: Object.freeze(latest) });
}
