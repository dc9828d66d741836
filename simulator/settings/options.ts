/** What there is to say at start, by its schema, and which source is heard: the first that says something. */
import { z } from 'zod';
import type { Source } from './sources.ts';

/** `placeholder` stands for the value in the help, and is empty for a switch. Names are made from the key unless given. */
export interface OptionMeta {
	description: string;
	placeholder: string;
	flag?: string;
	variable?: string | null;
	key?: null;
	isRepeatable?: true;
}

/** What each option says of itself beside its schema. */
const optionMeta = z.registry<OptionMeta>();

/** The description is the schema's too, for whoever makes a JSON schema of it. */
export function describeOption<S extends z.ZodType>(schema: S, meta: OptionMeta): S {
	const described = schema.describe(meta.description);
	optionMeta.add(described, meta);
	return described;
}

export interface OptionInfo {
	flag: string;
	/** Null when there is none. */
	variable: string | null;
	/** Its key in a file and in a call of the library; null when it has no place there. */
	key: string | null;
	placeholder: string;
	description: string;
	/** Null when there is none. */
	fallback: string | null;
	/** A flag that may be given more than once. */
	isRepeatable: boolean;
}

type OptionsSchema = z.ZodObject<z.ZodRawShape>;

export function listOptions(schema: OptionsSchema): OptionInfo[] {
	return Object.entries(schema.shape).map(([key, field]) => infoOf(key, field as z.ZodType));
}

function infoOf(key: string, field: z.ZodType): OptionInfo {
	const meta = optionMeta.get(field);
	if (!meta) throw new Error(`${key} is no option.`);
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

export type OptionsRead<T> = { ok: true; options: T } | { ok: false; problems: string[] };

/** Every problem is reported at once, by the name the person used. Earlier sources beat later ones. */
export function readOptions<S extends OptionsSchema>(
	schema: S,
	sources: readonly Source[],
): OptionsRead<z.infer<S>> {
	const values: Record<string, unknown> = {};
	const names: Record<string, string> = {};
	for (const option of listOptions(schema)) {
		const { key } = option;
		if (key === null) continue;
		const heard = sources.find((source) => source.values[key] !== undefined);
		if (!heard) continue;
		values[key] = heard.values[key];
		names[key] = heard.nameOf(option);
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
