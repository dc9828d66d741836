/**
 * The form of outcomes in a request or a setting: one keyword for all attempts, or a list with one for each attempt.
 */
import { z } from 'zod';
import { highestMaxAttempts, outcomes } from './test-values.ts';

/** Matches a keyword in any letter case: a pattern of JSON Schema has no flags. */
const anyCase = `(?:${outcomes
	.map((outcome) => outcome.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`))
	.join('|')})`;

/** The pattern for one keyword. */
export const outcomePattern = `^${anyCase}$`;

/**
 * The pattern for a list. Only the API reference uses it: the routes answer an unknown keyword with the list of known
 * ones.
 */
export const outcomeListPattern = `^${anyCase}(?: ?, ?${anyCase}){0,${highestMaxAttempts - 1}}$`;

/**
 * One keyword, several separated by commas, or a list: one for each attempt, and the last one repeats. The routes check
 * the keywords and their number.
 */
export const outcomeListSchema = z.union(
	[
		z.string().meta({ pattern: outcomeListPattern }),
		z
			.array(z.string().meta({ pattern: outcomePattern }))
			.min(1)
			.meta({ maxItems: highestMaxAttempts }),
	],
	'must be a keyword, several separated by commas, or a list of them',
);
