/** Machines are noisy: a median, and how far the rounds lie apart. */

export interface Spread {
	median: number;
	lowest: number;
	highest: number;
}

export const ascending = (values: Iterable<number>) => Float64Array.from(values).sort();

/** Of values in ascending order. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
	const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
	return sorted[index] ?? Number.NaN;
}

export function spreadOf(values: Iterable<number>): Spread {
	const sorted = ascending(values);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? Number.NaN;
	const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
	return {
		median: (lower + upper) / 2,
		lowest: sorted[0] ?? Number.NaN,
		highest: sorted.at(-1) ?? Number.NaN,
	};
}

/** Where the values lie without a quarter of them on each side: one disturbed round in four does not move it. */
export function middleHalf(values: Iterable<number>): { from: number; to: number } {
	const sorted = ascending(values);
	const left = Math.floor(sorted.length / 4);
	return { from: sorted[left] ?? Number.NaN, to: sorted.at(-1 - left) ?? Number.NaN };
}

/** Of what is measured once. */
export const single = (value: number): Spread => spreadOf([value]);

const shares = [...Array.from({ length: 100 }, (_, index) => index / 100), 0.995, 0.999, 1];

/** The distribution as points (value, share of the values up to it), for a plot. */
export function distributionOf(sorted: ArrayLike<number>): [number, number][] {
	return shares.map((share) => [quantile(sorted, share), share]);
}
