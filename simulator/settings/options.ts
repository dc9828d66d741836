/** Options: each has a schema, a name in each source, and the value of the first source that gives one. */
import { z } from 'zod';
import type { Source } from './sources.ts';

/**
 * The names and texts of an option. Its flag, variable and key follow from its name unless given here. `placeholder` is
 * the value in the help; empty for a switch.
 */
export interface OptionMeta {
	description: string;
	placeholder: string;
	flag?: string;
	variable?: string | null;
	key?: null;
	isRepeatable?: true;
}

const optionMeta = z.registry<OptionMeta>();

/** Adds the texts to the schema of an option. The JSON Schema of the configuration file shows the description too. */
export function describeOption<S extends z.ZodType>(schema: S, meta: OptionMeta): S {
	const described = schema.describe(meta.description);
	optionMeta.add(described, meta);
	return described;
}

export interface OptionInfo {
	flag: string;
	/** The environment variable; null if the option has none. */
	variable: string | null;
	/** The key in a file and in a call of the library; null if the option exists on the command line only. */
	key: string | null;
	placeholder: string;
	description: string;
	/** The default as text, for help and tables; null if there is none, or if it is a list or an object. */
	fallback: string | null;
	/** Whether the flag may be repeated. */
	isRepeatable: boolean;
}

type OptionsSchema = z.ZodObject<z.ZodRawShape>;

export function listOptions(schema: OptionsSchema): OptionInfo[] {
	return Object.entries(schema.shape).map(([key, field]) => infoOf(key, field as z.ZodType));
}

function infoOf(key: string, field: z.ZodType): OptionInfo {
	const meta = optionMeta.get(field);
	if (!meta) throw new Error(`${key} is not an option.`);
	const kebab = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	const fallback = field.safeParse(undefined).data;
	return {
		flag: `--${kebab}`,
		variable: `PAYIN_SANDBOX_${kebab.replaceAll('-', '_').toUpperCase()}`,
		key,
		...meta,
		fallback: fallback === undefined || typeof fallback === 'object' ? null : String(fallback),
		isRepeatable: meta.isRepeatable ?? Array.isArray(fallback),
	};
}

export type ReadOptionsResult<T> = { ok: true; options: T } | { ok: false; problems: string[] };

/**
 * Reads options from sources; earlier sources override later ones. Reports all problems at once, each under its name in
 * its source.
 */
export function readOptions<S extends OptionsSchema>(
	schema: S,
	sources: readonly Source[],
): ReadOptionsResult<z.infer<S>> {
	const values: Record<string, unknown> = {};
	const names: Record<string, string> = {};
	for (const option of listOptions(schema)) {
		const { key } = option;
		if (key === null) continue;
		const source = sources.find(({ values }) => values[key] !== undefined);
		if (!source) continue;
		values[key] = source.values[key];
		names[key] = source.nameOf(option);
	}
	const parsed = schema.safeParse(values);
	if (parsed.success) return { ok: true, options: parsed.data };
	const problems = parsed.error.issues.map(({ path, message, ...issue }) => {
		const rule =
			'values' in issue && Array.isArray(issue.values)
				? `must be one of ${issue.values.join(', ')}`
				: message;
		return `${names[String(path[0])]} ${rule}`;
	});
	return { ok: false, problems: [...new Set(problems)] };
}
