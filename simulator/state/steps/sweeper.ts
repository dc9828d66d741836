/** Sweeps out what is out of sight, beside the calls: none of them waits for it. One to each process. */
import { namesOf } from './names.ts';
import { forgetPayment } from './payments.ts';
import { indexes, keys } from './records.ts';
import type { Draft, Keeper, Step } from './step.ts';

/** Payments in one step: as long as a call or two. */
export const sweptAtOnce = 50;
/** For so long the store is the calls' own after each step. */
const pauseMs = 10;
/** What could not be done now is tried again then. */
export const retryMs = 5_000;

export interface SweeperOptions {
	keeper: Keeper;
	/** Resolves at once when the signal aborts. */
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Sweeper {
	/** There may be something to sweep out. */
	wake(): void;
	/** Leaves the rest to whoever opens the store next. */
	close(): Promise<void>;
}

export function createSweeper({ keeper, sleep }: SweeperOptions): Sweeper {
	const closing = new AbortController();
	const { signal } = closing;
	let isWoken = false;
	let working: Promise<void> | null = null;

	const sweep = async () => {
		while (!signal.aborted && (await keeper.write({ needs: [], run: sweepSome }))) {
			await sleep(pauseMs, signal);
		}
	};
	const work = async () => {
		while (isWoken && !signal.aborted) {
			isWoken = false;
			try {
				await sweep();
			} catch {
				// Whatever it was: what is out of sight is in nobody's way.
				isWoken = true;
				await sleep(retryMs, signal);
			}
		}
		working = null;
	};

	return {
		wake() {
			isWoken = true;
			working ??= Promise.resolve().then(work);
		},
		async close() {
			closing.abort();
			await working;
		},
	};
}

/** Sweeps out some of what is in a beginning that is over; false when there is none. */
function* sweepSome(draft: Draft): Step<boolean> {
	const [first] = yield* draft.entries({ index: indexes.garbage, limit: 1 });
	if (!first) return false;
	const place = first.member;
	const index = indexes.age(place);
	const entries = yield* draft.entries({ index, limit: sweptAtOnce });
	const kept = yield* draft.getAll(entries.map(({ member }) => keys.payment(place, member)));
	yield* draft.getAll(kept.flatMap((one) => (one ? namesOf(place, one) : [])));
	for (const [position, entry] of entries.entries()) {
		const one = kept[position];
		if (one) yield* forgetPayment(draft, place, one);
		else draft.leave(index, entry);
	}
	if (entries.length === sweptAtOnce) return true;
	for (const key of [keys.size, keys.strayCalls, keys.dueMark, keys.declinedMark]) {
		draft.remove(key(place));
	}
	draft.leave(indexes.garbage, { at: 0, member: place });
	return true;
}
