/** The choice of a person and the kind of target → the plan. */
import type { Plan } from '../plan.ts';
import type { StoryFacts } from '../profiles.ts';
import { averagePlan, smokePlan } from '../profiles.ts';
import { stories } from '../stories.ts';
import type { LoadChoice } from './options.ts';
import type { Problem } from './problem.ts';

/** A host that is no sandbox has no cashier that a story could act on. */
export function planFor(choice: LoadChoice, sandbox: boolean): Plan {
	const playable: readonly StoryFacts[] = stories;
	if (choice.profile === 'average') return averagePlan({ ...choice, stories: playable });
	return smokePlan(playable.filter(({ needs }) => sandbox || needs === 'calls'));
}

export function mixProblems(choice: LoadChoice, sandbox: boolean): Problem[] {
	if (sandbox || choice.profile === 'smoke') return [];
	return stories
		.filter(({ name, needs }) => needs === 'shopper' && (choice.mix[name] ?? 0) > 0)
		.map(({ name }) => ({
			field: '--mix',
			rule: `names ${name}, which needs the cashier of a sandbox; the target is none.`,
			fix: 'Name flows that end where the shopper leaves: card, bank.',
		}));
}
