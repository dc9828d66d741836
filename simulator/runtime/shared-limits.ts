/** What the connections of a server share: the start of their calls, and the limits that hold for all of them together. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Calls that start in one turn of the event loop. The others start in the next, so that timers and new clients get theirs. */
const mostStarts = 64;
/** Calls that wait for the call before them on their connection. Each takes about 5 KiB. */
const mostWaiting = 2_048;
/** Bytes of responses that clients have not read. */
const mostUnreadBytes = 16 * 1024 * 1024;

export class SharedLimits {
	readonly #listener: RequestListener;
	#starts = 0;
	#postponed: (() => void)[] = [];
	#waiting = 0;
	#unreadBytes = 0;

	constructor(listener: RequestListener) {
		this.#listener = listener;
	}

	start(request: IncomingMessage, response: ServerResponse): void {
		if (response.destroyed) return;
		if (this.#starts === 0) setImmediate(this.#nextTurn);
		this.#starts += 1;
		if (this.#starts <= mostStarts) this.#listener(request, response);
		else this.#postponed.push(() => this.start(request, response));
	}

	/** Counts calls that begin to wait, or that no longer do. */
	addWaiting(calls: number): void {
		this.#waiting += calls;
	}

	addUnread(bytes: number): void {
		this.#unreadBytes += bytes;
	}

	/** Whether another call may wait. */
	get hasRoom(): boolean {
		return this.#waiting < mostWaiting;
	}

	get hasTooMuchUnread(): boolean {
		return this.#unreadBytes > mostUnreadBytes;
	}

	readonly #nextTurn = (): void => {
		const starts = this.#postponed;
		this.#postponed = [];
		this.#starts = 0;
		for (const start of starts) start();
	};
}
