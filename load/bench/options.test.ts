import { expect, test } from 'vitest';
import { readCoreList } from './cores.ts';
import { readBenchOptions } from './options.ts';
import { rows } from './rows.ts';
import { sizesOf } from './sizes.ts';

const ids = (args: readonly string[]) => readBenchOptions(args).rows.map(({ id }) => id);

test('every row of the target table has a name of its own', () => {
	const all = rows.map(({ id }) => id);
	expect(new Set(all).size).toBe(all.length);
	for (const id of all) expect(id).toMatch(/^[a-z-]+$/);
});

test('a long run takes every row, the others leave out what takes minutes', () => {
	expect(ids(['--long'])).toEqual(rows.map(({ id }) => id));
	const short = rows.filter(({ isLong }) => !isLong).map(({ id }) => id);
	expect(ids([])).toEqual(short);
	expect(ids(['--quick'])).toEqual(short);
	expect(ids(['--only', 'flow', '--only', 'heap'])).toEqual(['flow', 'heap']);
	expect(ids(['--long', '--only', 'soak'])).toEqual(['soak']);
});

test('quick is less of everything, and rounds can be said', () => {
	const normal = readBenchOptions([]).sizes;
	const quick = readBenchOptions(['--quick']).sizes;
	expect(quick.rounds).toBeLessThan(normal.rounds);
	expect(quick.payments.many).toBeLessThan(normal.payments.many);
	expect(quick.lognormal.draws).toBeLessThan(normal.lognormal.draws);
	// Nobody is first more often than others.
	for (const { turns } of Object.values(sizesOf)) expect(turns % 2).toBe(0);
	expect(readBenchOptions(['--quick', '--rounds', '9']).sizes).toEqual({ ...quick, rounds: 9 });
});

test.each([
	[['--fast'], /--fast/],
	[['--rounds', 'many'], /"many" must be a whole number from 1 to 100/],
	[['--rounds', '0'], /from 1 to 100/],
	[['--only', 'speed'], /no row "speed"/],
	[['--only', 'soak'], /"soak" needs --long/],
	[['--quick', '--long'], /exclude each other/],
])('%j is refused, and the rows are named', (args, words) => {
	expect(() => readBenchOptions(args)).toThrow(words);
	expect(() => readBenchOptions(args)).toThrow(/Usage: npm run bench.*\nRows: payment-options/);
});

test('reads the cores a process may use', () => {
	expect(readCoreList(' 0,1\n')).toEqual([0, 1]);
	expect(readCoreList('0-2,5')).toEqual([0, 1, 2, 5]);
	expect(readCoreList('')).toEqual([]);
});
