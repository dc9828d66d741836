/** First in, first out, with the same cost for every length: `shift` on a large array moves all its items. */

export interface Queue<T> {
	push(item: T): void;
	/** Removes the oldest item. */
	shift(): T | undefined;
	size(): number;
	/** The item at this index, counted from the oldest one. */
	at(index: number): T | undefined;
	/** From the newest of the `count` oldest items on; of all without a count. */
	newestFirst(count?: number): Generator<T>;
}

/** A smaller gap at the front is not worth moving the items. */
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
