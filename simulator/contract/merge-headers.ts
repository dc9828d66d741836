/** Merges the headers of a request. This file imports nothing, so that k6 can load it. */

/** Of several headers with one name, the last one counts. Names are case-insensitive (RFC 9110, section 5.1). */
export function mergeHeaders(
	...given: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
	const merged = new Map<string, [name: string, value: string]>();
	for (const [name, value] of given.flatMap((headers) => Object.entries(headers ?? {}))) {
		merged.set(name.toLowerCase(), [name, value]);
	}
	return Object.fromEntries(merged.values());
}

/** The names that repeat an earlier name, perhaps in other letters. */
export function repeatedHeaderNames(names: readonly string[]): string[] {
	const lowerCase = names.map((name) => name.toLowerCase());
	return names.filter((_, index) => lowerCase.indexOf(lowerCase[index] ?? '') < index);
}
