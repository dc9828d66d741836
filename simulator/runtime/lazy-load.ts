/**
 * Returns a function that loads a module at its first call, to keep the start short. If that fails, the next call tries
 * again: the files of the package may have been away for a moment.
 */
export function lazyLoad<A extends unknown[], R>(
	load: () => Promise<(...args: A) => R | Promise<R>>,
): (...args: A) => Promise<R> {
	let loaded: ReturnType<typeof load> | null = null;
	return async (...args) => {
		loaded ??= load().catch((failure: unknown) => {
			loaded = null;
			throw failure;
		});
		const handle = await loaded;
		return await handle(...args);
	};
}
