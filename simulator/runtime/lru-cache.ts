/** A bounded cache that evicts the least recently used entries. */

/**
 * Creates a cache with the `most` entries used last, and up to as many older ones. It has two generations of maps, so
 * that reading a recent entry takes one look-up and no reordering.
 */
export function createLruCache<T extends NonNullable<unknown>, K = string>(most: number) {
	let young = new Map<K, T>();
	let old = new Map<K, T>();
	const put = (key: K, value: T): void => {
		if (young.size >= most && !young.has(key)) {
			old = young;
			young = new Map();
		}
		young.set(key, value);
	};
	return {
		put,
		/** Returns an entry and marks it as used. */
		get(key: K): T | undefined {
			const known = young.get(key);
			if (known !== undefined) return known;
			const earlier = old.get(key);
			if (earlier !== undefined) put(key, earlier);
			return earlier;
		},
		has: (key: K): boolean => young.has(key) || old.has(key),
		clear(): void {
			young.clear();
			old.clear();
		},
		/** Removes an entry and returns it. */
		take(key: K): T | undefined {
			const value = young.get(key) ?? old.get(key);
			young.delete(key);
			old.delete(key);
			return value;
		},
	};
}
