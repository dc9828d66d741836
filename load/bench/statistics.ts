/** Machines are noisy: a median, and how far the rounds lie apart. */

export interface Spread {
	median: number;
	lowest: number;
	highest: number;
}

/** Of values in ascending order. */
export function quantile(sorted: readonly number[], share: number): number {
	const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
	return sorted[index] ?? Number.NaN;
}

export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? Number.NaN;
	const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
	return {
		median: (lower + upper) / 2,
		lowest: sorted[0] ?? Number.NaN,
		highest: sorted.at(-1) ?? Number.NaN,
	};
}
