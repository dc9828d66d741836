/** A heap whose entries may go stale: they are passed over, and swept out before they outnumber the others. */

export interface Heap<T> {
	push(entry: T): void;
	/** The first that is not stale, which stays. */
	peek(): T | undefined;
	pop(): T | undefined;
}

interface HeapOrder<T> {
	before(one: T, other: T): boolean;
	/** Once stale, an entry never matters again. */
	isStale(entry: T): boolean;
}

const smallest = 64;

export function createHeap<T>({ before, isStale }: HeapOrder<T>): Heap<T> {
	let entries: T[] = [];
	let sweepAt = smallest;

	const at = (index: number) => entries[index] as T;
	const swap = (one: number, other: number) => {
		const held = at(one);
		entries[one] = at(other);
		entries[other] = held;
	};
	const rise = (from: number) => {
		for (let index = from; index > 0; ) {
			const parent = (index - 1) >> 1;
			if (!before(at(index), at(parent))) return;
			swap(index, parent);
			index = parent;
		}
	};
	const sink = (from: number) => {
		for (let index = from; ; ) {
			let first = index;
			for (const child of [2 * index + 1, 2 * index + 2]) {
				if (child < entries.length && before(at(child), at(first))) first = child;
			}
			if (first === index) return;
			swap(index, first);
			index = first;
		}
	};
	const takeFirst = () => {
		const first = entries[0];
		const last = entries.pop();
		if (entries.length > 0) {
			entries[0] = last as T;
			sink(0);
		}
		return first;
	};
	const sweep = () => {
		entries = entries.filter((entry) => !isStale(entry));
		for (let index = (entries.length >> 1) - 1; index >= 0; index -= 1) sink(index);
		sweepAt = Math.max(smallest, 2 * entries.length);
	};
	const peek = () => {
		while (entries.length > 0 && isStale(at(0))) takeFirst();
		return entries[0];
	};

	return {
		push(entry) {
			if (entries.length >= sweepAt) sweep();
			entries.push(entry);
			rise(entries.length - 1);
		},
		peek,
		pop() {
			peek();
			return takeFirst();
		},
	};
}
