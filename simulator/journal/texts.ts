/**
 * The texts of a journal, outside the heap that V8 collects: thousands of them live just long enough to be moved twice by
 * it, which would cost a call more than everything else the journal does.
 */

/** Where a text stands. */
export interface Place {
	readonly page: Page;
	readonly from: number;
	readonly to: number;
}

interface Page {
	readonly bytes: Buffer;
	/** Texts on it that are still wanted. */
	wanted: number;
}

export interface Texts {
	keep(text: string): Place;
	/** What stood there is not wanted any more, and may be written over. */
	release(place: Place): void;
}

const smallestPage = 4 * 1024;
const largestPage = 64 * 1024;

/** No character takes more bytes, for each of its units. */
const mostBytes = 3;

export function createTexts(): Texts {
	let page = newPage(smallestPage);
	let used = 0;
	let spare: Page | null = null;

	const turn = () => {
		const next = spare ?? newPage(Math.min(page.bytes.length * 2, largestPage));
		spare = null;
		page = next;
		used = 0;
	};

	return {
		keep(text) {
			const most = text.length * mostBytes;
			// One that would leave much of a page empty has one to itself.
			if (most > largestPage / 4) {
				const bytes = Buffer.from(text);
				return { page: { bytes, wanted: 1 }, from: 0, to: bytes.length };
			}
			while (used + most > page.bytes.length) turn();
			const from = used;
			used += page.bytes.write(text, from);
			page.wanted += 1;
			return { page, from, to: used };
		},
		release({ page: left }) {
			left.wanted -= 1;
			if (left.wanted === 0 && left !== page && left.bytes.length === largestPage) spare = left;
		},
	};
}

export function textAt({ page, from, to }: Place): string {
	return page.bytes.toString('utf8', from, to);
}

/** Of its own, and no part of what others share: it is kept long. */
function newPage(bytes: number): Page {
	return { bytes: Buffer.allocUnsafeSlow(bytes), wanted: 0 };
}
