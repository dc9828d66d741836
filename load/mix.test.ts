import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPicker, hashToUnit } from './mix.ts';

test('the same seed and iteration choose the same story, in any order', () => {
	fc.assert(
		fc.property(fc.integer(), fc.nat(), (seed, iteration) => {
			const point = hashToUnit(seed, 1, iteration);
			expect(point).toBeGreaterThanOrEqual(0);
			expect(point).toBeLessThan(1);
			expect(hashToUnit(seed, 1, iteration)).toBe(point);
		}),
		{ seed: 1 },
	);
});

test.each([0, 1, 2, 42, -7, 2 ** 40])('seed %i keeps the mix over many iterations', (seed) => {
	const mix = { a: 0.6, b: 0.3, c: 0.1 };
	const counts = { a: 0, b: 0, c: 0 };
	const flows = 20_000;
	const pick = createPicker(mix);
	for (let iteration = 0; iteration < flows; iteration += 1) {
		const name = pick(hashToUnit(seed, 1, iteration));
		if (name === 'a' || name === 'b' || name === 'c') counts[name] += 1;
	}
	for (const name of ['a', 'b', 'c'] as const) {
		expect(Math.abs(counts[name] / flows - mix[name])).toBeLessThan(0.015);
	}
});

test('another seed chooses differently', () => {
	const of = (seed: number) => Array.from({ length: 50 }, (_, index) => hashToUnit(seed, 1, index));
	expect(of(1)).not.toEqual(of(2));
});

test('a story without a share is never chosen, and rounding errors leave no gap', () => {
	expect(createPicker({ a: 0, b: 1 })(0)).toBe('b');
	expect(createPicker({ a: 0.3, b: 0.3 })(0.999)).toBe('b');
});
