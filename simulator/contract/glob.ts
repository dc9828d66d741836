/** A longer text fits no glob: the comparison takes quadratic time at worst. */
export const maxGlobTextLength = 1_000;

/**
 * Whether a text fits a glob: `*` stands for any characters, `?` for one, and `\` makes the next one literal. In linear
 * space. This file imports nothing.
 */
export function fitsGlob(text: string | null, glob: string): boolean {
	if (text === null || text.length > maxGlobTextLength) return false;
	let [at, next] = [0, 0];
	let star = -1;
	let from = 0;
	while (at < text.length) {
		const isEscaped = glob[next] === '\\' && next + 1 < glob.length;
		const wanted = isEscaped ? glob[next + 1] : glob[next];
		if (wanted === '*' && !isEscaped) {
			star = next;
			from = at;
			next += 1;
		} else if (wanted === text[at] || (wanted === '?' && !isEscaped)) {
			at += 1;
			next += isEscaped ? 2 : 1;
		} else if (star >= 0) {
			// The last star takes one more character.
			from += 1;
			at = from;
			next = star + 1;
		} else return false;
	}
	return /^\**$/.test(glob.slice(next));
}
