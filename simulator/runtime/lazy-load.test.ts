import { expect, test } from 'vitest';
import { lazyLoad } from './lazy-load.ts';

test('a module is loaded once, at the first call, and again only if that failed', async () => {
	let loads = 0;
	const double = lazyLoad(async () => {
		loads += 1;
		if (loads === 1) throw new Error('The file is away.');
		return (value: number) => value * 2;
	});
	expect(loads).toBe(0);
	const ends = await Promise.allSettled([double(1), double(2)]);
	expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(loads).toBe(1);
	expect(await Promise.all([double(1), double(2)])).toEqual([2, 4]);
	expect(await double(3)).toBe(6);
	expect(loads).toBe(2);
});
