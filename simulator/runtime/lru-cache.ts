/** Values by key, of which those that were used longest ago are forgotten: bounded, whatever keys there are. */

/**
 * The `most` that were put or got last are there, and of those before them at most as many again. They are kept in two
 * generations, so that what is used often is found by one look into a map, and nothing is moved for it.
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
		/** Counts as a use. */
		get(key: K): T | undefined {
			const known = young.get(key);
			if (known !== undefined) return known;
			const earlier = old.get(key);
			if (earlier !== undefined) put(key, earlier);
			return earlier;
		},
		has: (key: K): boolean => young.has(key) || old.has(key),
		/** Forgets it, too. */
		take(key: K): T | undefined {
			const value = young.get(key) ?? old.get(key);
			young.delete(key);
			old.delete(key);
			return value;
		},
	};
}
