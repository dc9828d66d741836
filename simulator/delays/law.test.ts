import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DurationLaw } from '../contract/duration.ts';
import { maxDurationMs } from '../contract/duration.ts';
import { drawOf } from '../runtime/chance.ts';
import { drawMs } from './law.ts';

const total = 10_000;

/** Ten thousand draws with different keys, sorted. */
function setup(law: DurationLaw): number[] {
	const draws = Array.from({ length: total }, (_, index) => {
		const drawn = drawMs(law, (name) => drawOf(`1 order-${index}#1 ${name}`));
		if (drawn === null) throw new Error('The law never ends.');
		return drawn;
	});
	return draws.sort((one, other) => one - other);
}

const quantile = (sorted: readonly number[], share: number) =>
	sorted[Math.floor(share * sorted.length)] as number;

const impossible = () => {
	throw new Error('This law needs no random number.');
};

test.each([
	['none', 0],
	['never', null],
	[{ fixed: 80 }, 80],
	[{ fixed: '1.5s' }, 1_500],
] as const)('%j takes %j ms without a random number', (law, expected) => {
	expect(drawMs(law, impossible)).toBe(expected);
});

test('a uniform law is uniform between its ends', () => {
	const draws = setup({ uniform: [50, '0.2s'] });
	expect(draws[0]).toBeGreaterThanOrEqual(50);
	expect(draws.at(-1)).toBeLessThan(200);
	for (const share of [0.1, 0.5, 0.9]) {
		expect(Math.abs(quantile(draws, share) - (50 + 150 * share))).toBeLessThan(3);
	}
});

test('a uniform law may be a single point', () => {
	expect(drawMs({ uniform: [70, 70] }, () => 0.999)).toBe(70);
});

test('a lognormal law has its median and its 99th percentile', () => {
	const draws = setup({ lognormal: { median: 80, p99: 300 } });
	expect(Math.abs(quantile(draws, 0.5) / 80 - 1)).toBeLessThan(0.03);
	expect(Math.abs(quantile(draws, 0.99) / 300 - 1)).toBeLessThan(0.08);
});

test('a lognormal law has the given sigma', () => {
	const draws = setup({ lognormal: { median: '1s', sigma: 0.4 } });
	const logs = draws.map((draw) => Math.log(draw / 1_000));
	const variance = logs.reduce((sum, log) => sum + log * log, 0) / total;
	expect(Math.abs(Math.sqrt(variance) - 0.4)).toBeLessThan(0.012);
});

test('an exponential law has its mean, and the quantiles that go with it', () => {
	const draws = setup({ exponential: { mean: 20 } });
	const mean = draws.reduce((sum, draw) => sum + draw, 0) / total;
	expect(Math.abs(mean / 20 - 1)).toBeLessThan(0.03);
	expect(Math.abs(quantile(draws, 0.5) / (20 * Math.LN2) - 1)).toBeLessThan(0.05);
	expect(Math.abs(quantile(draws, 0.99) / (20 * Math.log(100)) - 1)).toBeLessThan(0.08);
});

test.each<[DurationLaw, DurationLaw]>([
	[{ lognormal: { median: 80, p99: 300 } }, { lognormal: { median: 80, p99: 300, max: 200 } }],
	[{ exponential: { mean: 60 } }, { exponential: { mean: 60, max: 200 } }],
])('a maximum is never exceeded, and the law %j keeps its shape below it', (law, limited) => {
	const free = setup(law);
	const capped = setup(limited);
	expect(free.at(-1)).toBeGreaterThan(300);
	expect(capped.at(-1)).toBeLessThanOrEqual(200);
	expect(capped.filter((draw) => draw === 200)).toEqual([]);
	const below = free.filter((draw) => draw <= 200);
	expect(Math.abs(quantile(capped, 0.5) / quantile(below, 0.5) - 1)).toBeLessThan(0.03);
});

test('a maximum far below the median is used itself', () => {
	expect(drawMs({ lognormal: { median: 1_000, sigma: 0, max: 10 } }, () => 0.5)).toBe(10);
});

test('a lognormal law without a spread gives its median', () => {
	expect(drawMs({ lognormal: { median: 80, p99: 80 } }, () => 0.3)).toBeCloseTo(80, 9);
});

test.each<DurationLaw>([
	{ lognormal: { median: '36500d', sigma: 10 } },
	{ exponential: { mean: '36500d' } },
	{ exponential: { mean: '36500d', max: 0 } },
	{ exponential: { mean: 1, max: '36500d' } },
])('the widest laws give a duration that can be added to a date: %j', (law) => {
	const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(chance, chance, (radius, angle) => {
			const drawn = drawMs(law, (name) => (name.startsWith('radius') ? radius : angle));
			expect(drawn).toBeGreaterThanOrEqual(0);
			expect(drawn).toBeLessThanOrEqual(maxDurationMs);
		}),
	);
});

test('a mixture draws from its laws in proportion to their weights', () => {
	const law = {
		mixture: [
			{ weight: 9, law: { fixed: 10 } },
			{ weight: 1, law: { uniform: [1_000, 2_000] } },
			{ weight: 0, law: 'never' },
		],
	} as const satisfies DurationLaw as DurationLaw;
	const drawn = Array.from({ length: 10_000 }, (_, index) =>
		drawMs(law, (name) => drawOf(`${index} ${name}`)),
	);
	const slow = drawn.filter((ms) => ms !== 10);
	expect(slow.length).toBeGreaterThan(880);
	expect(slow.length).toBeLessThan(1_120);
	for (const ms of slow) {
		expect(ms).toBeGreaterThanOrEqual(1_000);
		expect(ms).toBeLessThan(2_000);
	}
	expect(drawMs({ mixture: [{ weight: 1, law: 'never' }] }, () => 0.999)).toBeNull();
});
