/** A Map that forgets its oldest entry: the least a server must do to remember a payment. */

/** As many as the sandbox keeps by default. */
const limit = 250_000;

export function createMemory<V>(): { keep(id: string, value: V): void } {
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
	};
}
