/**
 * The sources of configuration: flags, variables, a file, a call of the library. Each has its own names for the
 * options.
 */
import type { JsonObject } from '../contract/json.ts';
import { isObject, maxJsonDepth, nestingRule } from '../contract/json.ts';
import { didYouMean, nearestName } from '../contract/nearest.ts';
import { readJsonText } from './json-text.ts';
import type { OptionInfo } from './options.ts';
import { listOptions } from './options.ts';
import { serveCommandSchema, serveOptionsSchema } from './serve-options.ts';

export interface Source {
	/** The values by the option's key. `undefined` means the same as no key. */
	values: Readonly<Record<string, unknown>>;
	/** Returns the name of an option in this source. */
	nameOf(option: OptionInfo): string;
	/** The text before the path of a setting in error messages. */
	beforeSetting: string;
	/** Syntax errors and unknown names in this source. */
	problems: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const commandOptions = listOptions(serveCommandSchema);
const settingsKey = 'settings';
const settingsOption = commandOptions.find(({ key }) => key === settingsKey);

/** Reads flags: `flags` by key, as commander parsed them, and `set` as a list of `path=value`. */
export function sourceFromFlags({ set, ...flags }: Readonly<Record<string, unknown>>): Source {
	const { patch, problems } = patchOf(Array.isArray(set) ? set.map(String) : []);
	return {
		values: { ...flags, settings: patch },
		nameOf: ({ flag }) => flag,
		beforeSetting: `${settingsOption?.flag} `,
		problems,
	};
}

/**
 * Makes a patch from `path=value` entries; later ones override earlier ones. A value that is not JSON is taken as text.
 */
function patchOf(entries: readonly string[]): { patch: JsonObject; problems: string[] } {
	let patch: JsonObject = {};
	const problems: string[] = [];
	for (const entry of entries) {
		const [path = '', ...text] = entry.split('=');
		const names = path.split('.');
		// A whole JSON text may contain secrets: do not show it.
		if (/[{}[\]"]/.test(path)) problems.push(`--set ${pathRule}`);
		else if (text.length === 0 || names.includes('')) problems.push(`--set ${path} ${pathRule}`);
		else if (names.length > maxJsonDepth) problems.push(`--set ${names[0]} ${nestingRule}`);
		else patch = putAt(patch, names, jsonOrText(text.join('=')));
	}
	return { patch, problems: [...new Set(problems)] };
}

const pathRule = 'must be path=value, such as session.ttl=10m';

function putAt(
	target: JsonObject,
	[name = '', ...inner]: readonly string[],
	value: unknown,
): JsonObject {
	if (inner.length === 0) return { ...target, [name]: value };
	const before = Object.hasOwn(target, name) ? target[name] : undefined;
	return { ...target, [name]: putAt(isObject(before) ? before : {}, inner, value) };
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Reads environment variables. An empty one counts as not set. A list is separated by commas. */
export function sourceFromVariables(env: Environment): Source {
	const values: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const { key, variable, isRepeatable } of commandOptions) {
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
		beforeSetting: `${settingsOption?.variable}: `,
		problems,
	};
}

const prefix = 'PAYIN_SANDBOX_';
/** A variable that only the test suite reads. */
const testVariable = 'PAYIN_SANDBOX_TEST';

/** Warns about each variable with our prefix and an unknown name, which is most likely misspelt. */
export function unknownVariables(env: Environment): string[] {
	const known = [...commandOptions.flatMap(({ variable }) => variable ?? []), testVariable];
	const endings = known.map((name) => name.slice(prefix.length));
	return Object.keys(env)
		.filter((name) => name.startsWith(prefix) && !known.includes(name))
		.map((name) => {
			const ending = nearestName(name.slice(prefix.length), endings);
			const hint = ending === null ? '' : ` (did you mean ${prefix}${ending}?)`;
			return `${name} is not a known variable and has no effect${hint}`;
		});
}

/** Reads the content of a configuration file. `prefix` is put before every key in messages. */
export function sourceFromObject(
	values: Readonly<Record<string, unknown>>,
	prefix = '',
	known = commandOptions.flatMap(({ key }) => key ?? []),
): Source {
	const unknown = Object.keys(values).filter((key) => !known.includes(key) && key !== '$schema');
	return {
		values,
		nameOf: ({ key }) => `${prefix}${key}`,
		beforeSetting: `${prefix}${settingsKey}.`,
		problems: unknown.map((key) => `${prefix}${key} is not known here${didYouMean(key, known)}`),
	};
}

const callKeys = [...Object.keys(serveOptionsSchema.shape), settingsKey];

/** Reads the argument of a library call, which cannot have options of the command such as `config`. */
export function sourceFromCall(values: Readonly<Record<string, unknown>>): Source {
	return sourceFromObject(values, '', callKeys);
}
