import { expect, test } from 'vitest';
import { createHmacToken, derivedUuid, drawOf, randomId, randomSecret } from './chance.ts';

const total = 100_000;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Names like those of the product: similar, with counters. */
function setup(seed: number): number[] {
	return Array.from({ length: total }, (_, index) =>
		drawOf(`${seed}\u0000default\u0000order-${index}#1\u0000fate 0`),
	);
}

/** The statistic of 100 equal classes; above 149 once in a thousand honest draws (99 degrees of freedom). */
function chiSquare(draws: readonly number[]): number {
	const classes = new Array<number>(100).fill(0);
	for (const draw of draws)
		classes[Math.floor(draw * 100)] = (classes[Math.floor(draw * 100)] ?? 0) + 1;
	const expected = draws.length / classes.length;
	return classes.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([1, 2, 4_294_967_295])('draws of seed %i are uniform in [0, 1)', (seed) => {
	const draws = setup(seed);
	expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
	// Four standard deviations of a mean of 100 000 even draws.
	expect(Math.abs(mean(draws) - 0.5)).toBeLessThan(0.00366);
	expect(chiSquare(draws)).toBeLessThan(149);
	expect(chiSquare(draws)).toBeGreaterThan(55);
});

test('the low digits of a draw are uniform too', () => {
	expect(chiSquare(setup(1).map((draw) => (draw * 2 ** 20) % 1))).toBeLessThan(149);
});

test('100 000 names give 100 000 draws', () => {
	expect(new Set(setup(1)).size).toBe(total);
});

test('neighbouring names, seeds and decisions are not correlated', () => {
	const one = setup(1);
	const pairs = [setup(2), [...one.slice(1), one[0] as number]];
	for (const other of pairs) {
		const products = one.map((draw, index) => (draw - 0.5) * ((other[index] as number) - 0.5));
		// Four standard deviations: 1/12 over the root of the count.
		expect(Math.abs(mean(products))).toBeLessThan(4 / 12 / Math.sqrt(total));
	}
});

test('a draw depends on its name, not on earlier draws', () => {
	const names = ['fate 0', 'fate 1', 'latency radius 0'];
	const forwards = names.map(drawOf);
	drawOf('another');
	expect([...names].reverse().map(drawOf).reverse()).toEqual(forwards);
	expect(drawOf('fate 0')).not.toBe(drawOf('fate 1'));
});

test('a derived UUID has version 4 and depends on its name only', () => {
	const names = Array.from({ length: 10_000 }, (_, index) => `session ${index} option card`);
	const ids = names.map(derivedUuid);
	for (const id of ids) expect(id).toMatch(uuidV4);
	expect(new Set(ids).size).toBe(names.length);
	expect(names.map(derivedUuid)).toEqual(ids);
});

test('random ids and secrets are unique', () => {
	expect(randomId()).toMatch(uuidV4);
	expect(randomId()).not.toBe(randomId());
	expect(randomSecret()).toMatch(/^[\w-]{43}$/);
	expect(randomSecret()).not.toBe(randomSecret());
});

test('a signature depends on its secret and its subject', () => {
	expect(createHmacToken('secret', 'session card')).toBe(createHmacToken('secret', 'session card'));
	expect(createHmacToken('secret', 'session card')).not.toBe(
		createHmacToken('other', 'session card'),
	);
	expect(createHmacToken('secret', 'session card')).not.toBe(
		createHmacToken('secret', 'session bank'),
	);
});
