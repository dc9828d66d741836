/** Outcomes as people write them: one keyword, or one for each attempt. */
import { z } from 'zod';
import { mostAttempts, outcomes } from './test-values.ts';

/** A keyword in any case: a pattern in a schema has no flags. */
const anyCase = `(?:${outcomes
	.map((outcome) => outcome.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`))
	.join('|')})`;

/** One keyword. */
export const outcomeText = `^${anyCase}$`;

/** For the reference; who takes the text tells the known keywords when it is another. */
export const outcomeListText = `^${anyCase}(?: ?, ?${anyCase}){0,${mostAttempts - 1}}$`;

/**
 * One keyword, several separated by commas, or a list: one per attempt, the last repeating. How many there may be, and
 * which, is told by who takes them.
 */
export const outcomeListSchema = z.union(
	[
		z.string().meta({ pattern: outcomeListText }),
		z
			.array(z.string().meta({ pattern: outcomeText }))
			.min(1)
			.meta({ maxItems: mostAttempts }),
	],
	'must be a keyword, several separated by commas, or a list of them',
);
