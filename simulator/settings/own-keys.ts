/** Keys that JSON may have and a schema passes over without a word. */
import type { z } from 'zod';
import type { JsonObject } from '../contract/json.ts';

/** In a map of names it would be dropped, because in many programs it changes what an object is. */
const dropped = '__proto__';

/** What stands under such a key is refused wherever it stands. */
export function droppedKeys(
	value: unknown,
	path: readonly PropertyKey[] = [],
): z.core.$ZodIssueUnrecognizedKeys[] {
	if (typeof value !== 'object' || value === null) return [];
	const input = value as JsonObject;
	return Object.entries(input).flatMap(([name, inner]) =>
		name === dropped
			? [{ code: 'unrecognized_keys' as const, keys: [name], path: [...path], input, message: '' }]
			: droppedKeys(inner, [...path, name]),
	);
}
