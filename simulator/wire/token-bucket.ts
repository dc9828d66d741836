/** A token bucket in whole numbers, so that rounding neither loses nor gains a call. */

export interface Rate {
	/** Calls per second, with at most three decimals. */
	readonly rps: number;
	/** The size of the bucket. */
	readonly burst: number;
}

/** The cost of a call. With it, the credit of each millisecond is a whole number. */
const callCost = 1_000_000;

/** Takes one call, and returns 0, or the milliseconds until the next call may pass. */
export type TokenBucket = (nowMs: number) => number;

/** The bucket starts full. Time that goes back adds no credit. */
export function createTokenBucket({ rps, burst }: Rate, startMs: number): TokenBucket {
	const perMs = Math.round(rps * 1000);
	const full = burst * callCost;
	let credit = full;
	let creditedMs = startMs;
	return (nowMs) => {
		if (nowMs > creditedMs) {
			credit = Math.min(full, credit + (nowMs - creditedMs) * perMs);
			creditedMs = nowMs;
		}
		if (credit < callCost) return Math.ceil((callCost - credit) / perMs);
		credit -= callCost;
		return 0;
	};
}
