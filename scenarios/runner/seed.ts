/** The one rule of seeds for every command that takes one: what `serve` takes, because it is handed on to it. */

export const highestSeed = 2 ** 32 - 1;

/** What is wrong with a seed, in the parts every problem is told in; undefined when nothing is. */
export function seedProblem(seed: number) {
	if (Number.isInteger(seed) && seed >= 0 && seed <= highestSeed) return undefined;
	return {
		field: '--seed',
		rule: `must be a whole number from 0 to ${highestSeed}.`,
		fix: 'Give one such as 1.',
	};
}
