/**
 * Statistics of a few pairs of runs. Ratios are compared by their logarithms, so that half and double are equally far
 * from 1.
 */
import type { Interval } from './interval.ts';

export const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (index: number) => sorted[Math.floor(index)] ?? 0;
	return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/**
 * A robust standard deviation, from the median of the distances to the median. One disturbed run does not change it.
 */
export function robustDeviation(values: readonly number[]): number {
	const center = median(values);
	return 1.4826 * median(values.map((value) => Math.abs(value - center)));
}

/** The sample standard deviation; 0 for one value. */
function deviation(values: readonly number[]): number {
	if (values.length < 2) return 0;
	const center = mean(values);
	return Math.sqrt(
		values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1),
	);
}

/** The 97.5 % quantiles of Student's t distribution for 2 to 10 degrees of freedom. */
const students = [4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228] as const;

/** The 97.5 % quantile of Student's t distribution. Above ten degrees the approximation is within 0.01. */
const studentT = (degrees: number) => students[degrees - 2] ?? 1.96 + 2.5 / degrees;

/** The 95 % confidence interval of the mean. Needs at least three values. */
export function meanInterval(values: readonly number[]): Interval {
	const center = mean(values);
	const half = (studentT(values.length - 1) * deviation(values)) / Math.sqrt(values.length);
	return [center - half, center + half];
}
