/** Outcomes as a request or setting contains them: one keyword, or one for each attempt. */
import { z } from 'zod';
import { mostAttempts, outcomes } from './test-values.ts';

/** A keyword in any case. A pattern of JSON Schema has no flags. */
const anyCase = `(?:${outcomes
	.map((outcome) => outcome.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`))
	.join('|')})`;

/** The pattern of one keyword. */
export const outcomeText = `^${anyCase}$`;

/** The pattern of a list, for the reference only: the routes answer an unknown keyword with the list of known ones. */
export const outcomeListText = `^${anyCase}(?: ?, ?${anyCase}){0,${mostAttempts - 1}}$`;

/**
 * One keyword, several separated by commas, or a list: one per attempt, and the last one repeats. The routes check the
 * keywords and their number.
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
