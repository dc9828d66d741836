/** A Map that forgets its oldest entry: the least a server must do to remember a payment. */

/** As many as the sandbox keeps by default. */
const limit = 250_000;

export interface Memory<V> {
	keep(id: string, value: V): void;
	find(id: string): V | undefined;
}

export function createMemory<V>(): Memory<V> {
	const kept = new Map<string, V>();
	return {
		keep(id, value) {
			kept.set(id, value);
			if (kept.size <= limit) return;
			for (const oldest of kept.keys()) {
				kept.delete(oldest);
				return;
			}
		},
		find: (id) => kept.get(id),
	};
}
