/** JSON that a person wrote, with comments and trailing commas; what is wrong is told by its place, never by its text. */
import type { ParseError } from 'jsonc-parser';
import { parse, printParseErrorCode } from 'jsonc-parser';

export type JsonTextRead = { ok: true; value: unknown } | { ok: false; rule: string };

export function readJsonText(text: string): JsonTextRead {
	const errors: ParseError[] = [];
	const value: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (!first) return { ok: true, value };
	const before = text.slice(0, first.offset).split(/\r\n|\n|\r/);
	const column = (before.at(-1)?.length ?? 0) + 1;
	const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
	const place = `line ${before.length}, column ${column}`;
	return { ok: false, rule: `is not valid JSON at ${place}: ${what.toLowerCase()}` };
}
