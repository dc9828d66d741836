/**
 * Computes how late flows started. k6 numbers only the flows that it starts and skips those that it drops. The time due
 * for a number is therefore one period too early for every flow dropped before it.
 */

export interface StartLag {
	/** Notes a flow that k6 dropped because no virtual user was free. */
	drop(scenario: string, atMs: number): void;
	/** The corrected lag of a flow that started at `atMs`. `lateMs` is its lag behind the time due for its number. */
	corrected(scenario: string, atMs: number, lateMs: number): number;
}

interface Drops {
	/** The times of the drops, in order. */
	atMs: number[];
	/** The number of drops that were removed from the list. */
	forgotten: number;
}

/** The list of drops has to reach back only to the start of the longest flow in flight. */
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

/** Counts the numbers of a sorted list that are at most `most`. */
function countUntil(sorted: readonly number[], most: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle] ?? 0) <= most) low = middle + 1;
		else high = middle;
	}
	return low;
}
