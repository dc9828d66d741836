/** Helpers for JSON values. */

export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of objects and arrays. Inherited properties do not count. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((inner, key) => {
		if (typeof inner !== 'object' || inner === null) return undefined;
		return Object.hasOwn(inner, key) ? (inner as JsonObject)[key as string] : undefined;
	}, value);
}
