/** Statistics for noisy measurements. Every function returns NaN for an empty list. */

const sorted = (values: Iterable<number>) => Float64Array.from(values).sort();

export function quantile(values: Iterable<number>, share: number): number {
	const all = sorted(values);
	return all[Math.min(all.length - 1, Math.floor(share * all.length))] ?? Number.NaN;
}

export function median(values: Iterable<number>): number {
	const all = sorted(values);
	const middle = all.length / 2;
	return ((all[Math.ceil(middle) - 1] ?? Number.NaN) + (all[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/**
 * The standard error of the median of ratios, as a share of it: 0.02 for two percent. It is taken from the order
 * statistics around the median, between which the median lies in about 92 to 95 of 100 cases. So it holds for any
 * distribution, and single disturbed rounds do not change it.
 */
export function medianError(ratios: Iterable<number>): number {
	const all = sorted(ratios);
	// The number of values below the median is binomial, with a standard deviation of half the root of their number.
	const reach = (1.96 * Math.sqrt(all.length)) / 2;
	const first = Math.max(0, Math.floor(all.length / 2 - reach));
	const [low = Number.NaN, high = Number.NaN] = [all[first], all.at(-1 - first)];
	return Math.log(high / low) / (2 * 1.96);
}

/**
 * The Kolmogorov-Smirnov distance: the largest distance between the distribution of the values and the cumulative
 * distribution function.
 */
export function ksDistance(values: Iterable<number>, cdf: (value: number) => number): number {
	const all = sorted(values);
	return all.reduce((largest, value, index) => {
		const expected = cdf(value);
		return Math.max(largest, expected - index / all.length, (index + 1) / all.length - expected);
	}, 0);
}

export const lognormalCdf = (value: number, median: number, sigma: number) =>
	value <= 0 ? 0 : normalCdf(Math.log(value / median) / sigma);

/**
 * The cumulative normal distribution, from Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17. The
 * error is below 7.5e-8.
 */
function normalCdf(z: number): number {
	const t = 1 / (1 + 0.2316419 * Math.abs(z));
	const coefficients = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
	const series = coefficients.reduce((sum, coefficient) => (sum + coefficient) * t, 0);
	const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
	return z > 0 ? 1 - tail : tail;
}
