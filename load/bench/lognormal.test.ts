import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMs } from '../../simulator/delays/law.ts';
import { distanceTo, limitFor, shareUpTo } from './lognormal.ts';
import { ascending } from './statistics.ts';

const law = { medianMs: 80, sigma: 0.4 };

test.each([
	// The median, and the quantiles of the standard normal distribution from a table.
	[80, 0.5],
	[80 * Math.exp(0.4 * 1.6448536), 0.95],
	[80 * Math.exp(0.4 * 2.3263479), 0.99],
	[80 * Math.exp(-0.4 * 1.2815516), 0.1],
	[0, 0],
	[-5, 0],
])('up to %d ms lies %d of the law', (ms, share) => {
	expect(shareUpTo(ms, law)).toBeCloseTo(share, 6);
});

test('the law never falls', () => {
	const ms = fc.double({ min: 0, max: 10_000, noNaN: true });
	fc.assert(
		fc.property(ms, ms, (one, other) => {
			const [less, more] = one < other ? [one, other] : [other, one];
			expect(shareUpTo(less, law)).toBeLessThanOrEqual(shareUpTo(more, law) + 1e-7);
		}),
	);
});

test('the distance of a sample is its widest gap, above or below a step', () => {
	const even = (value: number) => value;
	expect(distanceTo(even, [0.5])).toBe(0.5);
	expect(distanceTo(even, [0.25, 0.75])).toBe(0.25);
	expect(distanceTo(even, [0.9, 0.95])).toBeCloseTo(0.9);
	expect(distanceTo(even, [0.05, 0.1])).toBeCloseTo(0.9);
});

test('ten thousand draws of the sandbox keep the limit, and those of another law do not', () => {
	const random = mulberry(7);
	const asked = { lognormal: { median: 80, sigma: 0.4 } };
	const draws = Array.from({ length: 10_000 }, () => drawMs(asked, random) ?? Number.NaN);
	const distance = (factor: number) =>
		distanceTo((ms) => shareUpTo(ms, law), ascending(draws.map((ms) => ms * factor)));
	expect(distance(1)).toBeLessThan(limitFor(10_000, 0.02));
	expect(distance(1.1)).toBeGreaterThan(limitFor(10_000, 0.03));
});

test('fewer draws may lie wider by the root of their number, more of them not narrower', () => {
	expect(limitFor(10_000, 0.02)).toBe(0.02);
	expect(limitFor(2_500, 0.02)).toBe(0.04);
	expect(limitFor(40_000, 0.02)).toBe(0.02);
});

/** Chance of its own, the same at every run. */
function mulberry(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
