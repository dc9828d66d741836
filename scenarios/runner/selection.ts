/** Which stories run: by name and by tag. */
import type { AnyStory } from '../scenario.ts';

export interface Selection {
	/** Whole names or their beginnings: `card/approved`, `card`. Empty: all. */
	names: readonly string[];
	/** A story needs one of these. Empty: all. */
	tags: readonly string[];
}

/** The selected stories in the order of the list, and every problem with the selection. */
export function selectStories(
	all: readonly AnyStory[],
	{ names, tags }: Selection,
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

/** The table of `--list`: name, what the story needs, tags and title. */
export function listStories(stories: readonly AnyStory[]): string {
	const rows = stories.map(({ name, needs, tags, title }) => [name, needs, tags.join(','), title]);
	const widths = [0, 1, 2].map((column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
	return rows.map((row) => `${line(row).join('  ')}\n`).join('');
}
