/** Resources of tests: a support function registers its cleanup with `atEnd`, for one test or for all tests of a file. */
import { beforeAll, onTestFinished } from 'vitest';

type Cleanup = () => unknown;

let cleanupsOfFile: Cleanup[] | null = null;

/** Runs the cleanup when the current test ends, or when the file ends for what `useShared` starts. */
export function atEnd(cleanup: Cleanup): void {
	if (cleanupsOfFile) cleanupsOfFile.push(cleanup);
	else onTestFinished(async () => void (await cleanup()));
}

/** Starts something once for all tests of a file. A test must not change what the next one reads. */
export function useShared<T>(start: () => Promise<T>): () => T {
	let started: { value: T } | undefined;
	beforeAll(async () => {
		const cleanups: Cleanup[] = [];
		cleanupsOfFile = cleanups;
		try {
			started = { value: await start() };
		} finally {
			cleanupsOfFile = null;
		}
		return async () => {
			for (const cleanup of cleanups.reverse()) await cleanup();
		};
	});
	return () => {
		if (!started) throw new Error('What the tests of a file share starts with its first test.');
		return started.value;
	};
}
