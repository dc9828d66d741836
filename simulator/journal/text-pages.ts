/** The memory that texts stand on: counted wherever it is, and taken again rather than anew. */

export interface Page {
	readonly bytes: Buffer;
	/** Texts on it that are still wanted. */
	wanted: number;
}

export interface TextPages {
	/** One that nothing stands on, of so many bytes at least, or of the most that a page has. */
	take(bytes: number): Page;
	/** One of exactly so many bytes. */
	make(bytes: number): Page;
	/** Nothing that stands there is wanted any more. */
	give(page: Page): void;
	/** So many bytes more are wanted, or less. */
	use(bytes: number): void;
	/** Bytes of pages that hold nothing that is wanted: beside the texts, what these take. */
	unused(): number;
}

const smallestPage = 1024;
export const largestPage = 64 * 1024;

/** Of each size, so many bytes wait to be taken again, beside all that is counted. */
const mostSpare = largestPage;

/** Of a whole journal: what one workspace gives back, another takes. */
export function createTextPages(): TextPages {
	let unused = 0;
	const spares = new Map<number, Page[]>();
	for (let size = smallestPage; size <= largestPage; size *= 2) spares.set(size, []);

	const make = (bytes: number): Page => {
		unused += bytes;
		// Of its own, and no part of what others share: it is kept long.
		return { bytes: Buffer.allocUnsafeSlow(bytes), wanted: 0 };
	};
	return {
		take(bytes) {
			let size = smallestPage;
			while (size < bytes && size < largestPage) size *= 2;
			const page = spares.get(size)?.pop();
			if (page === undefined) return make(size);
			unused += size;
			return page;
		},
		make,
		give(page) {
			const size = page.bytes.length;
			unused -= size;
			const alike = spares.get(size);
			if (alike && alike.length * size < mostSpare) alike.push(page);
		},
		use(bytes) {
			unused -= bytes;
		},
		unused: () => unused,
	};
}
