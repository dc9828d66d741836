/** The time that a call may wait for the store, over all its transactions. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnavailable } from './backend.ts';

export interface CallDeadlines {
	/** Runs a call: all that it waits for together takes at most the store timeout. */
	run<R>(call: () => R): R;
	/** Runs work that belongs to no call, or to several: each of its transactions has a deadline of its own. */
	runApart<R>(work: () => R): R;
	/** Waits for work of `runApart`: within a call until its store timeout is used up, then rejects with `StoreUnavailable`; outside a call without a limit. */
	wait<R>(work: Promise<R>): Promise<R>;
}

/** For a store that does not wait for another process. */
export const noDeadlines: CallDeadlines = {
	run: (call) => call(),
	runApart: (work) => work(),
	wait: (work) => work,
};

export interface DeadlineOptions {
	timeoutMs: number;
	monotonicMs(): number;
	/** Resolves at once when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Time in which a call does not wait for the store, for example for the rest of its body, does not count. */
export function createCallDeadlines({ timeoutMs, monotonicMs, sleep }: DeadlineOptions) {
	const calls = new AsyncLocalStorage<{ leftMs: number } | undefined>();
	/** Begins a wait of the current call: its deadline, and a function to call at its end. */
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
