/** Loads stories from files and folders of the user. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../harness/errors.ts';
import type { AnyStory } from '../scenario.ts';
import { otherModeRule } from './selection.ts';
import { isNeed, storyProblems } from './story-definition.ts';
import { describeTestFiles, findStoryFiles } from './story-files.ts';

export interface OwnStory {
	story: AnyStory;
	/** The path as given on the command line, relative to the current folder. */
	file: string;
	/** The real path: symbolic links are resolved, as Node does when it imports a module. */
	path: string;
}

/**
 * Parses an argument: `stories/shop.mjs::shop/paid` selects one story of a file; without the name, all its stories are
 * selected.
 */
function readArgument(argument: string): { path: string; name?: string } {
	const [, path, name] = /^(.+?)::(.+)$/s.exec(argument) ?? [];
	return path && name ? { path, name } : { path: argument };
}

/** The file or folder that an argument names; undefined if it is the name of a story. */
export function pathOfArgument(
	argument: string,
	stories: readonly AnyStory[],
	cwd: string,
): string | undefined {
	// Story names have priority: a folder `card` of the user does not hide the stories `card/…`.
	if (stories.some(({ name }) => name.startsWith(argument))) return undefined;
	const path = resolve(cwd, readArgument(argument).path);
	return statSync(path, { throwIfNoEntry: false }) && path;
}

/** The argument that selects exactly this story. */
export const argumentOfStory = ({ story, file }: OwnStory): string => `${file}::${story.name}`;

/** Finds the line of the file in the stack of an error, such as `:12`. Empty if it is not there. */
function lineIn(path: string, error: unknown): string {
	const names = [pathToFileURL(path).href, path];
	const frames = error instanceof Error ? (error.stack ?? '').split('\n') : [];
	for (const frame of frames) {
		for (const name of names) {
			const [line] = /^:\d+/.exec(frame.split(name)[1] ?? '') ?? [];
			if (line) return line;
		}
	}
	return '';
}

/** The place in a story's file that an error comes from: `stories/shop.mjs:12`. */
export const placeOfError = (error: unknown, { file, path }: OwnStory): string =>
	`${file}${lineIn(path, error)}`;

/** The place in the first of these files that an error comes from; undefined if it comes from none. */
export function placeInFiles(error: unknown, stories: readonly OwnStory[]): string | undefined {
	const found = stories.find(({ path }) => lineIn(path, error) !== '');
	return found && placeOfError(error, found);
}

/**
 * Returns the stories that the arguments choose and that run in this mode. The others are a problem only if they are
 * named, or if no story is left. `skippedNotice` is a line about the files that the folders have and that were not imported;
 * empty if there are none.
 */
export async function loadOwnStories(
	chosen: readonly string[],
	cwd: string,
	isMerchantMode: boolean,
): Promise<{ own: OwnStory[]; problems: string[]; skippedNotice: string }> {
	const own: (OwnStory & { isNamed: boolean })[] = [];
	const problems: string[] = [];
	const tests = new Set<string>();
	const chosenPaths = new Set(chosen.map((argument) => resolve(cwd, readArgument(argument).path)));
	for (const { path, name: wanted } of chosen.map(readArgument)) {
		const before = own.length + problems.length;
		const known: string[] = [];
		const found = findStoryFiles(resolve(cwd, path));
		for (const file of found.tests) if (!chosenPaths.has(file)) tests.add(relative(cwd, file));
		for (const file of found.files) {
			const name = relative(cwd, file);
			const loaded = await load(file, name);
			if (typeof loaded === 'string') problems.push(loaded);
			else {
				known.push(...loaded.map((story) => story.name));
				const fits = loaded.filter((story) => wanted === undefined || story.name === wanted);
				const place = {
					file: name,
					path: realpathSync(file),
					isNamed: wanted !== undefined || file === resolve(cwd, path),
				};
				own.push(...fits.map((story) => ({ story, ...place })));
			}
		}
		if (own.length + problems.length > before) continue;
		if (known.length > 0) {
			problems.push(`${path} exports no story "${wanted}". It exports ${known.join(', ')}.`);
		} else {
			problems.push(
				`${path} exports no story. Export one: export const paid = story({ name: 'shop/paid', … }).`,
			);
		}
	}
	for (const { story, file } of own) {
		problems.push(...storyProblems(story).map((problem) => `${file}: ${problem}`));
	}
	const skippedNotice = describeTestFiles([...tests]);
	if (problems.length > 0) return { own, problems, skippedNotice };
	const runsHere = ({ story }: OwnStory) => isMerchantMode === (story.needs === 'merchant');
	const someRunHere = own.some(runsHere);
	const kept = own.filter((one) => runsHere(one) || one.isNamed || !someRunHere);
	for (const one of kept) {
		if (runsHere(one)) continue;
		const { story, file } = one;
		const rule = otherModeRule(isMerchantMode);
		problems.push(`${file}: the story "${story.name}" needs "${story.needs}": it ${rule}.`);
	}
	return { own: kept, problems, skippedNotice };
}

/** Imports a file and returns its stories, or the reason why it cannot be loaded. */
async function load(file: string, name: string): Promise<AnyStory[] | string> {
	if (!existsSync(file)) return `${name} is a link that leads to nothing. Remove or repair it.`;
	try {
		const module: Record<string, unknown> = await import(pathToFileURL(file).href);
		const exported = exportsOf(module);
		const unfinished = exported.find(([, value]) => isWithoutRun(value));
		if (unfinished) {
			return `${name}: ${unfinished[0]} looks like a story, and has no function run. Add: async run({ payin }) { … }.`;
		}
		return [...new Set(exported.map(([, value]) => value).filter(isStory))];
	} catch (error) {
		return (
			upperCaseProblem(error, name) ??
			typeScriptProblem(error, name) ??
			notBuiltProblem(error, name) ??
			syntaxProblem(error, file, name) ??
			`${name}${lineIn(realpathSync(file), error)} cannot be loaded: ${messageOf(error)}`
		);
	}
}

/**
 * The exports of a file, and the stories in lists and plain objects that it exports: `export const perMarket =
 * ['CO', 'MX'].map(…)`. The default export is also `module.exports` of CommonJS, of which Node exports by name only what
 * it finds in the text: of `module.exports = { paid: story(…), late: story(…) }` the first one.
 */
function exportsOf(module: Record<string, unknown>): [string, unknown][] {
	const seen = new Set<unknown>();
	/** The members of a group that look like stories. Helpers export other values with a title, such as products. */
	const membersOf = (group: unknown, path: string): [string, unknown][] => {
		if (!isGroup(group) || seen.has(group)) return [];
		seen.add(group);
		return Object.entries(group).flatMap(([name, value]) => {
			const place = path === '' ? name : `${path}.${name}`;
			const isMember = (isStory(value) && 'name' in value) || hasNeed(value);
			if (isMember || (path === '' && hasTitle(value))) return [[place, value]];
			return membersOf(value, place);
		});
	};
	return Object.entries(module).flatMap(([name, value]) => [
		[name, value],
		...membersOf(value, name === 'default' ? '' : name),
	]);
}

/** Whether a value may hold stories: a list or a plain object that is no story itself. */
function isGroup(value: unknown): value is object {
	if (typeof value !== 'object' || value === null || hasTitle(value) || isStory(value))
		return false;
	return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Whether a value declares what a story needs. Other data with the field `needs`, such as a CI job, has other values. */
const hasNeed = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'needs' in value && isNeed(value.needs);

const hasTitle = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'title' in value;

const isUnknownEnding = (error: unknown) =>
	error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';

/** Describes the error of an import when the reason is an ending in upper case. */
function upperCaseProblem(error: unknown, name: string): string | undefined {
	const ending = extname(name);
	if (!isUnknownEnding(error) || ending === ending.toLowerCase()) return undefined;
	return `${name} cannot be loaded: Node loads no files that end with ${ending}. Rename it to end with ${ending.toLowerCase()}.`;
}

/** Describes the error of an import when the reason is that this Node does not load TypeScript. */
export function typeScriptProblem(error: unknown, name: string): string | undefined {
	if (!isUnknownEnding(error) || !/\.[cm]?ts$/.test(name)) return undefined;
	return `${name} is TypeScript, which Node ${process.version} does not load. Use Node 22.18 or newer, or install tsx and set NODE_OPTIONS="--import tsx".`;
}

/** Describes the error of an import when the reason is that this clone of the sandbox is not built. */
export function notBuiltProblem(error: unknown, name: string): string | undefined {
	const compiled = /^Cannot find module '(.+)[\\/]dist[\\/]scenarios[\\/]scenario\.js'/;
	const [, clone] = compiled.exec(messageOf(error)) ?? [];
	if (clone === undefined) return undefined;
	return `${name} imports payin-sandbox, which is not built in ${clone}: run npm run build there.`;
}

/** Describes a syntax error. The error of an import does not have its line; Node prints it when it checks the file. */
function syntaxProblem(error: unknown, file: string, name: string): string | undefined {
	if (!(error instanceof SyntaxError) && !messageOf(error).startsWith('Parse error'))
		return undefined;
	const checked = spawnSync(process.execPath, ['--check', file], {
		...{ encoding: 'utf8', timeout: 10_000 },
	});
	const [, line, reason] = /:(\d+)\n[\s\S]*?\n(\w+Error: .+)/.exec(checked.stderr ?? '') ?? [];
	return line && reason && `${name}:${line} cannot be loaded: ${reason}.`;
}

function isStory(value: unknown): value is AnyStory {
	return (
		typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
	);
}

/**
 * Whether an exported value looks like a story without `run`. Such a value is reported, because it would be ignored
 * silently.
 */
function isWithoutRun(value: unknown): boolean {
	return !isStory(value) && (hasTitle(value) || hasNeed(value));
}
