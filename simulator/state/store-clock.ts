/** The wall clock of a store, which several instances may share. */

export interface StoreClock {
	/** Wall time in milliseconds. It never goes back. */
	now(): number;
	/** Moves the clock forward to a time at which the store was changed, unless that is more than `atMostMs` ahead. */
	follow(ms: number, atMostMs: number): void;
}

export function createStoreClock(wallNow: () => number): StoreClock {
	let aheadMs = 0;
	const now = () => wallNow() + aheadMs;
	return {
		now,
		follow(ms, atMostMs) {
			const behindMs = ms - now();
			if (behindMs > 0 && behindMs <= atMostMs) aheadMs += behindMs;
		},
	};
}
