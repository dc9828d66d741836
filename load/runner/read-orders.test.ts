import { expect, test } from 'vitest';
import { drawEvenly } from './read-orders.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a list that is short enough is taken as a whole', () => {
	expect(drawEvenly(numbers(1_000), 1_000, 1)).toEqual(numbers(1_000));
});

test('of a long list, one item of each part is taken', () => {
	const drawn = drawEvenly(numbers(1_200_000), 1_000, 1);
	expect(new Set(drawn.map((item) => Math.floor(item / 1_200)))).toEqual(new Set(numbers(1_000)));
});

test.each([97, 100])('a fault in each %ith item is among those taken', (period) => {
	// With 97,000 or 100,000 items, each part has the fault at the same place.
	const drawn = drawEvenly(numbers(period * 1_000), 1_000, 1);
	for (const place of numbers(period)) {
		expect(drawn.some((item) => item % period === place)).toBe(true);
	}
});
