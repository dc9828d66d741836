/** Reads JSON with comments and trailing commas, from a file or a variable that a person has written. */
import type { ParseError } from 'jsonc-parser';
import { createScanner, parse, printParseErrorCode, visit } from 'jsonc-parser';
import { maxJsonDepth, nestingRule } from '../contract/json.ts';

export type JsonTextRead = { ok: true; value: unknown } | { ok: false; rule: string };

/**
 * Parses the text. The error contains the position of the first problem, never the text, which may be a secret. It
 * begins with a verb: its subject is the name of the file or variable.
 */
export function readJsonText(text: string): JsonTextRead {
	const deepAt = offsetOfTooDeepBracket(text);
	if (deepAt !== null) return { ok: false, rule: `${nestingRule} at ${placeOf(deepAt, text)}` };
	const errors: ParseError[] = [];
	const value: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first) {
		const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
		const place = placeOf(first.offset, text);
		return { ok: false, rule: `is not valid JSON at ${place}: ${what.toLowerCase()}` };
	}
	const wrong = wrongKeyIn(text);
	if (wrong === null) return { ok: true, value };
	const { name, offset } = wrong;
	const what =
		name === '__proto__' ? 'a forbidden key' : `the key ${JSON.stringify(name)} twice, again`;
	return { ok: false, rule: `has ${what} at ${placeOf(offset, text)}` };
}

/**
 * Returns the offset of the first bracket that is nested too deeply; null if there is none. The scanner needs no stack
 * for deep nesting, but the parser would.
 */
function offsetOfTooDeepBracket(text: string): number | null {
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

function placeOf(offset: number, text: string): string {
	const before = text.slice(0, offset).split(/\r\n|\n|\r/);
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Finds the first key that the parser would lose: `__proto__` would set a prototype, and of two equal keys only the
 * last one stays.
 */
function wrongKeyIn(text: string): { name: string; offset: number } | null {
	let found: { name: string; offset: number } | null = null;
	const open: Set<string>[] = [];
	visit(text, {
		onObjectBegin: () => void open.push(new Set()),
		onObjectEnd: () => void open.pop(),
		onObjectProperty(name, offset) {
			const names = open.at(-1);
			if (name === '__proto__' || names?.has(name)) found ??= { name, offset };
			names?.add(name);
		},
	});
	return found;
}
