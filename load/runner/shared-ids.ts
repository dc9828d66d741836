/**
 * Finds session or transaction ids that more than one flow received. A run of hours has too many ids to keep them all.
 * Each is kept as a hash of 63 bits; when the table is full, only every second id is compared, then every fourth, and so
 * on.
 */
import type { CountedCases } from '../../reports/verdict-rules.ts';

export interface SharedIds {
	/** Adds an id of a flow. An id that the flow received several times is added once. */
	add(id: string): void;
	/** How many ids came more than once. `examples` are the first of them. */
	readonly shared: number;
	readonly examples: readonly string[];
	/** One in this many ids is compared; 1 compares all. */
	readonly sampledEvery: number;
}

const shownExamples = 3;

/**
 * The most ids in the table: it takes 32 MiB. In a full table, two different ids have the same hash once in a million
 * runs.
 */
const maxIds = 2 ** 21;

export function createSharedIds(most = maxIds): SharedIds {
	/**
	 * Each id takes two 32-bit words. The first word of a free slot is 0; the lowest bit of the second marks an id that
	 * came more than once.
	 */
	let table = new Uint32Array(2 ** 11);
	let count = 0;
	let shared = 0;
	let sampledEvery = 1;
	const examples: string[] = [];

	/** Finds the slot of a hash, or the free slot for it. */
	function slotOf(high: number, low: number): number {
		const slots = table.length / 2;
		let slot = high & (slots - 1);
		for (;;) {
			const [first = 0, second = 0] = [table[2 * slot], table[2 * slot + 1]];
			if (first === 0 || (first === high && second >>> 1 === low >>> 1)) return 2 * slot;
			slot = (slot + 1) & (slots - 1);
		}
	}

	/** Doubles the slots, or removes half of the ids from a full table. */
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

	/** Sampling uses other bits of the hash than those that choose the slot. */
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

/** The ids of the flows of a run. */
export interface FlowIdSets {
	sessions: SharedIds;
	transactions: SharedIds;
}

export const createFlowIdSets = (): FlowIdSets => ({
	sessions: createSharedIds(),
	transactions: createSharedIds(),
});

const countOf = ({ shared: count, examples }: SharedIds): CountedCases => ({
	count,
	examples: [...examples],
});

/** The ids of several flows, as the verdict counts them. */
export const countSharedIds = (ids: FlowIdSets) => ({
	sharedSessions: countOf(ids.sessions),
	sharedTransactions: countOf(ids.transactions),
});

/** MurmurHash3 over the characters of a text, with 32 bits. */
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
