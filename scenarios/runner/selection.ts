/** Selects the stories to run, and their order. */
import { compileGlob } from '../../simulator/contract/glob.ts';
import { nearestName } from '../../simulator/contract/nearest.ts';
import type { AnyStory } from '../scenario.ts';
import { isScriptName } from './story-files.ts';

export interface Selection {
	/**
	 * The selected stories: names, their beginnings, globs, or paths of the user's files, such as `card/approved`,
	 * `card`, `*challenge*`, `./stories`. Empty: all.
	 */
	names: readonly string[];
	/** A story must have at least one of these tags. Empty: all stories. */
	tags: readonly string[];
	/** A story must have none of these tags. */
	notTags?: readonly string[] | undefined;
	/** The part of the stories to run: `2/4` is the second of four parts. */
	shard?: string | undefined;
	/** Whether the seed shuffles the order. */
	shuffle?: boolean | undefined;
	seed: number;
}

/** What holds for a story of the other mode: `needs: 'merchant'` without a merchant file, or another need with one. */
export const otherModeRule = (isMerchantMode: boolean): string =>
	isMerchantMode ? 'runs only without --merchant' : 'runs only with --merchant FILE';

/** The stories that the other mode has, and when it has them. */
interface OtherMode {
	names: readonly string[];
	rule: string;
}

const shardForm = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/;

/** An argument that means a file or folder: it begins like a path, or ends like a file of stories. */
const isPathForm = (name: string) => /^[./]/.test(name) || isScriptName(name.replace(/::.*$/s, ''));

/**
 * Returns the selected stories, and all problems with the selection. Stories in `own` run even if no name selects them.
 */
export function selectStories(
	all: readonly AnyStory[],
	{ names, tags, notTags = [], shard, shuffle, seed }: Selection,
	own: ReadonlySet<AnyStory> = new Set(),
	other: OtherMode = { names: [], rule: '' },
): { stories: readonly AnyStory[]; problems: string[] } {
	const known = all.map(({ name }) => name);
	const knownTags = [...new Set(all.flatMap((story) => story.tags))];
	/** A complete name selects only its own story: `card/declined` does not select `card/declined-cvv`. */
	const fits = (name: string, wanted: string) => {
		if (known.includes(wanted) || other.names.includes(wanted)) return name === wanted;
		if (/[*?]/.test(wanted)) return compileGlob(wanted)(name);
		// An empty name is that of a variable that is not set.
		return wanted !== '' && name.startsWith(wanted);
	};
	const isNamed = (name: string) => names.some((wanted) => fits(name, wanted));
	const problems = [
		...names
			.filter((wanted) => !known.some((name) => fits(name, wanted)))
			.map((wanted) =>
				isPathForm(wanted)
					? `There is no file or folder ${wanted}. Paths of your own stories begin at the current folder.`
					: other.names.some((name) => fits(name, wanted))
						? `The scenario "${wanted}" ${other.rule}.`
						: unknownName(wanted, known, other),
			),
		...[...tags, ...notTags]
			.filter((wanted) => !knownTags.includes(wanted))
			.map((wanted) => `No scenario has the tag "${wanted}". Known are ${knownTags.join(', ')}.`),
	];
	const chosen = all.filter((story) => {
		const { name, tags: has } = story;
		const isChosen = own.has(story) || isNamed(name) || (names.length === 0 && own.size === 0);
		const hasTag = (wanted: string) => has.includes(wanted);
		return isChosen && (tags.length === 0 || tags.some(hasTag)) && !notTags.some(hasTag);
	});
	if (problems.length === 0 && chosen.length === 0) {
		problems.push(`No scenario ${describe({ names, tags, notTags })}.`);
	}
	const [, part = 1, parts = 1] = (shardForm.exec(shard ?? '1/1') ?? [0, 0, 0]).map(Number);
	if (part < 1 || part > parts) {
		problems.push(`--shard ${shard} must be a part and the number of parts, such as 1/4.`);
	}
	const stories = chosen.filter((_, index) => index % parts === part - 1);
	if (problems.length === 0 && stories.length === 0) {
		problems.push(`--shard ${shard} has no story: only ${chosen.length} are selected.`);
	}
	return { stories: shuffle ? shuffled(stories, seed) : stories, problems };
}

function unknownName(wanted: string, known: readonly string[], other: OtherMode): string {
	const meant = findNamesLike(wanted, [...known, ...other.names]).map((name) =>
		other.names.includes(name) ? `${name}, which ${other.rule}` : name,
	);
	const similar = known.filter((name) => name.startsWith(`${wanted.split('/', 1)[0]}/`));
	const names = similar.length > 0 ? similar : firstPartsOf(known).map((part) => `${part}/…`);
	const help =
		meant.length > 0
			? `Did you mean ${joinWithOr(meant)}?`
			: `Known are ${names.join(', ')}; --list shows all.`;
	return `No scenario is called "${wanted}". ${help}`;
}

/**
 * The names that end with the wanted one, as it is or misspelt; otherwise the most similar whole name or first part.
 */
function findNamesLike(wanted: string, known: readonly string[]): string[] {
	const ends = known.map((name) => name.replace(/^.*\//, ''));
	const end = ends.includes(wanted) ? wanted : nearestName(wanted, ends);
	const whole = nearestName(wanted, [...known, ...firstPartsOf(known)]);
	if (end === null) return whole === null ? [] : [whole];
	return known.filter((_, index) => ends[index] === end);
}

const firstPartsOf = (names: readonly string[]) => [
	...new Set(names.map((name) => name.replace(/\/.*$/, ''))),
];

const joinWithOr = (words: readonly string[]) => words.join(' or ');

function describe({
	names,
	tags,
	notTags,
}: Record<'names' | 'tags' | 'notTags', readonly string[]>) {
	const rules = [
		...(tags.length > 0 ? [`has the tag ${joinWithOr(tags)}`] : []),
		...(notTags.length > 0 ? [`is without the tag ${joinWithOr(notTags)}`] : []),
	];
	return `${names.length > 0 ? `called ${joinWithOr(names)} ` : ''}${rules.join(' and ')}`;
}

/** Fisher-Yates shuffle with the generator mulberry32. The same seed gives the same order. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
	const list = [...items];
	let state = seed;
	for (let last = list.length - 1; last > 0; last -= 1) {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1);
		[list[last], list[other]] = [list[other] as T, list[last] as T];
	}
	return list;
}

/** The table for `--list`: name, what the story needs, tags and title. */
export function listStories(stories: readonly AnyStory[]): string {
	const rows = stories.map(({ name, needs, tags, title }) => [name, needs, tags.join(','), title]);
	const widths = [0, 1, 2].map((column) =>
		Math.max(...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
	return rows.map((row) => `${line(row).join('  ')}\n`).join('');
}

/** The output of `--list --json`. */
export function listStoriesAsJson(stories: readonly AnyStory[]): string {
	const list = stories.map(({ name, title, tags, needs, cost, advice }) => {
		return { name, title, tags, needs, cost, advice };
	});
	return `${JSON.stringify(list, null, 2)}\n`;
}
