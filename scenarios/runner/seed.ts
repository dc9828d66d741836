/** The one rule of seeds for every command that takes one: what `serve` takes, because it is handed on to it. */
import { isSeed, seedRule } from '../../simulator/contract/seed.ts';

/** What is wrong with a seed, in the parts every problem is told in; undefined when nothing is. */
export function seedProblem(seed: number) {
	if (isSeed(seed)) return undefined;
	return {
		field: '--seed',
		rule: `${seedRule}.`,
		fix: 'Give one such as 1.',
	};
}
