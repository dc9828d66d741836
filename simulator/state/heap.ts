/** A heap whose entries know their places: one that changes or goes is found at once, and nobody else is looked at. */

export interface Placed {
	/** Where it stands in the one heap it is in; the heap keeps it. */
	place: number;
}

export interface Heap<T> {
	push(entry: T): void;
	peek(): T | undefined;
	pop(): T | undefined;
	/** To be called when the order of an entry has changed. */
	move(entry: T): void;
	remove(entry: T): void;
}

export function createHeap<T extends Placed>(before: (one: T, other: T) => boolean): Heap<T> {
	const entries: T[] = [];

	const at = (index: number) => entries[index] as T;
	const put = (entry: T, index: number) => {
		entries[index] = entry;
		entry.place = index;
	};
	/** The others make room on the way, and the entry is put down once. */
	const rise = (entry: T) => {
		let index = entry.place;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!before(entry, at(parent))) break;
			put(at(parent), index);
			index = parent;
		}
		put(entry, index);
	};
	const sink = (entry: T) => {
		let index = entry.place;
		for (;;) {
			const left = 2 * index + 1;
			if (left >= entries.length) break;
			const right = left + 1;
			const first = right < entries.length && before(at(right), at(left)) ? right : left;
			if (!before(at(first), entry)) break;
			put(at(first), index);
			index = first;
		}
		put(entry, index);
	};
	const move = (entry: T) => {
		rise(entry);
		sink(entry);
	};
	const remove = (entry: T) => {
		const last = entries.pop() as T;
		if (last === entry) return;
		put(last, entry.place);
		move(last);
	};

	return {
		push(entry) {
			entry.place = entries.push(entry) - 1;
			rise(entry);
		},
		peek: () => entries[0],
		pop() {
			const [first] = entries;
			if (first) remove(first);
			return first;
		},
		move,
		remove,
	};
}
