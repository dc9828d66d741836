import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLruCache } from './lru-cache.ts';

const most = 4;
const mostKeys = 12;
const use = fc.record({
	how: fc.constantFrom('put', 'put', 'get', 'take'),
	key: fc.nat(mostKeys - 1),
});

test('those used last are there as they were put, and no more than twice as many', () => {
	fc.assert(
		fc.property(fc.array(use, { maxLength: 100, size: 'max' }), (uses) => {
			const latest = createLruCache<{ putAs: number }, number>(most);
			/** What was put as what, in order of its last use; `null`: taken. */
			const used = new Map<number, number | null>();
			const touch = (key: number, putAs: number | null) => {
				used.delete(key);
				used.set(key, putAs);
			};
			for (const [putAs, { how, key }] of uses.entries()) {
				if (how === 'put') {
					latest.put(key, { putAs });
					touch(key, putAs);
				} else {
					const found = how === 'get' ? latest.get(key) : latest.take(key);
					if (found) {
						expect(found.putAs).toBe(used.get(key));
						touch(key, how === 'take' ? null : found.putAs);
					}
				}
				const last = [...used].slice(-most);
				for (const [one, put] of last) expect(latest.has(one)).toBe(put !== null);
				const held = Array.from({ length: mostKeys }, (_, one) => one).filter(latest.has);
				expect(held.length).toBeLessThanOrEqual(2 * most);
			}
		}),
	);
});

test('what is got now and then stays, however many others come', () => {
	const latest = createLruCache<string>(most);
	latest.put('often', 'kept');
	latest.put('once', 'forgotten');
	for (let index = 0; index < 10 * most; index += 1) {
		latest.put(`other-${index}`, 'other');
		if (index % (most - 1) === 0) expect(latest.get('often')).toBe('kept');
	}
	expect([latest.has('often'), latest.has('once')]).toEqual([true, false]);
});
