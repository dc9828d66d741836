/** Returns a function that loads a module at its first call, to keep the start short. */
export function lazyLoad<A extends unknown[], R>(
	load: () => Promise<(...args: A) => R | Promise<R>>,
): (...args: A) => Promise<R> {
	let loaded: ReturnType<typeof load> | null = null;
	return async (...args) => {
		loaded ??= load();
		const handle = await loaded;
		return await handle(...args);
	};
}
