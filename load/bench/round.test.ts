import { expect, test } from 'vitest';
import type { Turn } from './round.ts';
import { inTurn, joined, rateOf, roundsOf } from './round.ts';

test('in two turns everybody comes as often before each other as behind', () => {
	const all = ['bare', 'sandbox', 'express'] as const;
	const places = all.map((one) => inTurn(1, all).indexOf(one) + inTurn(2, all).indexOf(one));
	expect(new Set(places).size).toBe(1);
	expect(inTurn(3, all)).toEqual(inTurn(1, all));
	expect(all).toEqual(['bare', 'sandbox', 'express']);
});

const turn = (of: Partial<Turn>): Turn => ({
	visits: 0,
	visitsInAll: 0,
	seconds: 1,
	failed: 0,
	unanswered: 0,
	generatorCpu: 0,
	startLagP99Ms: 0,
	cpuSeconds: 0,
	seenMs: new Float64Array(),
	injectedMs: new Float64Array(),
	ownMs: new Float64Array(),
	...of,
});
const times = (...ms: number[]) => Float64Array.from(ms);

test('a round is all that was done in its turns, and turns that make no whole round are none', () => {
	const turns = [
		turn({ visits: 100, visitsInAll: 120, seconds: 0.5, failed: 1, unanswered: 2 }),
		turn({ visits: 300, visitsInAll: 350, seconds: 1.5, failed: 3, unanswered: 4 }),
		turn({ visits: 50 }),
		turn({ visits: 70 }),
		turn({ visits: 7 }),
	];
	const [first, second, ...others] = roundsOf(turns, 2);
	expect(others).toEqual([]);
	expect(first).toMatchObject({ visits: 400, visitsInAll: 470, failed: 4, unanswered: 6 });
	expect(rateOf(first)).toBe(200);
	expect(second?.visits).toBe(120);
});

test('a round keeps every time, weighs shares by how long they lasted, and has the latest start', () => {
	const short = turn({
		seconds: 0.5,
		generatorCpu: 0.2,
		startLagP99Ms: 3,
		cpuSeconds: 0.25,
		seenMs: times(1, 2),
		injectedMs: times(5),
		ownMs: times(7, 8),
	});
	const long = turn({
		seconds: 1.5,
		generatorCpu: 0.6,
		startLagP99Ms: 1,
		cpuSeconds: 0.5,
		seenMs: times(3),
		injectedMs: times(6),
		ownMs: times(9),
	});
	const round = joined([short, long]);
	expect(round.generatorCpu).toBeCloseTo(0.5);
	expect(round).toMatchObject({ startLagP99Ms: 3, cpuSeconds: 0.75 });
	expect([...round.seenMs]).toEqual([1, 2, 3]);
	expect([...round.injectedMs]).toEqual([5, 6]);
	expect([...round.ownMs]).toEqual([7, 8, 9]);
});
