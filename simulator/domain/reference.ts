/** Compares the references of payments with patterns. */
import type { GlobTest } from '../contract/glob.ts';
import { compileGlob, longestReference } from '../contract/glob.ts';
import { maskCards } from './card.ts';

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
	if (/[*?]/.test(glob.replace(escaped, ''))) return { literal: null, fits };
	const literal = glob.replace(escaped, '$1');
	const masked = maskCards(literal);
	if (masked === literal || masked.length > longestReference) return { literal, fits };
	return { literal, fits: (text) => text === masked || fits(text) };
}

/** Matches an escaped character of a pattern. */
const escaped = /\\(.)/gs;
