/** Removes the payments of deleted and reset workspaces, in small steps between the calls. */
import type { Backend, Transaction } from './backend.ts';
import { namesOf } from './names.ts';
import { generationKeysOf, indexes } from './records.ts';
import { removePayment } from './stored-payments.ts';

/**
 * The most payments that one step removes, and the records between two pauses. A step takes as long as one or two calls.
 */
export const maxSweptPerStep = 50;
/** How long the sweeper waits after a failure, in milliseconds. */
export const sweeperRetryMs = 5_000;

export interface SweeperOptions {
	backend: Backend;
	/** Waits; resolves at once when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Sweeper {
	/** Starts the sweeper unless it runs already. */
	wake(): void;
	/** Stops after the current step. The next process that opens the store removes the rest. */
	close(): Promise<void>;
}

export function createSweeper({ backend, sleep }: SweeperOptions): Sweeper {
	const closing = new AbortController();
	const { signal } = closing;
	let isWoken = false;
	let working: Promise<void> | null = null;

	const work = async () => {
		while (isWoken && !signal.aborted) {
			isWoken = false;
			try {
				let sincePause = 0;
				while (!signal.aborted) {
					const removed = await backend.write(sweepSome);
					if (removed === 0) break;
					sincePause += removed;
					if (sincePause < maxSweptPerStep) continue;
					sincePause = 0;
					await sleep(backend.sweepPauseMs, signal);
				}
			} catch {
				isWoken = true;
				await sleep(sweeperRetryMs, signal);
			}
		}
		working = null;
	};

	return {
		wake() {
			isWoken = true;
			working ??= backend.deadlines.runApart(() => Promise.resolve().then(work));
		},
		async close() {
			closing.abort();
			await working;
		},
	};
}

/**
 * Removes some payments of a deleted generation, or the generation itself. Returns how many records it removed: 0 if none
 * are left.
 */
function sweepSome(transaction: Transaction): number {
	const [garbage] = transaction.entries({ index: indexes.garbage, limit: 1 });
	if (!garbage) return 0;
	const generation = garbage.at;
	const scope = generationKeysOf({ generation });
	const entries = transaction.entries({ index: scope.age, limit: maxSweptPerStep });
	const found = transaction.getAll(entries.map(({ id }) => scope.payment(id)));
	transaction.getAll(found.flatMap((stored) => (stored ? namesOf(scope, stored) : [])));
	for (const [index, entry] of entries.entries()) {
		const stored = found[index];
		if (stored) removePayment(transaction, generation, stored);
		else transaction.removeEntry(scope.age, entry);
	}
	if (entries.length === maxSweptPerStep) return entries.length;
	for (const key of [scope.counts, scope.dueMark]) transaction.remove(key);
	transaction.removeEntry(indexes.garbage, garbage);
	return entries.length + 1;
}
