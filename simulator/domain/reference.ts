/** Reads the references of payments, and compares them with patterns. */
import type { GlobTest } from '../contract/glob.ts';
import { compileGlob, longestReference } from '../contract/glob.ts';
import { isObject } from '../contract/json.ts';
import { maskCards } from './card.ts';

/**
 * The reference in the body of a payment-options call, also of one that is refused; null if there is none. An empty
 * reference is none, as for payments.
 */
export function sentReference(body: unknown): string | null {
	const reference = isObject(body) ? body.paymentReference : null;
	return typeof reference === 'string' && reference !== '' ? reference : null;
}

export interface ReferencePattern {
	/** The reference that the pattern names; null if the pattern has wildcards. */
	literal: string | null;
	fits: GlobTest;
}

/**
 * Compiles a pattern for references. Payments keep them with card numbers masked: a pattern without wildcards also
 * matches the masked form of its reference. Wildcards match only the characters that the payment keeps.
 */
export function compileReference(glob: string): ReferencePattern {
	const fits = compileGlob(glob);
	if (hasWildcard(glob)) return { literal: null, fits };
	const literal = unescaped(glob);
	const masked = maskCards(literal);
	if (masked === literal || masked.length > longestReference) return { literal, fits };
	return { literal, fits: (text) => text === masked || fits(text) };
}

/**
 * Masks card numbers in a pattern without wildcards. The pattern matches the same references as before, because payments
 * keep them masked.
 */
export function maskPattern(glob: string): string {
	if (hasWildcard(glob)) return glob;
	const literal = unescaped(glob);
	const masked = maskCards(literal);
	return masked === literal ? glob : masked.replace(/[\\*?]/g, String.raw`\$&`);
}

/**
 * Whether `maskPattern` leaves no card number in a pattern. Digits beside a wildcard may be a part of a longer number,
 * which payments keep: the masked pattern would match other references.
 */
export function isSafePattern(glob: string): boolean {
	if (!hasWildcard(glob)) return true;
	const text = unescaped(glob);
	return maskCards(text) === text;
}

/** Matches an escaped character of a pattern. */
const escaped = /\\(.)/gs;

const hasWildcard = (glob: string) => /[*?]/.test(glob.replace(escaped, ''));
const unescaped = (glob: string) => glob.replace(escaped, '$1');
