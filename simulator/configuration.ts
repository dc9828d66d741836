/** What a sandbox is started with, judged as a whole: every problem at once, by the name it was given under. */

import { readConfigFile } from './settings/config-file.ts';
import { configure } from './settings/configure.ts';
import { readOptions } from './settings/options.ts';
import type { ServeOptions } from './settings/serve-options.ts';
import { serveCommandSchema, serveOptionsSchema } from './settings/serve-options.ts';
import type { SettingsRecord } from './settings/settings.ts';
import { ofMethod, settingsOf } from './settings/settings.ts';
import { withoutSecrets } from './settings/shown.ts';
import type { Source } from './settings/sources.ts';
import { fromFlags, fromVariables } from './settings/sources.ts';
import { shownStore } from './settings/store-address.ts';

export interface Configuration {
	options: ServeOptions;
	/** The keys of those that somebody said: the others are defaults. */
	said: ReadonlySet<string>;
	settings: SettingsRecord;
}

export type Judged = ({ ok: true } & Configuration) | { ok: false; problems: string[] };

/** The first source beats the others. Settings add up: each source is a change to what the later ones left. */
export function judge(sources: readonly Source[]): Judged {
	const read = readOptions(serveOptionsSchema, sources);
	const problems = sources.flatMap((source) => source.problems);
	if (!read.ok) problems.push(...read.problems);
	// Where the profile is wrong, the settings are judged over another one.
	let settings = settingsOf(read.ok ? read.options.profile : serveOptionsSchema.parse({}).profile);
	for (const source of sources.toReversed()) {
		const layered = layer(settings, source);
		if (layered.ok) settings = layered.settings;
		else problems.push(...layered.problems);
	}
	if (!read.ok || problems.length > 0) return { ok: false, problems };
	return { ok: true, options: read.options, said: saidIn(sources), settings };
}

function saidIn(sources: readonly Source[]): ReadonlySet<string> {
	const values = sources.flatMap((source) => Object.entries(source.values));
	return new Set(values.flatMap(([key, value]) => (value === undefined ? [] : [key])));
}

type Layered = { ok: true; settings: SettingsRecord } | { ok: false; problems: string[] };

function layer(before: SettingsRecord, source: Source): Layered {
	const schema = serveCommandSchema.pick({ settings: true });
	const patch = readOptions(schema, [source]);
	if (!patch.ok) return patch;
	const changed = configure(before, patch.options.settings);
	if (changed.ok) return { ok: true, settings: changed.record };
	const problems = changed.errors.map(({ detail }) => {
		return source.beforeSetting + detail.replace(/\.$/, '');
	});
	return { ok: false, problems };
}

export interface Given {
	/** As commander gives them. */
	flags: Readonly<Record<string, unknown>>;
	env: Readonly<Record<string, string | undefined>>;
	/** Absolute. */
	cwd: string;
}

/** What is told to the command alone. */
export interface ServeConfiguration extends Configuration {
	/** Null when no file was taken. */
	configFile: string | null;
}

export type ServeJudged = ({ ok: true } & ServeConfiguration) | { ok: false; problems: string[] };

/** What `serve` is told: a flag beats a variable, a variable the file, the file the default. */
export function readConfiguration(given: Given): ServeJudged {
	const file = readConfigFile(given);
	const heard = [fromFlags(given.flags), fromVariables(given.env)];
	const sources = file.ok ? [...heard, file.source] : heard;
	const judged = judge(sources);
	if (file.ok && judged.ok) return { ...judged, configFile: file.path };
	const problems = [...(file.ok ? [] : [file.problem]), ...(judged.ok ? [] : judged.problems)];
	return { ok: false, problems: [...new Set(problems)] };
}

/** The whole of it as a file that starts the same sandbox, but for what is secret, which is named instead. */
export function asConfigFile({ options, settings }: ServeConfiguration): {
	text: string;
	withheld: string[];
} {
	const { controlToken, ...told } = options;
	const { told: open, withheld } = withoutSecrets(settings.inForce);
	const store = shownStore(told.store);
	// A profile that goes by the payment's method would not, were its own processing laws said by a person.
	const processing = ofMethod(settings, settings.patch.processing ?? {});
	const inForce = { ...open, ...(processing ? { processing } : {}) };
	return {
		text: `${JSON.stringify({ ...told, store, settings: inForce }, null, 2)}\n`,
		withheld: [
			...(controlToken === undefined ? [] : ['controlToken']),
			...(store === told.store ? [] : ['the password of the store']),
			...withheld.map((path) => `settings.${path}`),
		],
	};
}
