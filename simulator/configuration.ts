/**
 * Reads the configuration of a sandbox from all its sources. Reports every problem at once, under the name that the
 * user gave.
 */
import { nestingProblem, valueAt } from './contract/json.ts';
import { readConfigFile } from './settings/config-file.ts';
import { configure } from './settings/configure.ts';
import { readOptions } from './settings/options.ts';
import { omitSecrets } from './settings/secrets.ts';
import type { CommandOptions, ServeOptions } from './settings/serve-options.ts';
import {
	commandOptionsSchema,
	serveCommandSchema,
	serveOptionsSchema,
} from './settings/serve-options.ts';
import type { SettingsRecord } from './settings/settings.ts';
import { settingsOf } from './settings/settings.ts';
import type { Source } from './settings/sources.ts';
import { sourceFromFlags, sourceFromVariables } from './settings/sources.ts';
import { withoutUser } from './settings/store-address.ts';

interface Configuration<O extends ServeOptions> {
	options: O;
	/** The names of the options that a source gave. All others have their defaults. */
	given: ReadonlySet<string>;
	settings: SettingsRecord;
}

interface Problems {
	ok: false;
	problems: string[];
}

/**
 * Combines the sources. For an option, the first source that has it wins. Settings add up: each source changes the
 * settings of the sources after it.
 */
export function resolveConfiguration<S extends typeof serveOptionsSchema>(
	sources: readonly Source[],
	schema: S,
): ({ ok: true } & Configuration<S['_output']>) | Problems {
	const read = readOptions(schema, sources);
	const problems = sources.flatMap((source) => source.problems);
	if (!read.ok) problems.push(...read.problems);
	// If the profile is wrong, check the settings over the default profile.
	let settings = settingsOf(read.ok ? read.options.profile : serveOptionsSchema.parse({}).profile);
	for (const source of sources.toReversed()) {
		const changed = changeBy(source, settings);
		if (changed.ok) settings = changed.settings;
		else problems.push(...changed.problems);
	}
	if (!read.ok || problems.length > 0) return { ok: false, problems };
	const entries = sources.flatMap((source) => Object.entries(source.values));
	const given = new Set(entries.flatMap(([key, value]) => (value === undefined ? [] : [key])));
	return { ok: true, options: read.options, given, settings };
}

function changeBy(
	source: Source,
	before: SettingsRecord,
): { ok: true; settings: SettingsRecord } | Problems {
	const deep = nestingProblem(source.values.settings);
	if (deep !== null) return { ok: false, problems: [source.beforeSetting + deep] };
	const patch = readOptions(serveCommandSchema.pick({ settings: true }), [source]);
	if (!patch.ok) return patch;
	const changed = configure(before, patch.options.settings);
	if (changed.ok) return { ok: true, settings: changed.record };
	const problems = changed.errors.map(({ detail }) => {
		return source.beforeSetting + detail.replace(/\.$/, '');
	});
	return { ok: false, problems };
}

/** The sources of a command's configuration, besides the file. */
export interface ConfigurationInput {
	/** The flags as commander parsed them. */
	flags: Readonly<Record<string, unknown>>;
	env: Readonly<Record<string, string | undefined>>;
	/** The current folder, as an absolute path. */
	cwd: string;
}

export interface ServeConfiguration extends Configuration<CommandOptions> {
	/** The file that was read; null if there was none. */
	configFile: string | null;
}

/**
 * Reads the configuration of `serve`. Flags override variables, variables override the file, and the file overrides the
 * defaults.
 */
export function readConfiguration(
	input: ConfigurationInput,
): ({ ok: true } & ServeConfiguration) | Problems {
	const file = readConfigFile(input);
	const sources = [sourceFromFlags(input.flags), sourceFromVariables(input.env)];
	const all = file.ok ? [...sources, file.source] : sources;
	const resolved = resolveConfiguration(all, commandOptionsSchema);
	if (file.ok && resolved.ok) return { ...resolved, configFile: file.path };
	const problems = [...(file.ok ? [] : [file.problem]), ...(resolved.ok ? [] : resolved.problems)];
	return { ok: false, problems: [...new Set(problems)] };
}

/** The effective configuration as a file that starts the same sandbox. Secrets are left out and named in `withheld`. */
export function asConfigFile({ options, settings }: ServeConfiguration): {
	text: string;
	withheld: string[];
} {
	const { controlToken, ...file } = options;
	const { open, withheld } = omitSecrets(settings.inForce);
	const store = withoutUser(file.store);
	const { maxPayments, ...limits } = settings.inForce.limits;
	// A start lowers the default to what fits into the heap, but no value that a file sets.
	const isSet = valueAt(settings.patch, ['limits', 'maxPayments']) !== undefined;
	const shown = isSet ? open : { ...open, limits };
	const content = { ...file, store, settings: shown };
	return {
		text: `${JSON.stringify(content, null, 2)}\n`,
		withheld: [
			...(controlToken === undefined ? [] : ['controlToken']),
			...(store === file.store ? [] : ['the user name or password of the store']),
			...withheld.map((path) => `settings.${path}`),
		],
	};
}
