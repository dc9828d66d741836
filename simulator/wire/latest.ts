/** Values by key, of which those that were put longest ago are forgotten: bounded, whatever keys there are. */
export function createLatest<T>(most: number) {
	const entries = new Map<string, T>();
	return {
		has: (key: string) => entries.has(key),
		take(key: string): T | undefined {
			const entry = entries.get(key);
			entries.delete(key);
			return entry;
		},
		put(key: string, entry: T): void {
			entries.delete(key);
			entries.set(key, entry);
			const [oldest = ''] = entries.keys();
			if (entries.size > most) entries.delete(oldest);
		},
	};
}
