import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a header as text. The name may be in any letter case. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
	const bytes = headerBytesOf(headers, name);
	return bytes === undefined ? undefined : textOfHeader(bytes);
}

/**
 * Returns the value of a header whose name is configured, in any letter case. It has one character for each byte, as
 * Node reads it: for a check of presence, and for a value that is compared by its bytes. A name such as `constructor`
 * finds nothing: inherited properties are not strings.
 */
export function headerBytesOf(headers: IncomingHttpHeaders, name: string): string | undefined {
	const value = headers[name.toLowerCase()];
	if (typeof value === 'string') return value;
	return Array.isArray(value) ? value.join(', ') : undefined;
}

const notAscii = /[\x80-\xff]/;

/**
 * Reads a header value, which has one character for each byte, as text. Bytes that are valid UTF-8 are UTF-8, all others
 * are Latin-1: HTTP names no encoding (RFC 9110, 5.5). Nearly all values are ASCII, and need no buffer.
 */
export function textOfHeader(bytes: string): string {
	if (!notAscii.test(bytes)) return bytes;
	const buffer = Buffer.from(bytes, 'latin1');
	return isUtf8(buffer) ? buffer.toString() : bytes;
}

/** Returns the UTF-8 of a text with one character for each byte: `textOfHeader` reads the same text from it. */
export function headerFromText(text: string): string {
	return Buffer.from(text).toString('latin1');
}

/** Whether a header value, which has one character for each byte, is not valid UTF-8. */
export function isLatin1(bytes: string): boolean {
	return notAscii.test(bytes) && textOfHeader(bytes) === bytes;
}

/**
 * Returns the bytes of the token in an `Authorization` header; null for another scheme. The name of the scheme may be in
 * any letter case (RFC 9110, 11.1), and the value has one character for each byte.
 */
export function bearerTokenIn(authorization: string): Buffer | null {
	const token = /^Bearer +(.+)$/i.exec(authorization)?.[1];
	return token === undefined ? null : Buffer.from(token, 'latin1');
}
