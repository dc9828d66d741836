/** Returns a function that loads a module at its first call, to keep the start short. A failed load is tried again. */
export function lazyLoad<A extends unknown[], R>(
	load: () => Promise<(...args: A) => R | Promise<R>>,
): (...args: A) => Promise<R> {
	let loaded: ReturnType<typeof load> | null = null;
	return async (...args) => {
		loaded ??= load().catch((error: unknown) => {
			loaded = null;
			throw error;
		});
		const handle = await loaded;
		return await handle(...args);
	};
}
