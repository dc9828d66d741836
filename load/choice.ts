/** Which story an iteration plays: decided by the seed and its number, whatever the order or the concurrency. */

/** 0 ≤ x < 1, evenly spread: the finisher of MurmurHash3 over both numbers. */
export function spread(seed: number, salt: number, iteration: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
	hash = scramble(hash ^ Math.imul(iteration + 1, 0x27d4eb2f));
	return (scramble(hash + iteration) >>> 0) / 2 ** 32;
}

function scramble(value: number): number {
	let hash = value;
	hash ^= hash >>> 16;
	hash = Math.imul(hash, 0x85ebca6b);
	hash ^= hash >>> 13;
	hash = Math.imul(hash, 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

/** The name at this point of the mix; `point` from 0 to 1. */
export function pickFrom(mix: Readonly<Record<string, number>>, point: number): string {
	const entries = Object.entries(mix).filter(([, share]) => share > 0);
	let upTo = 0;
	for (const [name, share] of entries) {
		upTo += share;
		if (point < upTo) return name;
	}
	// Shares such as three times 0.333… fall short of 1 by a rounding error: the last one takes the rest.
	const last = entries.at(-1);
	if (!last) throw new Error('The mix names no story.');
	return last[0];
}
