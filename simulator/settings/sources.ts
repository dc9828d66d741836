/** Who may say something at start: flags, variables, a file, a call of the library. Each has its own names for it. */
import { didYouMean, nearest } from '../contract/nearest.ts';
import { readJsonText } from './json-text.ts';
import type { OptionInfo } from './options.ts';
import { listOptions } from './options.ts';
import { serveCommandSchema, serveOptionsSchema } from './serve-options.ts';
import { patchOf } from './set-flags.ts';

export interface Source {
	/** By key; what is undefined was not said. */
	values: Readonly<Record<string, unknown>>;
	nameOf(option: OptionInfo): string;
	/** What stands before the path of a setting. */
	beforeSetting: string;
	/** What is wrong with how it was said, whatever it means. */
	problems: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const all = listOptions(serveCommandSchema);
const settingsKey = 'settings';
const settings = all.find(({ key }) => key === settingsKey);

/** As commander gives them: by key, but for `set`, a list of `path=value`. */
export function fromFlags({ set, ...flags }: Readonly<Record<string, unknown>>): Source {
	const { patch, problems } = patchOf(Array.isArray(set) ? set.map(String) : []);
	return {
		values: { ...flags, settings: patch },
		nameOf: ({ flag }) => flag,
		beforeSetting: `${settings?.flag} `,
		problems,
	};
}

/** An empty variable is one that is not set; a list is separated by commas. */
export function fromVariables(env: Environment): Source {
	const values: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const { key, variable, isRepeatable } of all) {
		const text = variable === null ? undefined : env[variable];
		if (key === null || !text) continue;
		if (key === settingsKey) {
			const read = readJsonText(text);
			if (read.ok) values[key] = read.value;
			else problems.push(`${variable} ${read.rule}`);
		} else values[key] = isRepeatable ? text.split(',') : text;
	}
	return {
		values,
		nameOf: ({ variable, flag }) => variable ?? flag,
		beforeSetting: `${settings?.variable}: `,
		problems,
	};
}

const prefix = 'PAYIN_SANDBOX_';
/** No word to the server, but to its tests. */
const otherVariables = ['PAYIN_SANDBOX_TEST'];

/** Variables that look like ours and are not: most likely misspelt. */
export function strangeVariables(env: Environment): string[] {
	const known = all.flatMap(({ variable }) => variable ?? []);
	const ends = known.map((name) => name.slice(prefix.length));
	return Object.keys(env)
		.filter((name) => name.startsWith(prefix) && ![...known, ...otherVariables].includes(name))
		.map((name) => {
			const meant = nearest(name.slice(prefix.length), ends);
			const hint = meant === null ? '' : ` (did you mean ${prefix}${meant}?)`;
			return `${name} is not known here and changes nothing${hint}`;
		});
}

/** A file's content; `where` stands before every key. */
export function fromObject(
	values: Readonly<Record<string, unknown>>,
	where = '',
	known = all.flatMap(({ key }) => key ?? []),
): Source {
	const strange = Object.keys(values).filter((key) => !known.includes(key) && key !== '$schema');
	return {
		values,
		nameOf: ({ key }) => `${where}${key}`,
		beforeSetting: `${where}${settingsKey}.`,
		problems: strange.map((key) => `${where}${key} is not known here${didYouMean(key, known)}`),
	};
}

const ofCalls = [...Object.keys(serveOptionsSchema.shape), settingsKey];

/** The argument of a call of the library: what only the command can do is not known there. */
export function fromCall(values: Readonly<Record<string, unknown>>): Source {
	return fromObject(values, '', ofCalls);
}
