/** Limits over all connections of a server: their waiting calls, unread bytes, and bytes of incomplete bodies. */

/** The most calls that wait for an earlier call on their connection, over all connections. Each takes about 5 KiB. */
const maxWaiting = 2_048;
/** The most bytes of responses that clients have not read, over all connections. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The most bytes of bodies of which a part has not arrived, over all connections. Most bodies arrive at once. */
const maxArrivingBytes = 32 * 1024 * 1024;

interface Holder {
	readonly unreadBytes: number;
	/** Disconnects the client. */
	cut(): void;
}

/**
 * Bytes that connections hold in memory until their clients send or read more. Above the limit, it disconnects those that
 * have held bytes for longest without reading any, and not the one that needs more: usual clients hold them for
 * milliseconds.
 */
class HeldBytes {
	readonly #maxBytes: number;
	/** Returns what a connection holds now of the bytes that were set. */
	readonly #currentBytes: (holder: Holder, set: number) => number;
	/** The bytes of each connection; first the one that has held some for longest without reading any. */
	readonly #held = new Map<Holder, number>();
	#total = 0;

	constructor(maxBytes: number, currentBytes: (holder: Holder, set: number) => number) {
		this.#maxBytes = maxBytes;
		this.#currentBytes = currentBytes;
	}

	set(holder: Holder, bytes: number): void {
		this.#update(holder, bytes);
		if (this.#total <= this.#maxBytes) return;
		for (const [oldest, before] of [...this.#held]) {
			if (this.#total <= this.#maxBytes) return;
			const left = this.#currentBytes(oldest, before);
			this.#update(oldest, 0);
			// The one that is served has only just got its bytes.
			if (left < before || oldest === holder) this.#update(oldest, left);
			else oldest.cut();
		}
		if (this.#total <= this.#maxBytes) return;
		// Many that read a little can hold too much too. Make some room, or each write would visit them all again.
		for (const oldest of [...this.#held.keys()]) {
			if (this.#total <= this.#maxBytes * 0.9) return;
			if (oldest === holder && this.#held.size > 1) continue;
			this.#update(oldest, 0);
			oldest.cut();
		}
	}

	#update(holder: Holder, bytes: number): void {
		const before = this.#held.get(holder) ?? 0;
		if (bytes === before) return;
		this.#total += bytes - before;
		if (bytes > 0) this.#held.set(holder, bytes);
		else this.#held.delete(holder);
	}
}

export class SharedLimits {
	/** A client may have read since the last write. */
	readonly unread = new HeldBytes(maxUnreadBytes, ({ unreadBytes }) => unreadBytes);
	readonly arriving = new HeldBytes(maxArrivingBytes, (_, set) => set);
	#waiting = 0;

	/** Adds to the number of waiting calls; `calls` is negative if calls no longer wait. */
	addWaiting(calls: number): void {
		this.#waiting += calls;
	}

	/** Whether one more call may wait. */
	get hasRoom(): boolean {
		return this.#waiting < maxWaiting;
	}
}
