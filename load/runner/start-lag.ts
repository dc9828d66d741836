/**
 * How late flows started against their schedule. k6 numbers the flows that it starts and skips those that it drops, so the
 * time due for a number is one period too early for every flow dropped before it.
 */

export interface StartLag {
	/** A flow that k6 could not start. */
	drop(scenario: string, atMs: number): void;
	/** The lag of a flow that started at this time, `lateMs` after the time due for its number. */
	corrected(scenario: string, atMs: number, lateMs: number): number;
}

interface Drops {
	/** In order. */
	atMs: number[];
	/** Drops that are no longer in the list. */
	forgotten: number;
}

/** The list of drops has to reach back to the start of the longest flow in flight only. */
const keptDrops = 200_000;

export function createStartLag(periodsMs: ReadonlyMap<string, number>): StartLag {
	const dropsOf = new Map<string, Drops>();
	return {
		drop(scenario, atMs) {
			const drops = dropsOf.get(scenario) ?? { atMs: [], forgotten: 0 };
			dropsOf.set(scenario, drops);
			drops.atMs.push(atMs);
			if (drops.atMs.length <= keptDrops) return;
			drops.forgotten += drops.atMs.splice(0, keptDrops / 2).length;
		},
		corrected(scenario, atMs, lateMs) {
			const drops = dropsOf.get(scenario);
			const dropped = drops ? drops.forgotten + countUntil(drops.atMs, atMs) : 0;
			return Math.max(0, lateMs - dropped * (periodsMs.get(scenario) ?? 0));
		},
	};
}

/** How many of the sorted numbers are at most the given one. */
function countUntil(sorted: readonly number[], most: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle] ?? 0) <= most) low = middle + 1;
		else high = middle;
	}
	return low;
}
