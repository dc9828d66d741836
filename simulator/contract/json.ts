/** Helpers for JSON values. */

export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of property names and indexes. Inherited properties do not count. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((inner, key) => {
		if (typeof inner !== 'object' || inner === null) return undefined;
		return Object.hasOwn(inner, key) ? (inner as JsonObject)[key as string] : undefined;
	}, value);
}

/**
 * The deepest JSON that the sandbox reads. Every documented shape is less deep, and the stack has room for far more.
 */
export const maxJsonDepth = 32;

/** Whether a value is nested deeper than `levels`. A value that contains itself is. */
export function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const name in value) {
		if (isDeeper((value as JsonObject)[name], levels - 1)) return true;
	}
	return false;
}

/**
 * Names the first field of a value, passed from code, that is nested too deeply to be read or sent; null if there is
 * none.
 */
export function nestingProblem(value: unknown): string | null {
	const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const deep = fields.find(([, inner]) => isDeeper(inner, maxJsonDepth - 1));
	return deep ? `${deep[0]} ${nestingRule}, or contains itself` : null;
}

/** Names the first part of a value, passed from code, that JSON would omit or change; null if there is none. */
export const notJsonProblem = (value: unknown): string | null =>
	isObject(value) ? problemWithin(value, '') : null;

function problemWithin(value: object, path: string): string | null {
	// Read a list by index, because JSON writes missing items as null.
	const fields = Array.isArray(value)
		? Array.from(value, (inner, index) => [`[${index}]`, inner] as const)
		: Object.entries(value).map(([name, inner]) => [path ? `.${name}` : name, inner] as const);
	for (const [name, inner] of fields) {
		const problem = problemAt(inner, path + name);
		if (problem !== null) return problem;
	}
	return null;
}

function problemAt(value: unknown, path: string): string | null {
	if (value === undefined) return `${path} is undefined: leave it out, or give it a value`;
	if (typeof value === 'number' && !Number.isFinite(value)) return `${path} is ${value}`;
	if (typeof value !== 'object' || value === null) {
		const isJson = ['string', 'number', 'boolean', 'object'].includes(typeof value);
		return isJson ? null : `${path} is a ${typeof value}, and JSON has none`;
	}
	const prototype = Object.getPrototypeOf(value);
	const isPlain = Array.isArray(value) || prototype === null || 'toJSON' in value;
	if (!isPlain && Object.getPrototypeOf(prototype) !== null) {
		const name = prototype.constructor?.name || 'a class';
		return `${path} is an instance of ${name}: send a plain object or a text`;
	}
	return problemWithin(value, path);
}

export const nestingRule = `is nested deeper than ${maxJsonDepth} levels`;
