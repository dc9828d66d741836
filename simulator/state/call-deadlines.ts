/** Limits the time that a call may wait for the store, over all its transactions. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnavailable } from './backend.ts';

export interface CallDeadlines {
	/** Runs a call. All its waits for the store take together at most the store timeout. */
	run<R>(call: () => R): R;
	/** Runs work that belongs to no call, or to several: each of its transactions has its own deadline. */
	runApart<R>(work: () => R): R;
	/**
	 * Waits for work that `runApart` started. In a call it waits until the call's store timeout is used up, then rejects
	 * with `StoreUnavailable`; outside a call it has no limit.
	 */
	wait<R>(work: Promise<R>): Promise<R>;
}

/** Deadlines for a store that does not wait for another process: there are none. */
export const noDeadlines: CallDeadlines = {
	run: (call) => call(),
	runApart: (work) => work(),
	wait: (work) => work,
};

export interface DeadlineOptions {
	timeoutMs: number;
	monotonicMs(): number;
	/** Waits; resolves at once when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Creates the deadlines. Time in which a call does not wait for the store, for example while it reads its body, does
 * not count.
 */
export function createCallDeadlines({ timeoutMs, monotonicMs, sleep }: DeadlineOptions) {
	const calls = new AsyncLocalStorage<{ leftMs: number } | undefined>();
	/** Begins a wait of the current call. Returns its deadline, and a function to call at its end. */
	const begin = () => {
		const call = calls.getStore();
		const startedMs = monotonicMs();
		return {
			deadlineMs: startedMs + (call?.leftMs ?? timeoutMs),
			end() {
				if (call) call.leftMs -= monotonicMs() - startedMs;
			},
		};
	};
	const deadlines: CallDeadlines = {
		run: (call) => calls.run({ leftMs: timeoutMs }, call),
		runApart: (work) => calls.run(undefined, work),
		async wait(work) {
			if (!calls.getStore()) return work;
			const { deadlineMs, end } = begin();
			const settled = new AbortController();
			const timeout = sleep(deadlineMs - monotonicMs(), settled.signal).then(() => {
				throw new StoreUnavailable(new Error('it was busy for too long'));
			});
			try {
				return await Promise.race([work, timeout]);
			} finally {
				timeout.catch(() => undefined);
				settled.abort();
				end();
			}
		},
	};
	return { ...deadlines, begin };
}
