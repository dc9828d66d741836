/** What is loaded with its first call: a start does not wait for what may never be asked for. */
export function later<A extends unknown[], R>(
	load: () => Promise<(...given: A) => R | Promise<R>>,
): (...given: A) => Promise<R> {
	let loaded: ReturnType<typeof load> | null = null;
	return async (...given) => {
		// One that failed is tried again by the next call.
		loaded ??= load().catch((error: unknown) => {
			loaded = null;
			throw error;
		});
		const handle = await loaded;
		return await handle(...given);
	};
}
