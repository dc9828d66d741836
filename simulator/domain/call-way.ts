/**
 * Which calls were made to a payment, and what came of them. A million payments come the same few ways: a way is shared, and
 * a payment keeps only the times of its calls.
 */

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
	/** The latest calls, oldest first; at most `maximumCalls`. */
	readonly latest: readonly CallStep[];
}

/** So many calls are kept with a payment. */
export const maximumCalls = 20;

/** What every payment begins with. */
export const createdOnce: CallWay = wayOf({ [creation]: 1 }, [{ call: creation, result: 'ok' }]);

/** What follows on a shared way, by the call that was made for the first time and well. */
const onwards = new WeakMap<CallWay, Map<string, CallWay>>([[createdOnce, new Map()]]);
/** Nobody fills the memory by going unusual ways. */
let waysLeft = 1_000;

export function wentOn(way: CallWay, step: CallStep): CallWay {
	const { call, result } = step;
	const before = way.counts[call] ?? 0;
	const onward = before === 0 && result === 'ok' ? onwards.get(way) : undefined;
	const known = onward?.get(call);
	if (known) return known;
	const latest = way.latest.slice(1 - maximumCalls).concat({ call, result });
	const after = wayOf({ ...way.counts, [call]: before + 1 }, latest);
	if (onward && waysLeft > 0) {
		waysLeft -= 1;
		onward.set(call, after);
		onwards.set(after, new Map());
	}
	return after;
}

function wayOf(counts: CallWay['counts'], latest: CallWay['latest']): CallWay {
	return Object.freeze({ counts: Object.freeze(counts), latest: Object.freeze(latest) });
}
