/** Bytes to a JSON value, by rules that leave no room for a second reading (RFC 8259, RFC 7493). */
import { isUtf8 } from 'node:buffer';
import type { ApiError } from '../errors/api-error.ts';

/** `text` is null without one, and where the bytes are none. */
export type JsonRead = { text: string | null } & (
	| { ok: true; value: unknown }
	| { ok: false; refusal: ApiError }
);

/** Deeper than any documented shape, and far from what a stack can hold. */
const deepestJson = 32;

const byteOrderMark = '\ufeff';

/** UTF-8, where a byte order mark is skipped; no bytes are no value. The last of two equal keys wins. */
export function readJson(bytes: Buffer): JsonRead {
	if (bytes.length === 0) return { ok: true, value: undefined, text: null };
	if (!isUtf8(bytes)) return unreadable('it is not UTF-8');
	const text = bytes.toString('utf8');
	try {
		const value: unknown = JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
		if (isDeeper(value, deepestJson)) {
			return unreadable(`it is nested deeper than ${deepestJson} levels`);
		}
		// Bytes that are UTF-8 can only write half a character as an escape.
		if (text.includes('\\u') && hasHalfCharacter(value)) {
			return unreadable('a text in it holds half a character (a lone surrogate)');
		}
		return { ok: true, value, text };
	} catch (error) {
		return { ok: false, refusal: { code: 'malformed_json', reason: placeOf(error) }, text };
	}
}

function unreadable(reason: string): JsonRead {
	return { ok: false, refusal: { code: 'unreadable_body', reason }, text: null };
}

/** The parser's words quote the body, which may hold what must not be repeated: only the place is kept. */
function placeOf(error: unknown): string {
	const place = /position \d+/.exec(error instanceof Error ? error.message : '')?.[0];
	return place ? `a wrong character at ${place}` : 'it ends too early or has a wrong character';
}

/** V8 parses without a stack of its own: whatever was nested is a value by now, and is only looked into as far as it may go. */
function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const name in value) {
		if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
	}
	return false;
}

function hasHalfCharacter(value: unknown): boolean {
	if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([name, inner]) => hasHalfCharacter(name) || hasHalfCharacter(inner),
	);
}
