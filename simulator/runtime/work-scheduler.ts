/**
 * Spreads work over the turns of the event loop. Node accepts one connection in a turn, so a new client behind N others
 * waits for N turns: turns must be short while clients connect, however much a call costs. All servers of a process
 * share its event loop, and so this scheduler.
 */
import { runInNextTurn } from './awaitable.ts';
import { monotonicMs } from './time.ts';

/**
 * How long work may start in one turn, in milliseconds: what was queued, and what arrives after it. The last piece may take
 * longer.
 */
const workingMs = 10;
/** How long work may wait in a row because clients connect, in milliseconds. */
const acceptingMs = 10;

export interface Work {
	run(): void;
	/** Work of low priority starts after all other, but at least one piece of it in each turn. */
	isLowPriority(): boolean;
}

export class WorkScheduler {
	readonly #queue: Work[] = [];
	readonly #lowQueue: Work[] = [];
	/** Work that must not run in the current turn. */
	#forNextTurn: Work[] = [];
	/** Until when work may start in this turn; null before the first piece. */
	#endMs: number | null = null;
	/** Whether work of low priority has run in this turn. */
	#hasRunLow = false;
	#hasAccepted = false;
	/** Since when each turn has accepted a connection; null if the last one did not. */
	#acceptingSinceMs: number | null = null;
	#isTurnScheduled = false;

	/** Call this for each accepted connection. The next turn then runs no work, because more clients may connect. */
	noteAccepted(): void {
		this.#hasAccepted = true;
		this.#acceptingSinceMs ??= monotonicMs();
		this.#scheduleTurn();
	}

	/** Runs the work at once, or in a later turn. Its priority is asked for when its turn may have come. */
	run(work: Work): void {
		this.#scheduleTurn();
		const isFree =
			this.#acceptingSinceMs === null && this.#queue.length + this.#lowQueue.length === 0;
		if (isFree && this.#hasTime()) work.run();
		else this.#queue.push(work);
	}

	/** Resolves in a later turn of the event loop, with low priority. */
	yieldToCalls(): Promise<void> {
		this.#scheduleTurn();
		return new Promise((resolve) => {
			this.#forNextTurn.push({ run: resolve, isLowPriority: () => true });
		});
	}

	#hasTime(): boolean {
		const nowMs = monotonicMs();
		this.#endMs ??= nowMs + workingMs;
		return nowMs < this.#endMs;
	}

	#scheduleTurn(): void {
		if (this.#isTurnScheduled) return;
		this.#isTurnScheduled = true;
		runInNextTurn(this.#beginTurn);
	}

	/** Runs after the event loop has accepted a connection and has read from the others. */
	readonly #beginTurn = (): void => {
		this.#isTurnScheduled = false;
		this.#endMs = null;
		const sinceMs = this.#hasAccepted ? this.#acceptingSinceMs : null;
		this.#hasAccepted = false;
		const isAccepting = sinceMs !== null && monotonicMs() - sinceMs < acceptingMs;
		this.#acceptingSinceMs = isAccepting ? sinceMs : null;
		if (isAccepting) {
			this.#scheduleTurn();
			return;
		}
		this.#lowQueue.push(...this.#forNextTurn);
		this.#forNextTurn = [];
		this.#hasRunLow = false;
		this.#runMore();
	};

	readonly #runMore = (): void => {
		const work = this.#next();
		if (!work) return;
		this.#scheduleTurn();
		work.run();
		// Much of a call may run after an `await`. A tick that a microtask adds runs after all of that, so the time of the
		// next piece includes it.
		queueMicrotask(() => process.nextTick(this.#runMore));
	};

	#next(): Work | undefined {
		// Without work, the time of the turn does not begin.
		if (this.#queue.length + this.#lowQueue.length === 0) return undefined;
		if (this.#hasTime()) {
			const usual = this.#nextUsual();
			if (usual) return usual;
		} else if (this.#hasRunLow) {
			return undefined;
		}
		this.#hasRunLow = true;
		return this.#lowQueue.shift();
	}

	/** Takes the oldest work that has no low priority. */
	#nextUsual(): Work | undefined {
		for (let work = this.#queue.shift(); work; work = this.#queue.shift()) {
			if (!work.isLowPriority()) return work;
			this.#lowQueue.push(work);
		}
		return undefined;
	}
}

export const workScheduler = new WorkScheduler();

/** A long computation awaits this between its slices: calls run first, and clients can connect. */
export function yieldToCalls(): Promise<void> {
	return workScheduler.yieldToCalls();
}
