/** Limits over all connections of a server: counts their waiting calls, unread bytes, and bytes of incomplete bodies. */

/** The most calls that wait for an earlier call on their connection, over all connections. Each takes about 5 KiB. */
const maxWaiting = 2_048;
/** The most bytes of responses that clients have not read, over all connections. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The most bytes of bodies of which a part has not arrived, over all connections. Most bodies arrive at once. */
const maxArrivingBytes = 32 * 1024 * 1024;

export class SharedLimits {
	#waiting = 0;
	#unreadBytes = 0;
	#arrivingBytes = 0;

	/** Adds to the number of waiting calls; `calls` is negative if calls no longer wait. */
	addWaiting(calls: number): void {
		this.#waiting += calls;
	}

	addUnread(bytes: number): void {
		this.#unreadBytes += bytes;
	}

	addArriving(bytes: number): void {
		this.#arrivingBytes += bytes;
	}

	/** Whether one more call may wait. */
	get hasRoom(): boolean {
		return this.#waiting < maxWaiting;
	}

	get hasTooMuchUnread(): boolean {
		return this.#unreadBytes > maxUnreadBytes;
	}

	get hasTooMuchArriving(): boolean {
		return this.#arrivingBytes > maxArrivingBytes;
	}
}
