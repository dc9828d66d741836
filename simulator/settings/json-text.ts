/** JSON that a person wrote, with comments and trailing commas; what is wrong is told by its place, never by its text. */
import type { ParseError } from 'jsonc-parser';
import { parse, printParseErrorCode, visit } from 'jsonc-parser';

export type JsonTextRead = { ok: true; value: unknown } | { ok: false; rule: string };

export function readJsonText(text: string): JsonTextRead {
	const errors: ParseError[] = [];
	const value: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first) {
		const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
		const place = placeOf(first.offset, text);
		return { ok: false, rule: `is not valid JSON at ${place}: ${what.toLowerCase()}` };
	}
	const dropped = droppedKey(text);
	if (dropped !== null) {
		return { ok: false, rule: `has a key that nothing may have, at ${placeOf(dropped, text)}` };
	}
	return { ok: true, value };
}

function placeOf(offset: number, text: string): string {
	const before = text.slice(0, offset).split(/\r\n|\n|\r/);
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The parser makes it the prototype of what it stands in, where nobody would see it. */
function droppedKey(text: string): number | null {
	let found: number | null = null;
	visit(text, {
		onObjectProperty(name, offset) {
			if (name === '__proto__') found ??= offset;
		},
	});
	return found;
}
