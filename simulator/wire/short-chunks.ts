/**
 * Joins the short chunks of a body as they arrive. Each chunk takes 200 bytes beside its data, and 64 KiB may have
 * 10,000 chunks of one byte.
 */

const joinedBytes = 4_096;
const maxChunks = 64;

export class ShortChunks {
	#chunks: Buffer[] = [];
	#bytes = 0;

	/** Adds a chunk. Returns the data of all added chunks when it is long enough, otherwise null. */
	add(chunk: Buffer): Buffer | null {
		if (this.#chunks.length === maxChunks) this.#chunks = [Buffer.concat(this.#chunks)];
		this.#chunks.push(chunk);
		this.#bytes += chunk.length;
		return this.#bytes < joinedBytes ? null : this.take();
	}

	/** Returns the data that `add` has not returned yet; null if there is none. */
	take(): Buffer | null {
		const [only, ...others] = this.#chunks;
		this.#chunks = [];
		this.#bytes = 0;
		return only && others.length > 0 ? Buffer.concat([only, ...others]) : (only ?? null);
	}
}
