/**
 * The session ids of a run, to find those that more than one flow received. A run of hours has too many to keep them all:
 * each is kept as a hash of 63 bits, and a full table goes on with every second one, then every fourth, and so on.
 */

export interface Sessions {
	add(id: string): void;
	/** How many ids came more than once, and the first of them. */
	readonly shared: number;
	readonly examples: readonly string[];
	/** One in so many ids is compared; 1 compares all. */
	readonly sampledEvery: number;
}

const shownExamples = 3;

/** 32 MiB at most. Two different ids of a full table have the same hash once in a million runs. */
const mostIds = 2 ** 21;

export function createSessions(most = mostIds): Sessions {
	/** Two words for each id. The first of a free slot is 0; the lowest bit of the second marks an id that came more than once. */
	let table = new Uint32Array(2 ** 11);
	let count = 0;
	let shared = 0;
	let sampledEvery = 1;
	const examples: string[] = [];

	/** The slot of this hash, or the free one for it. */
	function slotOf(high: number, low: number): number {
		const slots = table.length / 2;
		let slot = high & (slots - 1);
		for (;;) {
			const [first = 0, second = 0] = [table[2 * slot], table[2 * slot + 1]];
			if (first === 0 || (first === high && second >>> 1 === low >>> 1)) return 2 * slot;
			slot = (slot + 1) & (slots - 1);
		}
	}

	/** Twice the slots, or half of the ids. */
	function grow() {
		const before = table;
		if (count < most) table = new Uint32Array(2 * before.length);
		else {
			table = new Uint32Array(before.length);
			sampledEvery *= 2;
		}
		count = 0;
		for (let index = 0; index < before.length; index += 2) {
			const [high = 0, low = 0] = [before[index], before[index + 1]];
			if (high === 0 || !isSampled(low)) continue;
			const slot = slotOf(high, low);
			table[slot] = high;
			table[slot + 1] = low;
			count += 1;
		}
	}

	/** By other bits than those that choose the slot. */
	const isSampled = (low: number) => (low >>> 1) % sampledEvery === 0;

	return {
		add(id) {
			const high = hash(id, 0x9747b28c) || 1;
			const low = hash(id, 0x3c6ef372) & ~1;
			if (!isSampled(low)) return;
			const slot = slotOf(high, low);
			if (table[slot] === 0) {
				table[slot] = high;
				table[slot + 1] = low;
				count += 1;
				if (4 * count >= table.length || count >= most) grow();
			} else if (((table[slot + 1] ?? 0) & 1) === 0) {
				table[slot + 1] = low | 1;
				shared += 1;
				if (examples.length < shownExamples) examples.push(id);
			}
		},
		get shared() {
			return shared;
		},
		get sampledEvery() {
			return sampledEvery;
		},
		examples,
	};
}

/** MurmurHash3 of the characters, 32 bits. */
function hash(text: string, seed: number): number {
	let value = seed;
	for (let index = 0; index < text.length; index += 1) {
		let block = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
		block = (block << 15) | (block >>> 17);
		value ^= Math.imul(block, 0x1b873593);
		value = (value << 13) | (value >>> 19);
		value = (Math.imul(value, 5) + 0xe6546b64) | 0;
	}
	value ^= text.length;
	value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
	return (value ^ (value >>> 16)) >>> 0;
}
