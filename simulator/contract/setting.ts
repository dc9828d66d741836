/** Describes a setting, and converts a flat table of settings to one nested schema with its defaults. */
import { z } from 'zod';

export interface Setting<S extends z.ZodType = z.ZodType> {
	readonly schema: S;
	readonly fallback: z.output<S>;
	/** A short description for tables. */
	readonly words: string;
	/** A secret setting: responses show `redactedText` instead of its value. */
	readonly isSecret?: true;
}

/** A schema for any object. A zod record would drop a key `__proto__` before the settings could reject it. */
export function anyObjectSchema(rule: string) {
	return z
		.unknown()
		.refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
			error: rule,
			// Later rules read the value as an object.
			abort: true,
		})
		.meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<
		Record<string, unknown>
	>;
}

/** The most entries of an object with free names. It is more than the currencies of ISO 4217. */
const maxEntries = 200;

/**
 * Limits the entries of an object with free names, because merge patches could add entries without end. Objects with
 * names of the catalog need no limit.
 */
export function withMaxEntries<S extends z.ZodType>(schema: S): S {
	const isBounded = (value: unknown) =>
		typeof value !== 'object' || value === null || Object.keys(value).length <= maxEntries;
	return schema.refine(isBounded, `must have at most ${maxEntries} entries`);
}

/**
 * The map in a schema that accepts keywords or a map, such as `"none"` or `{"status": "state"}`; undefined for another
 * schema.
 */
export function mapBesideKeywords(schema: z.core.$ZodType): z.ZodRecord | undefined {
	if (!(schema instanceof z.ZodUnion)) return undefined;
	const options: readonly z.core.$ZodType[] = schema.options;
	const others = options.filter((option) => !(option instanceof z.ZodRecord));
	const hasKeywords = others.some((one) => one instanceof z.ZodEnum || one instanceof z.ZodLiteral);
	return hasKeywords ? options.find((option) => option instanceof z.ZodRecord) : undefined;
}

/** Whether a value of the schema may be a map by name, which merge patches merge. */
export const isMapByName = (schema: z.core.$ZodType): boolean =>
	schema instanceof z.ZodRecord || mapBesideKeywords(schema) !== undefined;

/** Settings by their paths, such as `{ 'session.ttl': setting(…) }`. */
export type SettingTable = Readonly<Record<string, Setting>>;

export function setting<S extends z.ZodType>(
	schema: S,
	fallback: NoInfer<z.output<S>>,
	words: string,
): Setting<S> {
	return { schema, fallback, words };
}

type Head<Path> = Path extends `${infer First}.${string}` ? First : Path;

export function secretSetting<S extends z.ZodType>(plain: Setting<S>): Setting<S> {
	return { ...plain, isSecret: true };
}

/** The type of the nested object that a table of setting paths describes: as clients send it, or as it is after parsing. */
export type NestedSettings<T extends SettingTable, Side extends 'input' | 'output' = 'output'> = {
	[Key in Head<keyof T & string> & string]: Key extends keyof T
		? { input: z.input<T[Key]['schema']>; output: z.output<T[Key]['schema']> }[Side]
		: NestedSettings<
				{
					[Path in keyof T & string as Path extends `${Key}.${infer Rest}` ? Rest : never]: T[Path];
				},
				Side
			>;
};

/** The schema of the nested object. */
export type SettingsSchema<T extends SettingTable> = z.ZodType<
	NestedSettings<T>,
	NestedSettings<T, 'input'>
>;

/** Makes a strict schema: a key that is on no path is an error. */
export function settingsSchemaOf<T extends SettingTable>(table: T): SettingsSchema<T> {
	// The cast is needed: TypeScript cannot infer the type from the loop.
	return nest<z.ZodType>(
		table,
		({ schema }) => schema,
		(shape) => z.strictObject(shape),
	) as SettingsSchema<T>;
}

export function settingDefaultsOf<T extends SettingTable>(table: T): NestedSettings<T> {
	return nest<unknown>(
		table,
		({ fallback }) => fallback,
		(branch) => branch,
	) as NestedSettings<T>;
}

function nest<V>(
	table: SettingTable,
	leaf: (setting: Setting) => V,
	branch: (inner: Record<string, V>) => V,
): V {
	const inner: Record<string, V> = {};
	const below: Record<string, Record<string, Setting>> = {};
	for (const [path, entry] of Object.entries(table)) {
		const [name = '', ...rest] = path.split('.');
		if (rest.length === 0) inner[name] = leaf(entry);
		else below[name] = { ...below[name], [rest.join('.')]: entry };
	}
	for (const [name, part] of Object.entries(below)) inner[name] = nest(part, leaf, branch);
	return branch(inner);
}
