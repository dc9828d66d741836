import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLatest } from './latest.ts';

const most = 5;
const key = fc.nat(15);
const use = fc.oneof(
	fc.record({ how: fc.constant('put'), key, value: fc.nat() }),
	fc.record({ how: fc.constantFrom('get', 'take', 'has'), key }),
);

test('those used last are there as they were put, and no more than twice as many', () => {
	fc.assert(
		fc.property(fc.array(use, { maxLength: 100 }), (uses) => {
			const latest = createLatest<{ value: number }, number>(most);
			/** In order of their last use, those that were taken too. */
			const model = new Map<number, number | undefined>();
			const touch = (one: number, value: number | undefined) => {
				model.delete(one);
				model.set(one, value);
			};
			for (const one of uses) {
				const value = model.get(one.key);
				const isLate = [...model.keys()].slice(-most).includes(one.key);
				const isSure = isLate && value !== undefined;
				if ('value' in one) {
					latest.put(one.key, { value: one.value });
					touch(one.key, one.value);
				} else if (one.how === 'has') {
					if (isSure || value === undefined) expect(latest.has(one.key)).toBe(isSure);
				} else {
					const found = latest[one.how as 'get' | 'take'](one.key)?.value;
					if (found !== undefined || isSure) expect(found).toBe(value);
					if (found !== undefined) touch(one.key, one.how === 'take' ? undefined : found);
				}
			}
			const held = Array.from({ length: 16 }, (_, index) => index).filter(latest.has);
			expect(held.length).toBeLessThanOrEqual(2 * most);
		}),
	);
});

test('what is got now and then stays, however many others come', () => {
	const latest = createLatest<string>(most);
	latest.put('often', 'kept');
	latest.put('once', 'forgotten');
	for (let index = 0; index < 10 * most; index += 1) {
		latest.put(`other-${index}`, 'other');
		if (index % (most - 1) === 0) expect(latest.get('often')).toBe('kept');
	}
	expect([latest.has('often'), latest.has('once')]).toEqual([true, false]);
});
