/**
 * Limits the memory in which questions to `verify` distinguish references and payments. Without a limit, a few dozen
 * questions with `per` about a full journal would fill the heap.
 */

/** The memory of the questions of one call. */
export interface VerifyMemory {
	/** Reserves memory for a reference or a transaction id. Returns false if there is none left. */
	reserve(text: string): boolean;
	reserveBytes(bytes: number): boolean;
	/**
	 * Counts the memory among that of the waiting calls, while a call that takes turns waits too. Returns false if they hold
	 * too much.
	 */
	beginWait(): boolean;
	endWait(): void;
	/** Whether the waiting calls together needed more memory than a process has for them: this call is refused. */
	isExhausted(): boolean;
	release(): void;
}

/**
 * The most bytes for one call: 20 questions about the payments of 10,000 orders need about 45 MB, and their patterns at
 * most 27 MB.
 */
const maxBytesOfCall = 64_000_000;
/** The most bytes for all waiting calls. Calls that do not wait take turns instead. */
export const maxBytesOfWaits = 128_000_000;

/** The bytes of an entry in a Map or a Set, and of the head of a string. */
const bytesOfEntry = 64;
const bytesOfCharacter = 2;

/** Returns a function that creates the memory of a call. */
export function createVerifyMemory(): (isWait: boolean) => VerifyMemory {
	let waitBytes = 0;
	return (isWaitingCall) => {
		let isWait = isWaitingCall;
		let bytes = 0;
		let isExhausted = false;
		const release = () => {
			if (isWait) waitBytes -= bytes;
			bytes = 0;
		};
		const reserveBytes = (more: number) => {
			if (isExhausted || bytes + more > maxBytesOfCall) return false;
			if (isWait && waitBytes + more > maxBytesOfWaits) {
				isExhausted = true;
				// Release the memory now, because all waits that grow at the same time would be refused otherwise.
				release();
				return false;
			}
			bytes += more;
			if (isWait) waitBytes += more;
			return true;
		};
		return {
			reserve: (text) => reserveBytes(bytesOfEntry + bytesOfCharacter * text.length),
			reserveBytes,
			beginWait() {
				isWait = waitBytes + bytes <= maxBytesOfWaits;
				if (isWait) waitBytes += bytes;
				return isWait;
			},
			endWait() {
				waitBytes -= bytes;
				isWait = false;
			},
			isExhausted: () => isExhausted,
			release,
		};
	};
}
