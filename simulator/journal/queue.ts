/**
 * A first-in-first-out list whose operations cost the same at any length: `shift` on a large array moves all its items.
 */

export interface Queue<T> {
	push(item: T): void;
	/** Removes the oldest item. */
	shift(): T | undefined;
	size(): number;
	/** Returns the item at this index, counted from the oldest one. */
	at(index: number): T | undefined;
	/** Yields the `count` oldest items (all by default), the newest of them first. */
	newestFirst(count?: number): Generator<T>;
}

/** The most removed items at the front before the others are moved. */
const smallGap = 1024;

export function createQueue<T>(): Queue<T> {
	let items: (T | undefined)[] = [];
	let head = 0;
	return {
		push(item) {
			items.push(item);
		},
		shift() {
			if (head === items.length) return undefined;
			const oldest = items[head];
			items[head] = undefined;
			head += 1;
			if (head >= smallGap && head * 2 > items.length) {
				items = items.slice(head);
				head = 0;
			}
			return oldest;
		},
		size: () => items.length - head,
		at: (index) => items[head + index],
		*newestFirst(count = items.length - head) {
			for (let index = head + count - 1; index >= head; index -= 1) yield items[index] as T;
		},
	};
}
