import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLruCache } from './lru-cache.ts';

const most = 4;
const maxKeys = 12;
const use = fc.record({
	how: fc.constantFrom('put', 'put', 'get', 'take'),
	key: fc.nat(maxKeys - 1),
});

test('the entries used last are there, and at most twice as many in all', () => {
	fc.assert(
		fc.property(fc.array(use, { maxLength: 100, size: 'max' }), (uses) => {
			const latest = createLruCache<{ putAs: number }, number>(most);
			/** Values by key, in order of their last use; `null`: taken. */
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
				const held = Array.from({ length: maxKeys }, (_, one) => one).filter(latest.has);
				expect(held.length).toBeLessThanOrEqual(2 * most);
			}
		}),
	);
});

test('an entry that is read now and then stays, regardless of new entries', () => {
	const latest = createLruCache<string>(most);
	latest.put('often', 'kept');
	latest.put('once', 'forgotten');
	for (let index = 0; index < 10 * most; index += 1) {
		latest.put(`other-${index}`, 'other');
		if (index % (most - 1) === 0) expect(latest.get('often')).toBe('kept');
	}
	expect([latest.has('often'), latest.has('once')]).toEqual([true, false]);
});
