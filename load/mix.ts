/**
 * Chooses the story of each iteration. The choice depends only on the seed and the iteration's number, never on order
 * or concurrency.
 */

/** Hashes the numbers to an evenly distributed number x with 0 ≤ x < 1. The hash is the finalizer of MurmurHash3. */
export function hashToUnit(seed: number, salt: number, iteration: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
	hash = finalize(hash ^ Math.imul(iteration + 1, 0x27d4eb2f));
	return (finalize(hash + iteration) >>> 0) / 2 ** 32;
}

function finalize(value: number): number {
	let hash = value;
	hash ^= hash >>> 16;
	hash = Math.imul(hash, 0x85ebca6b);
	hash ^= hash >>> 13;
	hash = Math.imul(hash, 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

/** Returns the story at a point of the mix, from 0 to 1. */
export function createPicker(mix: Readonly<Record<string, number>>): (point: number) => string {
	const entries = Object.entries(mix).filter(([, share]) => share > 0);
	const last = entries.pop();
	if (!last) throw new Error('The mix names no story.');
	return (point) => {
		let cumulative = 0;
		for (const [name, share] of entries) {
			cumulative += share;
			if (point < cumulative) return name;
		}
		// Rounding can leave the sum of the shares below 1: the last story takes the rest.
		return last[0];
	};
}
