/** Reads options from flags and environment by their schema: flag beats variable beats default. */
import type { z } from 'zod';

export interface OptionInfo {
	key: string;
	flag: string;
	variable: string;
	placeholder: string;
	description: string;
	/** Null when there is none. */
	fallback: string | null;
	isList: boolean;
}

type OptionsSchema = z.ZodObject<z.ZodRawShape>;

export function listOptions(schema: OptionsSchema): OptionInfo[] {
	return Object.entries(schema.shape).map(([key, field]) => {
		const { placeholder, description } = (field as z.ZodType).meta() ?? {};
		const fallback = (field as z.ZodType).safeParse(undefined).data;
		const isList = Array.isArray(fallback);
		return {
			key,
			flag: `--${kebab(key)}`,
			variable: `PAYIN_SANDBOX_${kebab(key).replaceAll('-', '_').toUpperCase()}`,
			placeholder: String(placeholder ?? '<value>'),
			description: String(description ?? ''),
			fallback: fallback === undefined || isList ? null : String(fallback),
			isList,
		};
	});
}

function kebab(key: string): string {
	return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export type OptionsRead<T> = { ok: true; options: T } | { ok: false; problems: string[] };

/** Every problem is reported at once, by the name the person used. A list in a variable is separated by commas. */
export function readOptions<S extends OptionsSchema>(
	schema: S,
	flags: Readonly<Record<string, unknown>>,
	env: Readonly<Record<string, string | undefined>>,
): OptionsRead<z.infer<S>> {
	const values: Record<string, unknown> = {};
	const names: Record<string, string> = {};
	for (const { key, flag, variable, isList } of listOptions(schema)) {
		const fromEnv = env[variable] === '' ? undefined : env[variable];
		const isFlag = flags[key] !== undefined;
		values[key] = isFlag ? flags[key] : isList ? fromEnv?.split(',') : fromEnv;
		names[key] = isFlag ? flag : variable;
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
	return { ok: false, problems };
}
