/** The wall clock of a store, which several instances may share. */

export interface StoreClock {
	/** Wall time in milliseconds. It never goes back. */
	now(): number;
	/** Begins at the time at which the store was last used, however far that is ahead. Nothing is followed before. */
	beginAt(ms: number): void;
	/**
	 * Moves the clock forward to the time of a change that another instance has made. In all, it moves `maxFollowedMs` at
	 * most, or one fast clock would take all others along.
	 */
	follow(ms: number): void;
}

/** Clocks of instances that differ by more do not agree on the time. */
const maxFollowedMs = 1_000;
const noticeEveryMs = 60_000;

/**
 * Makes a clock over the wall time of the machine, which never goes back. `noticeAhead` is called for a change that is
 * too far ahead to be followed, at most once a minute.
 */
export function createStoreClock(
	wallNow: () => number,
	noticeAhead: (byMs: number) => void = () => {},
): StoreClock {
	let aheadMs = 0;
	/** Null before the beginning. */
	let mostAheadMs: number | null = null;
	let quietUntilMs = Number.NEGATIVE_INFINITY;
	return {
		now: () => wallNow() + aheadMs,
		beginAt(ms) {
			aheadMs = Math.max(aheadMs, ms - wallNow());
			mostAheadMs = aheadMs + maxFollowedMs;
		},
		follow(ms) {
			const wallMs = wallNow();
			const wantedMs = ms - wallMs;
			// A damaged value has no time: NaN is not later.
			if (mostAheadMs === null || !(wantedMs > aheadMs)) return;
			if (wantedMs <= mostAheadMs) {
				aheadMs = wantedMs;
			} else if (wallMs >= quietUntilMs) {
				quietUntilMs = wallMs + noticeEveryMs;
				noticeAhead(wantedMs);
			}
		},
	};
}
