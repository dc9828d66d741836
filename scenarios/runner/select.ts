import type { AnyStory } from '../scenario.ts';

export interface Wanted {
	/** Whole names, or how they begin: `card/approved`, `card`. None: all. */
	names: readonly string[];
	/** One of these is enough. None: all. */
	tags: readonly string[];
}

/** The stories asked for, in the order of the list; or every problem with what was asked. */
export function selectStories(
	all: readonly AnyStory[],
	{ names, tags }: Wanted,
): { stories: readonly AnyStory[]; problems: string[] } {
	const known = all.map(({ name }) => name);
	const knownTags = [...new Set(all.flatMap((story) => story.tags))];
	const problems = [
		...names
			.filter((wanted) => !known.some((name) => name.startsWith(wanted)))
			.map((wanted) => `No scenario is called "${wanted}". Known are ${known.join(', ')}.`),
		...tags
			.filter((wanted) => !knownTags.includes(wanted))
			.map((wanted) => `No scenario has the tag "${wanted}". Known are ${knownTags.join(', ')}.`),
	];
	const stories = all.filter(
		(story) =>
			(names.length === 0 || names.some((wanted) => story.name.startsWith(wanted))) &&
			(tags.length === 0 || tags.some((wanted) => story.tags.includes(wanted))),
	);
	if (problems.length === 0 && stories.length === 0) {
		problems.push(`No scenario called ${names.join(' or ')} has the tag ${tags.join(' or ')}.`);
	}
	return { stories, problems };
}
