import { expect, test } from 'vitest';
import { inTurn } from './round.ts';

test('in two turns everybody comes as often before each other as behind', () => {
	const all = ['bare', 'sandbox', 'express'] as const;
	const places = all.map((one) => inTurn(1, all).indexOf(one) + inTurn(2, all).indexOf(one));
	expect(new Set(places).size).toBe(1);
	expect(inTurn(3, all)).toEqual(inTurn(1, all));
	expect(all).toEqual(['bare', 'sandbox', 'express']);
});
