import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the value of a header whose name is configured, in any letter case. Only own properties count, so that a name
 * such as `constructor` finds nothing.
 */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
	const lower = name.toLowerCase();
	const value = Object.hasOwn(headers, lower) ? headers[lower] : undefined;
	return Array.isArray(value) ? value.join(', ') : value;
}
