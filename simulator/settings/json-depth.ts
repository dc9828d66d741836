/** Finds JSON with comments that is nested too deeply, before a parser reads it. */
import { createScanner } from 'jsonc-parser';
import { maxJsonDepth } from '../contract/json.ts';

/**
 * Returns the offset of the first bracket that is nested too deeply; null if there is none. The scanner needs no stack
 * for deep nesting, but the parser would.
 */
export function offsetOfTooDeepBracket(text: string): number | null {
	const scanner = createScanner(text, true);
	for (let depth = 0; ; ) {
		scanner.scan();
		const offset = scanner.getTokenOffset();
		const first = text[offset];
		if (first === undefined) return null;
		if (first === '{' || first === '[') depth += 1;
		else if (first === '}' || first === ']') depth -= 1;
		if (depth > maxJsonDepth) return offset;
	}
}
