/** Loads stories from the files and folders of the user. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../harness/errors.ts';
import type { AnyStory, Need } from '../scenario.ts';

export interface OwnStory {
	story: AnyStory;
	/** As on the command line: relative to the current folder. */
	file: string;
}

const storyFile = /(?<!\.d|\.test|\.spec)\.m?[jt]s$/;
const needs: readonly Need[] = ['calls', 'shopper', 'control', 'merchant'];

/** A story name comes first: a folder `card` of the user does not hide the stories `card/…`. */
export function isPath(argument: string, stories: readonly AnyStory[], cwd: string): boolean {
	const isStory = stories.some(({ name }) => name.startsWith(argument));
	return !isStory && statSync(resolve(cwd, argument), { throwIfNoEntry: false }) !== undefined;
}

export async function loadOwnStories(
	paths: readonly string[],
	cwd: string,
	isMerchantMode: boolean,
): Promise<{ own: OwnStory[]; problems: string[] }> {
	const own: OwnStory[] = [];
	const problems: string[] = [];
	for (const path of paths) {
		const before = own.length + problems.length;
		for (const file of storyFilesIn(resolve(cwd, path))) {
			const name = relative(cwd, file);
			const loaded = await load(file, name);
			if (typeof loaded === 'string') problems.push(loaded);
			else own.push(...loaded.map((story) => ({ story, file: name })));
		}
		if (own.length + problems.length === before) {
			problems.push(
				`${path} exports no story. Export one: export const paid = story({ name: 'shop/paid', … }).`,
			);
		}
	}
	for (const { story, file } of own) {
		problems.push(...storyProblems(story, file, isMerchantMode));
	}
	return { own, problems };
}

function storyFilesIn(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path, { withFileTypes: true })
		.filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((entry) => {
			const inner = join(path, entry.name);
			if (entry.isDirectory()) return storyFilesIn(inner);
			return storyFile.test(entry.name) ? [inner] : [];
		});
}

/** The stories that a file exports, or why it cannot be loaded. */
async function load(file: string, name: string): Promise<AnyStory[] | string> {
	try {
		const module: Record<string, unknown> = await import(pathToFileURL(file).href);
		const unfinished = Object.entries(module).find(([, value]) => isWithoutRun(value));
		if (unfinished) {
			return `${name}: ${unfinished[0]} has a title, and no run. Add: async run({ payin }) { … }.`;
		}
		return [...new Set(Object.values(module))].filter(isStory);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
			return `${name} is TypeScript, which Node ${process.version} does not load. Use Node 22.18 or newer, or install tsx and set NODE_OPTIONS="--import tsx".`;
		}
		return `${name} cannot be loaded: ${messageOf(error)}`;
	}
}

function isStory(value: unknown): value is AnyStory {
	return (
		typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
	);
}

/** Meant as a story: it would be left out without a word. */
function isWithoutRun(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'title' in value && !isStory(value);
}

function storyProblems(story: AnyStory, file: string, isMerchantMode: boolean): string[] {
	const { name, title, tags } = story;
	const isText = (value: unknown) => typeof value === 'string' && value !== '';
	const rules = [
		[isText(name), 'name must be a text such as "shop/paid"'],
		[isText(title), 'title must be a text'],
		[Array.isArray(tags) && tags.every(isText), 'tags must be a list of texts'],
		[needs.includes(story.needs), `needs must be one of ${needs.join(', ')}`],
	] as const;
	const problems = rules.flatMap(([holds, rule]) =>
		holds ? [] : [`${file}: in a story, ${rule}.`],
	);
	if (problems.length === 0 && isMerchantMode !== (story.needs === 'merchant')) {
		const fix = isMerchantMode ? 'runs only without --merchant' : 'runs only with --merchant FILE';
		problems.push(`${file}: the story "${name}" needs "${story.needs}": it ${fix}.`);
	}
	return problems;
}
