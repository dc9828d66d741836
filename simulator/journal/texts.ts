/**
 * The texts of a workspace's calls, outside the heap that V8 collects: thousands of them live just long enough to be moved
 * twice by it, which would cost a call more than everything else the journal does.
 */
import type { Page, TextPages } from './text-pages.ts';
import { largestPage } from './text-pages.ts';

/** Where a text stands. */
export interface Place {
	readonly page: Page;
	readonly from: number;
	readonly to: number;
}

export interface Texts {
	keep(text: string): Place;
	/** What stood there is not wanted any more, and may be written over. */
	release(place: Place): void;
}

/** No character takes more bytes, for each of its units. */
const mostBytes = 3;

export function createTexts(pages: TextPages): Texts {
	/** Being filled. */
	let page: Page | null = null;
	let used = 0;
	/** Bytes of what is wanted. */
	let kept = 0;

	const write = (into: Page, text: string, from: number): Place => {
		const bytes = into.bytes.write(text, from);
		into.wanted += 1;
		kept += bytes;
		pages.use(bytes);
		return { page: into, from, to: from + bytes };
	};
	/** With room for a quarter of what is kept: what its first page and its last leave empty is little beside that. */
	const turn = (bytes: number): Page => {
		page = pages.take(Math.max(bytes, kept / 4));
		used = 0;
		return page;
	};
	/** One with room for the text: its exact length is counted only where the page might end. */
	const pageFor = (text: string): Page => {
		if (page !== null && used + text.length * mostBytes <= page.bytes.length) return page;
		const bytes = Buffer.byteLength(text);
		return page !== null && used + bytes <= page.bytes.length ? page : turn(bytes);
	};

	return {
		keep(text) {
			// One that would leave much of a page empty has one to itself.
			if (text.length * mostBytes > largestPage / 4) {
				return write(pages.make(Buffer.byteLength(text)), text, 0);
			}
			const into = pageFor(text);
			const place = write(into, text, used);
			used = place.to;
			return place;
		},
		release({ page: left, from, to }) {
			kept -= to - from;
			pages.use(from - to);
			left.wanted -= 1;
			if (left.wanted > 0) return;
			if (left === page) page = null;
			pages.give(left);
		},
	};
}

export function textAt({ page, from, to }: Place): string {
	return page.bytes.toString('utf8', from, to);
}
