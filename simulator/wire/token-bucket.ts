/** A rate limit that is exact: a token bucket in whole numbers, so that no call is lost or won by rounding. */

export interface Rate {
	/** Calls a second, with at most three decimals. */
	readonly rps: number;
	/** Calls that may come at once. */
	readonly burst: number;
}

/** A call costs this much; by it, each millisecond brings a whole amount. */
const callCost = 1_000_000;

/** Takes one call at a time of its clock: 0 when it may pass, else the milliseconds until one may. */
export type TokenBucket = (nowMs: number) => number;

/** Full at the start. Time that goes back brings nothing. */
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
