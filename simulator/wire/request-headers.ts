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

/**
 * Returns the bytes of the token in an `Authorization` header; null for another scheme. The name of the scheme may be in
 * any letter case (RFC 9110, 11.1), and the value has one character for each byte.
 */
export function bearerTokenIn(authorization: string): Buffer | null {
	const token = /^Bearer +(.+)$/i.exec(authorization)?.[1];
	return token === undefined ? null : Buffer.from(token, 'latin1');
}
