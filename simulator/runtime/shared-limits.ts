/**
 * Limits over all connections of a server: it spreads the starts of their calls, and counts their waiting calls and
 * unread bytes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * The most calls that start in one turn of the event loop. Later calls start in the next turn, after timers and new
 * clients.
 */
const mostStarts = 64;
/** The most calls that wait for an earlier call on their connection, over all connections. Each takes about 5 KiB. */
const mostWaiting = 2_048;
/** The most bytes of responses that clients have not read, over all connections. */
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

	/** Starts the call in this event-loop turn, or in a later one. */
	start(request: IncomingMessage, response: ServerResponse): void {
		if (response.destroyed) return;
		if (this.#starts === 0) setImmediate(this.#nextTurn);
		this.#starts += 1;
		if (this.#starts <= mostStarts) this.#listener(request, response);
		else this.#postponed.push(() => this.start(request, response));
	}

	/** Adds to the number of waiting calls; `calls` is negative if calls no longer wait. */
	addWaiting(calls: number): void {
		this.#waiting += calls;
	}

	addUnread(bytes: number): void {
		this.#unreadBytes += bytes;
	}

	/** Whether one more call may wait. */
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
