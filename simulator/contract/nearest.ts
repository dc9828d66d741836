/** Finds the known name that a misspelt name most likely means. This file imports nothing. */

/** Suggests a name, such as ` (did you mean port?)`; empty if no known name is similar. */
export function didYouMean(name: string, known: Iterable<string>): string {
	const meant = nearestName(name, known);
	return meant === null ? '' : ` (did you mean ${meant}?)`;
}

/** The most similar known name, in any letter case; null if more than a third of its letters differ. */
export function nearestName(name: string, known: Iterable<string>): string | null {
	// Ignore long names: computing the distance takes quadratic time.
	if (name.length > 64) return null;
	let best: string | null = null;
	let least = Number.POSITIVE_INFINITY;
	for (const candidate of known) {
		const edits = distance(name.toLowerCase(), candidate.toLowerCase());
		if (edits < least && edits <= Math.max(1, candidate.length / 3)) {
			best = candidate;
			least = edits;
		}
	}
	return best;
}

/** The optimal string alignment distance: the number of insertions, deletions, replacements and swaps of neighbours. */
function distance(from: string, to: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let row = 1; row <= from.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= to.length; column += 1) {
			const same = from[row - 1] === to[column - 1];
			const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current[column] = Math.min(
				(current[column - 1] ?? 0) + 1,
				(last[column] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
				isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[to.length] ?? 0;
}
