/** Compares a name with the name of a customer, in the ways in which shops and providers write one. Pure. */

/**
 * Whether a name is that of the customer. It may have only some of the words, in another order, in capitals or without
 * accents. It may have other letters for special ones (`Mueller` or `Muller` for `Müller`), no signs (`OBrien`,
 * `Smith Jones` or `SmithJones` for `O'Brien` and `Smith-Jones`), and a length limit that cuts off its end.
 */
export function isSameName(received: string, ordered: string): boolean {
	const words = wordsOf(received).map(plainSpelling);
	const known = wordsOf(ordered).map(spellingsOf);
	if (words.length === 0) return false;
	return words.every((word) => isJoined(word, known.flat())) || isCut(words.join(''), known);
}

const wordsOf = (name: string) =>
	name
		.toLowerCase()
		.normalize('NFC')
		.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * The ways to write a special letter in plain ones, the usual one first. Other letters lose their accent: Unicode has a
 * base letter for them.
 */
const letterSpellings: Readonly<Record<string, readonly [plain: string, ...others: string[]]>> = {
	ä: ['a', 'ae'],
	å: ['a', 'aa'],
	æ: ['ae'],
	đ: ['d', 'dj'],
	ð: ['d', 'dh'],
	ħ: ['h'],
	ı: ['i'],
	ł: ['l'],
	ŋ: ['n', 'ng'],
	ö: ['o', 'oe'],
	ø: ['o', 'oe'],
	œ: ['oe'],
	ß: ['ss', 's'],
	ŧ: ['t'],
	þ: ['th'],
	ü: ['u', 'ue'],
};

const spellingsOfLetter = (letter: string) =>
	letterSpellings[letter] ?? ([letter.normalize('NFKD').replace(/\p{M}/gu, '')] as const);

const plainSpelling = (word: string) =>
	Array.from(word, (letter) => spellingsOfLetter(letter)[0]).join('');

const spellingsOf = (word: string): string[] =>
	Array.from(word).reduce<string[]>(
		(begun, letter) => spellingsOfLetter(letter).flatMap((end) => begun.map((text) => text + end)),
		[''],
	);

/** Whether a word is one of the known words, or several of them without a space. */
function isJoined(word: string, known: readonly string[]): boolean {
	/** The positions up to which the word consists of known words. */
	const ends = new Set([0]);
	for (let start = 0; start < word.length; start += 1) {
		if (!ends.has(start)) continue;
		for (const one of known) if (word.startsWith(one, start)) ends.add(start + one.length);
	}
	return ends.has(word.length);
}

/** Shorter beginnings are not compared, because several customers may have them. */
const fewestLettersOfCut = 12;

/**
 * Whether the letters are the beginning of the whole name. The name may begin with any of its words, because some shops
 * write the family name first.
 */
function isCut(letters: string, known: readonly (readonly string[])[]): boolean {
	if (letters.length < fewestLettersOfCut) return false;
	return known.some((_, first) => {
		let ends = [0];
		// `ends` has the positions up to which the letters are those of the words before.
		for (const spellings of [...known.slice(first), ...known.slice(0, first)]) {
			const rests = ends.map((end) => letters.slice(end));
			if (rests.some((rest) => spellings.some((one) => one.startsWith(rest)))) return true;
			ends = ends.flatMap((end) =>
				spellings.flatMap((one) => (letters.startsWith(one, end) ? [end + one.length] : [])),
			);
		}
		return false;
	});
}
