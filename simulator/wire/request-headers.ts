import type { IncomingHttpHeaders } from 'node:http';

/** The value of a header whose name is configured, in any case: `constructor` is no header of a request without it. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
	const lower = name.toLowerCase();
	const value = Object.hasOwn(headers, lower) ? headers[lower] : undefined;
	return Array.isArray(value) ? value.join(', ') : value;
}
