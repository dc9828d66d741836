/** The depth of a JSON text with comments, before a parser reads it. */
import { createScanner } from 'jsonc-parser';
import { maxJsonDepth } from '../contract/json.ts';

/** The offset of the first bracket that is nested too deeply. The parser would need a stack for them, the scanner does not. */
export function tooDeepIn(text: string): number | null {
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
