import { expect, test } from 'vitest';
import type { Round } from './round.ts';
import { inTurn, rateOf, roundsOf } from './round.ts';

test('in two turns everybody comes as often before each other as behind', () => {
	const all = ['bare', 'sandbox', 'express'] as const;
	const places = all.map((one) => inTurn(1, all).indexOf(one) + inTurn(2, all).indexOf(one));
	expect(new Set(places).size).toBe(1);
	expect(inTurn(3, all)).toEqual(inTurn(1, all));
	expect(all).toEqual(['bare', 'sandbox', 'express']);
});

const turn = (visits: number, cpuUs: number, ...seen: number[]): Round => ({
	visits,
	visitsInAll: 2 * visits,
	seconds: 0.125,
	failed: 1,
	unanswered: 0,
	generatorCpu: 0.5,
	startLagP99Ms: visits / 100,
	cpuUs,
	seenMs: Float64Array.from(seen),
	injectedMs: new Float64Array(),
	ownMs: new Float64Array(),
});

test('a round is all that was done in its turns, and turns that make no whole round are none', () => {
	const turns = [turn(100, 40, 1, 2), turn(300, 80, 3), turn(50, 10, 4), turn(50, 30), turn(7, 7)];
	const [first, second, ...others] = roundsOf(turns, 2);
	expect(others).toEqual([]);
	expect(first).toMatchObject({ visits: 400, visitsInAll: 800, seconds: 0.25, failed: 2 });
	expect(first).toMatchObject({ generatorCpu: 0.5, startLagP99Ms: 3, cpuUs: 70 });
	expect([...(first?.seenMs ?? [])]).toEqual([1, 2, 3]);
	expect(second && rateOf(second)).toBe(400);
	expect(second?.cpuUs).toBe(20);
});
