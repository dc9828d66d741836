/**
 * A sorted list of entries, stored in chunks. Finding an entry takes O(log n) steps, and adding at the end is cheap.
 */
import type { IndexBound, IndexEntry, IndexRange, LimitedRange } from './backend.ts';

/**
 * Up to `chunkSize` entries, stored as columns. A number in such a column takes 8 bytes, and an entry needs no object.
 */
interface Chunk {
	readonly at: number[];
	readonly rank: number[];
	readonly id: string[];
}

const chunkSize = 128;

export interface SortedList {
	/** Adds an entry. Returns false if the list already has it. */
	add(entry: IndexEntry): boolean;
	/** Removes an entry. Returns false if the list does not have it. */
	remove(entry: IndexEntry): boolean;
	entries(range: Omit<LimitedRange, 'index'>): IndexEntry[];
	count(span: Omit<IndexRange, 'index'>): number;
	isEmpty(): boolean;
}

export function createSortedList(): SortedList {
	const chunks: Chunk[] = [];
	/** The position that the last `find` found: a chunk, and an index in it. */
	let chunkIndex = 0;
	let index = 0;

	/** Finds the first entry that is not before the given one. The id `null` sorts after every id. */
	const find = (at: number, rank: number, id: string | null): Chunk | undefined => {
		let low = 0;
		let high = chunks.length;
		const [first] = chunks;
		const last = chunks[high - 1];
		// Try the last chunk first, because times and orders grow and most changes are there; then the first, which
		// eviction reads.
		if (last && compare(last, 0, at, rank, id) < 0) low = high - 1;
		else if (first && compare(first, 0, at, rank, id) >= 0) high = 0;
		while (low < high) {
			const middle = (low + high) >> 1;
			const chunk = chunks[middle] as Chunk;
			if (compare(chunk, chunk.at.length - 1, at, rank, id) < 0) low = middle + 1;
			else high = middle;
		}
		const chunk = chunks[low];
		chunkIndex = low;
		index = 0;
		let end = chunk?.at.length ?? 0;
		while (chunk && index < end) {
			const middle = (index + end) >> 1;
			if (compare(chunk, middle, at, rank, id) < 0) index = middle + 1;
			else end = middle;
		}
		return chunk;
	};
	const findFirst = (from?: IndexBound) => find(from?.at ?? -Infinity, from?.rank ?? -Infinity, '');
	/** Finds the first entry after the bound. */
	const findEnd = (to?: IndexBound) => find(to?.at ?? Infinity, to?.rank ?? Infinity, null);
	/** Adds an entry after all others. */
	const append = (at: number, rank: number, id: string) => {
		const last = chunks.at(-1);
		if (last && last.at.length < chunkSize) insert(last, last.at.length, at, rank, id);
		else chunks.push({ at: [at], rank: [rank], id: [id] });
	};

	return {
		add({ at, rank, id }) {
			const last = chunks.at(-1);
			if (!last || compare(last, last.at.length - 1, at, rank, id) < 0) {
				append(at, rank, id);
				return true;
			}
			const chunk = find(at, rank, id) as Chunk;
			if (compare(chunk, index, at, rank, id) === 0) return false;
			insert(chunk, index, at, rank, id);
			if (chunk.at.length > chunkSize) chunks.splice(chunkIndex + 1, 0, cutHalf(chunk));
			return true;
		},
		remove({ at, rank, id }) {
			const chunk = find(at, rank, id);
			if (!chunk || compare(chunk, index, at, rank, id) !== 0) return false;
			chunk.at.splice(index, 1);
			chunk.rank.splice(index, 1);
			chunk.id.splice(index, 1);
			// Merge a small chunk with the next one: otherwise many chunks could contain few entries each.
			const next = chunks[chunkIndex + 1];
			const isSmall = next && chunk.at.length + next.at.length <= chunkSize >> 1;
			if (isSmall) chunks.splice(chunkIndex, 2, joined(chunk, next));
			else if (chunk.at.length === 0) chunks.splice(chunkIndex, 1);
			return true;
		},
		entries({ from, to, limit, isReverse = false }) {
			const found: IndexEntry[] = [];
			let chunk = isReverse ? findEnd(to) : findFirst(from);
			while (found.length < limit) {
				if (isReverse && index === 0) {
					chunkIndex -= 1;
					chunk = chunks[chunkIndex];
					index = chunk?.at.length ?? 0;
				} else if (!isReverse && index === chunk?.at.length) {
					chunkIndex += 1;
					chunk = chunks[chunkIndex];
					index = 0;
				}
				if (!chunk) break;
				if (isReverse) index -= 1;
				if (!isWithin(chunk, index, from, to)) break;
				found.push(entryAt(chunk, index));
				if (!isReverse) index += 1;
			}
			return found;
		},
		count({ from, to }) {
			findFirst(from);
			const first = { chunkIndex, index };
			findEnd(to);
			let count = index - first.index;
			if (first.chunkIndex > chunkIndex) return 0;
			for (const { at } of chunks.slice(first.chunkIndex, chunkIndex)) count += at.length;
			return Math.max(0, count);
		},
		isEmpty: () => chunks.length === 0,
	};
}

function isWithin(chunk: Chunk, index: number, from?: IndexBound, to?: IndexBound): boolean {
	const isBefore = from && compare(chunk, index, from.at, from.rank ?? -Infinity, '') < 0;
	const isAfter = to && compare(chunk, index, to.at, to.rank ?? Infinity, null) > 0;
	return !isBefore && !isAfter;
}

function entryAt(chunk: Chunk, index: number): IndexEntry {
	return {
		at: chunk.at[index] as number,
		rank: chunk.rank[index] as number,
		id: chunk.id[index] as string,
	};
}

/** Compares the entry at an index with the given one: negative if it is before it. */
function compare(chunk: Chunk, index: number, at: number, rank: number, id: string | null): number {
	const otherAt = chunk.at[index] as number;
	if (otherAt !== at) return otherAt < at ? -1 : 1;
	const otherRank = chunk.rank[index] as number;
	if (otherRank !== rank) return otherRank < rank ? -1 : 1;
	const otherId = chunk.id[index] as string;
	if (otherId === id) return 0;
	return id === null || otherId < id ? -1 : 1;
}

function insert(chunk: Chunk, index: number, at: number, rank: number, id: string): void {
	if (index === chunk.at.length) {
		chunk.at.push(at);
		chunk.rank.push(rank);
		chunk.id.push(id);
		return;
	}
	chunk.at.splice(index, 0, at);
	chunk.rank.splice(index, 0, rank);
	chunk.id.splice(index, 0, id);
}

function cutHalf({ at, rank, id }: Chunk): Chunk {
	const half = at.length >> 1;
	return { at: at.splice(half), rank: rank.splice(half), id: id.splice(half) };
}

function joined(one: Chunk, other: Chunk): Chunk {
	return {
		at: one.at.concat(other.at),
		rank: one.rank.concat(other.rank),
		id: one.id.concat(other.id),
	};
}
