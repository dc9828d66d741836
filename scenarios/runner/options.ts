/** The options of `payin-sandbox scenarios`: which stories run, and every problem with the options. */
import { seedProblems } from '../harness/errors.ts';
import { checkTarget } from '../harness/target.ts';
import type { AnyStory } from '../scenario.ts';

export interface Selection {
	/** Whole names or their beginnings: `card/approved`, `card`. Empty: all. */
	names: readonly string[];
	/** A story needs one of these. Empty: all. */
	tags: readonly string[];
}

export interface ScenarioOptions extends Selection {
	/** The merchant file of the shop under test. */
	merchant?: string | undefined;
	/** Without a target, the run starts a sandbox. */
	target?: string | undefined;
	/** The folder of the results; `reports/out/scenarios-<run id>/` without it. */
	out?: string | undefined;
	/** Paths of additional copies. */
	reportJunit?: string | undefined;
	reportHtml?: string | undefined;
	reportJson?: string | undefined;
	seed: number;
	/** How many stories run at the same time; one for each core without it. */
	jobs?: number | undefined;
	/** How often each story runs; different results make it flaky. */
	repeat: number;
	/** Skip the remaining stories after the first failure. */
	bail: boolean;
	/** The command that repeats this run. */
	command: string;
}

export function optionProblems({ target, seed, jobs, repeat }: ScenarioOptions): string[] {
	const checked = target === undefined ? undefined : checkTarget(target);
	const counts = Object.entries({ jobs: jobs ?? 1, repeat })
		.filter(([, value]) => !Number.isInteger(value) || value < 1)
		.map(([name]) => `--${name} must be a whole number above 0.`);
	return [
		...(checked && 'problems' in checked ? checked.problems : []),
		...seedProblems(seed),
		...counts,
	];
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
