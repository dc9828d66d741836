/**
 * Makes concurrent callers of an expensive read share its runs. A caller that comes during a run gets the result of the
 * next run, which includes everything that happened before the call. For each key, at most one run is in progress and
 * one is waiting.
 */
export function shareConcurrentRuns<R>(
	run: (key: string) => Promise<R>,
): (key: string) => Promise<R> {
	const running = new Map<string, Promise<R>>();
	const queued = new Map<string, Promise<R>>();
	const begin = (key: string): Promise<R> => {
		queued.delete(key);
		const current = run(key).finally(() => running.delete(key));
		running.set(key, current);
		return current;
	};
	return (key) => {
		const next = queued.get(key);
		if (next !== undefined) return next;
		const current = running.get(key);
		if (current === undefined) return begin(key);
		const afterwards = () => begin(key);
		const waiting = current.then(afterwards, afterwards);
		queued.set(key, waiting);
		return waiting;
	};
}
