/**
 * Stores the bodies of calls as UTF-8 in pages outside V8's heap. In the heap, the garbage collector would copy each
 * stored string twice, which takes as much time as the rest of the journal.
 */

interface Page {
	readonly bytes: Buffer;
	/** The number of records whose bodies are in this page. */
	records: number;
}

/** The place of a call's bodies in a page: the request, then the response. */
export interface StoredBodies {
	readonly page: Page;
	readonly from: number;
	readonly responseFrom: number;
	readonly to: number;
}

export interface StoredText {
	readonly text: string;
	/** The length of the text in UTF-8 bytes. */
	readonly bytes: number;
}

/** The pages of one workspace. */
export interface BodyPages {
	/** Stores two bodies. `heldBytes` is how many bytes the journal keeps for the workspace so far. */
	store(request: Buffer, response: StoredText, heldBytes: number): StoredBodies;
	/** Call this when the record of these bodies is evicted. */
	release(bodies: StoredBodies): void;
}

const largestPage = 64 * 1024;
/** The most empty pages that are kept for reuse: allocating a page costs more than writing bodies to it. */
const maxSpares = 16;

/** Creates the pages of a workspace. `spares` are empty pages, which all workspaces share. */
export function createBodyPages(spares: Page[]): BodyPages {
	let page: Page = { bytes: Buffer.alloc(0), records: 0 };
	let used = 0;
	/** Begins a new page. Its size grows with the workspace: at most an eighth of the workspace's bytes is unused. */
	const turn = (bytes: number, heldBytes: number) => {
		const size = Math.max(bytes, Math.min(largestPage, heldBytes >> 3));
		const spare = size === largestPage ? spares.pop() : undefined;
		page = spare ?? { bytes: Buffer.allocUnsafeSlow(size), records: 0 };
		used = 0;
	};
	return {
		store(request, { text, bytes: textBytes }, heldBytes) {
			const bytes = request.length + textBytes;
			if (used + bytes > page.bytes.length) turn(bytes, heldBytes);
			const from = used;
			const responseFrom = from + request.copy(page.bytes, from);
			// A text with as many bytes as characters is ASCII: copy it without encoding.
			const encoding = textBytes === text.length ? 'latin1' : 'utf8';
			used = responseFrom + page.bytes.write(text, responseFrom, encoding);
			page.records += 1;
			return { page, from, responseFrom, to: used };
		},
		release({ page: left }) {
			left.records -= 1;
			const isSpare = left.records === 0 && left !== page && left.bytes.length === largestPage;
			if (isSpare && spares.length < maxSpares) spares.push(left);
		},
	};
}

/** Reads the bodies as texts; null for an empty body. */
export function readBodies({ page, from, responseFrom, to }: StoredBodies) {
	const textOf = (start: number, end: number) =>
		start === end ? null : page.bytes.toString('utf8', start, end);
	return { request: textOf(from, responseFrom), response: textOf(responseFrom, to) };
}
