/** Refusals of words that steer: an unknown one, too many, one that comes too late. */
import type { Entries } from './catalogue.ts';
import { words } from './catalogue.ts';

export const outcomeProblems: Entries<
	'challenge_too_late' | 'too_many_outcomes' | 'unknown_outcome' | 'unknown_return_order'
> = {
	challenge_too_late: {
		status: 409,
		title: 'Too late for a challenge',
		words: ({ state }) =>
			words(
				'outcome',
				`The attempt is under way (${state}): it can no longer be challenged.`,
				'Steer to CHALLENGE before the shopper submits.',
			),
	},
	unknown_outcome: {
		status: 400,
		title: 'Unknown outcome',
		words: ({ param, known }) =>
			words(
				param,
				`${param} names an outcome that does not exist.`,
				`Send one of ${known.join(', ')}, or several separated by commas.`,
			),
	},
	unknown_return_order: {
		status: 400,
		title: 'Unknown return order',
		assumptions: ['D-37'],
		words: ({ param, known }) =>
			words(
				param,
				`${param} must be one of ${known.join(', ')}.`,
				`Send one of them, or leave ${param} out.`,
			),
	},
	too_many_outcomes: {
		status: 400,
		title: 'Too many outcomes',
		words: ({ param, maximum }) =>
			words(
				param,
				`${param} names more than ${maximum} outcomes, and no payment has more attempts.`,
				`Send at most ${maximum}; the last one repeats.`,
			),
	},
};
