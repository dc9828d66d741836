/** The longest reference that a pattern matches, in UTF-16 units. `limits.lengths.text` allows longer ones only if raised. */
export const longestReference = 1_000;

/**
 * A compiled pattern. Its units are its literal characters and its `?`, without the stars. Each set of units is a bit
 * set, in which bit 0 is the first unit.
 */
interface UnitSets {
	/** The units that are a literal character, by its code point. */
	readonly byCode: ReadonlyMap<number, Uint32Array>;
	/** The units that are `?`. */
	readonly any: Uint32Array;
	/** The units after a star. The bit behind the last unit is set if the pattern ends with a star. */
	readonly starred: Uint32Array;
	readonly count: number;
}

/** Returns whether a text matches the pattern. `null`, for a call without a reference, matches none. */
export type GlobTest = (text: string | null) => boolean;

/**
 * Compiles a pattern: `*` stands for any characters, `?` for one, and `\` makes the next one literal. A character is a
 * code point, so that an emoji of two UTF-16 units is one. The test follows all possible places in the pattern at once,
 * 32 in a step: a search that goes back to the last star would take quadratic time. This file imports nothing.
 */
export function compileGlob(glob: string): GlobTest {
	const firstSpecial = glob.search(/[*?\\]/);
	if (firstSpecial < 0) return (text) => text === glob && glob.length <= longestReference;
	// Most references differ from a pattern in its literal beginning, and sets of bits take long to build.
	const beginning = glob.slice(0, firstSpecial);
	let units: UnitSets | undefined;
	return (text) => {
		if (text === null || text.length > longestReference || !text.startsWith(beginning))
			return false;
		units ??= unitSetsOf(glob);
		return fits(text, units);
	};
}

function fits(text: string, { byCode, any, starred, count }: UnitSets): boolean {
	/** Bit n is set if the text so far matches the first n units. */
	const places = new Uint32Array(any.length);
	places[0] = 1;
	for (let at = 0, code = 0; at < text.length; at += utf16LengthOf(code)) {
		code = codeAt(text, at);
		const same = byCode.get(code) ?? any;
		let carry = 0;
		let isPossible = false;
		for (let word = 0; word < places.length; word += 1) {
			const before = at32(places, word);
			const passed = before & (at32(same, word) | at32(any, word));
			const after = (passed << 1) | carry | (before & at32(starred, word));
			carry = passed >>> 31;
			places[word] = after;
			isPossible ||= after !== 0;
		}
		if (!isPossible) return false;
	}
	return hasBit(places, count);
}

function unitSetsOf(glob: string): UnitSets {
	const newSet = () => new Uint32Array((glob.length >>> 5) + 1);
	const byCode = new Map<number, Uint32Array>();
	const [any, starred] = [newSet(), newSet()];
	let count = 0;
	for (let at = 0, code = 0; at < glob.length; at += utf16LengthOf(code)) {
		code = codeAt(glob, at);
		if (glob[at] === '*') {
			addBit(starred, count);
			continue;
		}
		if (glob[at] === '?') addBit(any, count);
		else {
			if (glob[at] === '\\' && at + 1 < glob.length) {
				at += 1;
				code = codeAt(glob, at);
			}
			const units = byCode.get(code) ?? newSet();
			byCode.set(code, units);
			addBit(units, count);
		}
		count += 1;
	}
	return { byCode, any, starred, count };
}

/** The code point at an index. Half of a surrogate pair is a character of its own. */
const codeAt = (text: string, at: number): number => text.codePointAt(at) ?? 0;
/** How many UTF-16 units a code point has. */
const utf16LengthOf = (code: number): number => (code > 0xffff ? 2 : 1);

const at32 = (set: Uint32Array, word: number): number => set[word] ?? 0;

function addBit(set: Uint32Array, bit: number): void {
	set[bit >>> 5] = at32(set, bit >>> 5) | (1 << (bit & 31));
}

function hasBit(set: Uint32Array, bit: number): boolean {
	return ((at32(set, bit >>> 5) >>> (bit & 31)) & 1) === 1;
}
