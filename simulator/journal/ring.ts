/** Entries in order of coming, the oldest of which go: taking one away costs the same however many there are. */

export interface Ring<T> {
	push(item: T): void;
	/** Takes the oldest away. */
	shift(): T | undefined;
	size(): number;
	newestFirst(): Generator<T>;
}

/** Fewer empty places at the front than this are not worth moving the others. */
const fewEmpty = 1024;

export function createRing<T>(): Ring<T> {
	let items: (T | undefined)[] = [];
	let head = 0;
	return {
		push(item) {
			items.push(item);
		},
		shift() {
			if (head === items.length) return undefined;
			const oldest = items[head];
			// What went must not be kept from being forgotten.
			items[head] = undefined;
			head += 1;
			if (head >= fewEmpty && head * 2 > items.length) {
				items = items.slice(head);
				head = 0;
			}
			return oldest;
		},
		size: () => items.length - head,
		*newestFirst() {
			for (let index = items.length - 1; index >= head; index -= 1) yield items[index] as T;
		},
	};
}
